import type { Logger } from '../log.ts';

/** Does the work every `everyMs`, one at a time, and logs what it throws. Gives the way to end it, which waits for no work. */
export function repeat(work: () => Promise<unknown>, everyMs: number, log: Logger): () => void {
  let isBusy = false;
  const timer = setInterval(() => {
    if (isBusy) return;
    isBusy = true;
    work()
      .catch((err: unknown) => log.warn({ err }, 'background work failed, trying again'))
      .finally(() => {
        isBusy = false;
      });
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
