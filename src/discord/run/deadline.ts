/** Max time in total that an interaction waits for the game, the queue and the store. */
const WAIT_MS = 14_500;
/** Time after the signal for the work to report the reason. */
const GRACE_MS = 400;

/** `signal` aborts at the limit (a `TimeoutError`), and shortly before the process ends. */
export class Deadline {
  readonly #limit = new AbortController();
  readonly #stopSoon: AbortSignal;
  #signal: AbortSignal | undefined;
  readonly #timer: NodeJS.Timeout;
  #isLifted = false;
  #isWriting = false;

  constructor(stopSoon: AbortSignal) {
    this.#stopSoon = stopSoon;
    this.#timer = setTimeout(() => this.#limit.abort(toTimeoutError(WAIT_MS)), WAIT_MS);
  }

  /** Created when it's first read, because few interactions ask the game. */
  get signal(): AbortSignal {
    this.#signal ??= AbortSignal.any([this.#limit.signal, this.#stopSoon]);
    return this.#signal;
  }

  /** True once a write was sent, which has no time limit. */
  get isWriting(): boolean {
    return this.#isWriting;
  }

  /** Removes the limit just before a write is sent, or for many readings that the person agreed to.
   * Throws the signal's reason if it's too late. */
  lift(isWriting = true): void {
    this.signal.throwIfAborted();
    this.#isLifted = true;
    this.#isWriting = isWriting;
    clearTimeout(this.#timer);
  }

  /** The work's result; rejects with a `TimeoutError` if the work ignores the signal. */
  async bound<T>(work: Promise<T>): Promise<T> {
    const over = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      if (!this.#isLifted) over.reject(toTimeoutError(WAIT_MS + GRACE_MS));
    }, WAIT_MS + GRACE_MS);
    return await Promise.race([work, over.promise]).finally(() => clearTimeout(timer));
  }

  /** Call when the interaction is answered. */
  end(): void {
    clearTimeout(this.#timer);
  }
}

function toTimeoutError(ms: number): DOMException {
  return new DOMException(`not done within ${ms} ms`, 'TimeoutError');
}
