/** A clock that tests move, with timers. */
export class FakeClock {
  #now: number;
  #timers: { at: number; run: () => void }[] = [];

  constructor(now = Date.parse('2026-01-01T00:00:00Z')) {
    this.#now = now;
  }

  readonly now = (): number => this.#now;

  readonly timer = (ms: number, run: () => void): (() => void) => {
    const timer = { at: this.#now + ms, run };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  };

  /** Moves the time and runs each due timer in order, at its time; promises settle after each. */
  async advance(ms: number): Promise<void> {
    const end = this.#now + ms;
    for (;;) {
      await settled();
      const due = this.#timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
      if (due === undefined) break;
      this.#timers = this.#timers.filter((other) => other !== due);
      this.#now = Math.max(this.#now, due.at);
      due.run();
    }
    this.#now = end;
    await settled();
  }

  /** The time of the next timer. */
  get nextAt(): number | undefined {
    return this.#timers.map(({ at }) => at).sort((a, b) => a - b)[0];
  }
}

/** Resolves when every promise that needs no I/O has settled. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
