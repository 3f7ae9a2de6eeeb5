/** How long an interaction may wait for the game, the queue and the store together. */
const WAIT_MS = 14_500;
/** What hears the signal still has a moment to say what it waited for. */
const GRACE_MS = 400;

/**
 * The time that one interaction has. `signal` aborts when it is over (a `TimeoutError`), and shortly before
 * the process ends (the reason of `hurry`).
 */
export class Deadline {
  readonly #controller = new AbortController();
  readonly #hurry: AbortSignal;
  readonly #timer: NodeJS.Timeout;
  #isLifted = false;

  constructor(hurry: AbortSignal) {
    this.#hurry = hurry;
    this.#timer = setTimeout(() => {
      this.#controller.abort(toTimeoutError(WAIT_MS));
    }, WAIT_MS);
    if (hurry.aborted) this.#abort();
    else hurry.addEventListener('abort', this.#abort);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Whether a change is under way, which is followed to its end. */
  get isLifted(): boolean {
    return this.#isLifted;
  }

  /** A request that changes something is about to leave. Throws the signal's reason where time is over. */
  lift(): void {
    this.signal.throwIfAborted();
    this.#isLifted = true;
    clearTimeout(this.#timer);
  }

  /** The work's result; rejects with a `TimeoutError` when time is over and the work goes on all the same. */
  async bound<T>(work: Promise<T>): Promise<T> {
    const over = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      if (!this.#isLifted) over.reject(toTimeoutError(WAIT_MS + GRACE_MS));
    }, WAIT_MS + GRACE_MS);
    return await Promise.race([work, over.promise]).finally(() => clearTimeout(timer));
  }

  /** The interaction is answered. */
  end(): void {
    clearTimeout(this.#timer);
    this.#hurry.removeEventListener('abort', this.#abort);
  }

  readonly #abort = (): void => this.#controller.abort(this.#hurry.reason);
}

function toTimeoutError(ms: number): DOMException {
  return new DOMException(`not done within ${ms} ms`, 'TimeoutError');
}
