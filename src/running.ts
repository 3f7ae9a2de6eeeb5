import { setTimeout as sleep } from 'node:timers/promises';
import { NamedError } from './errors.ts';
import { withTimeout } from './time/withTimeout.ts';

/** This process is about to end, so it gave up waiting for something else. */
export class ProcessStopping extends NamedError {}

/** Work that must finish before a stop: interactions, sweeps, token refreshes. */
export function createRunning() {
  const works = new Set<Promise<unknown>>();
  const stopSoon = new AbortController();
  const stopping = new AbortController();
  let isStopping = false;
  const settleAll = async (): Promise<void> => {
    while (works.size > 0) await Promise.allSettled(works);
  };
  return {
    /** Aborts with {@link ProcessStopping} after three quarters of the time to settle. */
    stopSoon: stopSoon.signal,
    /** Rejects with {@link ProcessStopping} once the process is about to end. */
    async wait(ms: number): Promise<void> {
      if (isStopping) throw new ProcessStopping();
      await sleep(ms, undefined, { signal: stopping.signal }).catch(() => {
        throw new ProcessStopping();
      });
    },
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
      stopping.abort();
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
