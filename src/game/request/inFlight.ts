import { unlessAborted } from '../../time/withTimeout.ts';

/** Limits the requests in flight under each name; first come, first served. */
export class InFlight {
  readonly #limit: number;
  /** The queues of the names that have requests in flight. */
  readonly #queues = new Map<string, { free: number; waiting: Set<() => void> }>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Resolves with a function that releases the slot. Rejects with the signal's reason. */
  async enter(name: string, signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    const queue = this.#queues.get(name) ?? { free: this.#limit, waiting: new Set() };
    this.#queues.set(name, queue);
    const release = (): void => {
      const [next] = queue.waiting;
      if (next) queue.waiting.delete(next);
      else queue.free += 1;
      next?.();
      if (queue.free === this.#limit) this.#queues.delete(name);
    };
    if (queue.free > 0) queue.free -= 1;
    else {
      const { promise, resolve: enter } = Promise.withResolvers<void>();
      queue.waiting.add(enter);
      await unlessAborted(promise, signal).catch((reason: unknown) => {
        // The slot may have been given to this caller just as the signal aborted.
        if (!queue.waiting.delete(enter)) release();
        throw reason;
      });
    }
    return release;
  }
}
