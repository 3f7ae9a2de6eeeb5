/** This process is about to end, so what waited for something else was given up. */
export class ProcessStopping extends Error {
  override name = 'ProcessStopping';
}

/** The work of this process that must not be cut off by its end: interactions, background sweeps, token refreshes. */
export type Running = {
  /** Counts the work as running until it settles; gives the same promise. */
  track<T>(work: Promise<T>): Promise<T>;
  /** Waits until nothing runs, work that begins meanwhile included, but at most `timeoutMs`; true when nothing runs. */
  settle(timeoutMs: number): Promise<boolean>;
  /** Aborts with {@link ProcessStopping} after three quarters of that time: what only waits then says so, while it still can. */
  readonly hurry: AbortSignal;
  /** True once the process was asked to stop: {@link Running.settle} was called. Nothing new may begin. */
  readonly isStopping: boolean;
};

/** Makes a {@link Running} without any work. */
export function createRunning(): Running {
  const works = new Set<Promise<unknown>>();
  const hurry = new AbortController();
  let isStopping = false;
  return {
    hurry: hurry.signal,
    track(work) {
      works.add(work);
      const end = (): boolean => works.delete(work);
      work.then(end, end);
      return work;
    },
    async settle(timeoutMs) {
      isStopping = true;
      const endsAt = performance.now() + timeoutMs;
      const hurrying = setTimeout(() => hurry.abort(new ProcessStopping()), timeoutMs * 0.75);
      while (works.size > 0 && performance.now() < endsAt) await new Promise((resolve) => setTimeout(resolve, 20));
      clearTimeout(hurrying);
      return works.size === 0;
    },
    get isStopping() {
      return isStopping;
    },
  };
}
