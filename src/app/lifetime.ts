import type { Logger } from '../log.ts';
import { createRunning } from '../running.ts';

type Close = () => unknown;

/** Max time that a stopping process waits for running work. */
const GRACE_MS = 8_000;

export type Lifetime = ReturnType<typeof createLifetime>;

/** Stops the parts of a process, the newest first. */
export function createLifetime(log: Logger) {
  const running = createRunning();
  const [onStop, onEnd]: [Close[], Close[]] = [[], []];
  const closeAll = async (parts: Close[]): Promise<void> => {
    for (const close of parts.splice(0).reverse()) {
      const closed = Promise.resolve().then(close);
      await closed.catch((err: unknown) => log.warn({ err }, 'a part did not close cleanly'));
    }
  };
  const stop = async (graceMs: number): Promise<void> => {
    const settling = running.settle(graceMs);
    await closeAll(onStop);
    if (!(await settling)) log.warn({ graceMs }, 'stopped before everything was finished');
    await closeAll(onEnd);
  };
  let stopped: Promise<void> | undefined;
  return {
    running,
    /** Called at the end, when nothing runs any more. */
    atEnd: (close: Close): void => void onEnd.push(close),
    /** Called at once, so that another process can take over. */
    atStop: (close: Close): void => void onStop.push(close),
    /** Starts nothing new, waits for running work, and closes every part. Once. */
    stop: (graceMs = GRACE_MS): Promise<void> => (stopped ??= stop(graceMs)),
  };
}
