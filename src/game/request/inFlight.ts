import { unlessAborted } from '../../time/withTimeout.ts';

/** Limits the requests in flight under each name; first come, first served. */
export class InFlight {
  readonly #limit: number;
  /** The queues of the names that have requests in flight. */
  readonly #lines = new Map<string, { free: number; waiting: Set<() => void> }>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Resolves with a function that gives the place back. Rejects with the signal's reason. */
  async enter(name: string, signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    const line = this.#lines.get(name) ?? { free: this.#limit, waiting: new Set() };
    this.#lines.set(name, line);
    const leave = (): void => {
      const [next] = line.waiting;
      if (next) line.waiting.delete(next);
      else line.free += 1;
      next?.();
      if (line.free === this.#limit) this.#lines.delete(name);
    };
    if (line.free > 0) line.free -= 1;
    else {
      const { promise, resolve: enter } = Promise.withResolvers<void>();
      line.waiting.add(enter);
      await unlessAborted(promise, signal).catch((reason: unknown) => {
        // The place may have been given to this caller just as the signal aborted.
        if (!line.waiting.delete(enter)) leave();
        throw reason;
      });
    }
    return leave;
  }
}
