/**
 * A log of grants over a rolling window, in one process's memory. Any `windowMs` hold at most `limit` grants, whatever
 * their alignment. Grants may lie in the future: they are reservations of those who wait for their turn.
 */
export class RollingWindow {
  readonly #windowMs: number;
  #limit: number;
  /** Grant times in ms, ascending. */
  #grants: number[] = [];

  constructor({ limit, windowMs }: { limit: number; windowMs: number }) {
    this.#limit = limit;
    this.#windowMs = windowMs;
  }

  get limit(): number {
    return this.#limit;
  }

  /** Lowers or restores the limit, as the server's headers say. */
  set limit(limit: number) {
    this.#limit = Math.max(1, limit);
  }

  /** When the next request may leave: `now`, or later when the window is full. */
  nextFreeAt(now: number): number {
    this.#forget(now);
    const blocking = this.#grants.at(-this.#limit);
    return blocking === undefined ? now : Math.max(now, blocking + this.#windowMs);
  }

  /** Writes a grant at `at`, which {@link nextFreeAt} gave. */
  grant(at: number): void {
    const later = this.#grants.findLastIndex((grant) => grant <= at) + 1;
    this.#grants.splice(later, 0, at);
  }

  /** Takes back a grant that was not used. */
  release(at: number): void {
    const index = this.#grants.lastIndexOf(at);
    if (index >= 0) this.#grants.splice(index, 1);
  }

  /** Grants within the window that ends at `now`, reservations included. */
  used(now: number): number {
    this.#forget(now);
    return this.#grants.length;
  }

  #forget(now: number): void {
    const expired = this.#grants.findIndex((grant) => grant > now - this.#windowMs);
    if (expired !== 0) this.#grants.splice(0, expired < 0 ? this.#grants.length : expired);
  }
}
