import { unlessAborted } from '../withTimeout.ts';

/** Counts the requests in flight under a name, up to a limit; first come, first served. */
export class InFlight {
  readonly #limit: number;
  readonly #counts = new Map<string, number>();
  readonly #waiting = new Map<string, Set<() => void>>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Resolves with a function that gives the place back. Rejects with the signal's reason. */
  async enter(name: string, signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    const count = this.#counts.get(name) ?? 0;
    if (count < this.#limit) this.#counts.set(name, count + 1);
    else await this.#waitFor(name, signal);
    return () => this.#leave(name);
  }

  async #waitFor(name: string, signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve: enter } = Promise.withResolvers<void>();
    const waiting = this.#waiting.get(name) ?? new Set();
    this.#waiting.set(name, waiting.add(enter));
    await unlessAborted(promise, signal).finally(() => waiting.delete(enter));
  }

  /** The first in line takes the place. */
  #leave(name: string): void {
    const waiting = this.#waiting.get(name);
    const [next] = waiting ?? [];
    if (next) {
      waiting?.delete(next);
      next();
      return;
    }
    this.#waiting.delete(name);
    const count = (this.#counts.get(name) ?? 1) - 1;
    if (count > 0) this.#counts.set(name, count);
    else this.#counts.delete(name);
  }
}
