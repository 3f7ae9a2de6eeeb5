import { CommlinkError } from './errors.ts';
import { withTimeout } from './time/withTimeout.ts';

/** This process is about to end, so it gave up waiting for something else. */
export class ProcessStopping extends CommlinkError {
  readonly code = 'process_stopping';
}

/** Work that must finish before a stop: interactions, sweeps, token refreshes. */
export type Running = ReturnType<typeof createRunning>;

export function createRunning() {
  const works = new Set<Promise<unknown>>();
  const stopSoon = new AbortController();
  let isStopping = false;
  const settleAll = async (): Promise<void> => {
    while (works.size > 0) await Promise.allSettled(works);
  };
  return {
    /** Aborts with {@link ProcessStopping} after three quarters of the time to settle. */
    stopSoon: stopSoon.signal,
    /** Counts the work as running until it settles; returns the same promise. */
    track<T>(work: Promise<T>): Promise<T> {
      works.add(work);
      const end = (): boolean => works.delete(work);
      work.then(end, end);
      return work;
    },
    /** Waits until nothing runs, including work that starts meanwhile; false after `timeoutMs`. */
    async settle(timeoutMs: number): Promise<boolean> {
      isStopping = true;
      const stoppingSoon = setTimeout(() => stopSoon.abort(new ProcessStopping()), timeoutMs * 0.75);
      await withTimeout(settleAll(), timeoutMs).catch(() => {});
      clearTimeout(stoppingSoon);
      return works.size === 0;
    },
    /** True once `settle` was called. Start nothing new. */
    get isStopping() {
      return isStopping;
    },
  };
}
