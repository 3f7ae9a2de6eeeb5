/** How long something waits for room. */
const MAX_WAIT_MS = 10_000;

/** There was no room in time; nothing was sent. */
export class NoRoom extends Error {
  override name = 'NoRoom';
}

/** Counts what is on its way under a name, up to a limit; first come, first served. */
export class InFlight {
  readonly #limit: number;
  readonly #counts = new Map<string, number>();
  readonly #waiting = new Map<string, Set<() => void>>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Resolves when there is room under the name, with the way to give it back. Rejects with the signal's reason, or {@link NoRoom} after 10 s. */
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
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', abort);
        waiting.delete(enter);
        reject(new NoRoom(`no connection was free within ${MAX_WAIT_MS} ms`));
      }, MAX_WAIT_MS);
      const abort = (): void => {
        clearTimeout(timer);
        waiting.delete(enter);
        reject(signal?.reason);
      };
      const enter = (): void => {
        clearTimeout(timer);
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
