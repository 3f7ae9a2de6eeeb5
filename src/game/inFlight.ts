/** Counts what is on its way under a name, up to a limit; first come, first served. */
export class InFlight {
  readonly #limit: number;
  readonly #counts = new Map<string, number>();
  readonly #waiting = new Map<string, Set<() => void>>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Resolves when there is room under the name, with the way to give it back. Rejects with the signal's reason. */
  async enter(name: string, signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    const count = this.#counts.get(name) ?? 0;
    if (count < this.#limit) this.#counts.set(name, count + 1);
    else await this.#waitFor(name, signal);
    return () => this.#leave(name);
  }

  #waitFor(name: string, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiting = this.#waiting.get(name) ?? new Set();
      this.#waiting.set(name, waiting);
      const abort = (): void => {
        waiting.delete(enter);
        reject(signal?.reason);
      };
      const enter = (): void => {
        signal?.removeEventListener('abort', abort);
        resolve();
      };
      signal?.addEventListener('abort', abort, { once: true });
      waiting.add(enter);
    });
  }

  /** The first who waits takes the place. */
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
