import type { Clock } from '../clock.ts';
import { GATEWAY_LIMITS } from '../limits.ts';

const { sessionStarts, sessionStartsMs } = GATEWAY_LIMITS;

/** "Gateway": "Identifying", "Max Concurrency" and "Session Start Limit Object". */
export class SessionStarts {
  readonly #clock: Clock;
  readonly #intervalMs: number;
  #used = 0;
  #resetsAt = 0;
  #newest = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock, intervalMs: number) {
    this.#clock = clock;
    this.#intervalMs = intervalMs;
  }

  limit(): { total: number; remaining: number; reset_after: number; max_concurrency: number } {
    const now = this.#clock.now();
    const isNew = now >= this.#resetsAt;
    return {
      total: sessionStarts,
      remaining: isNew ? sessionStarts : Math.max(0, sessionStarts - this.#used),
      reset_after: isNew ? sessionStartsMs : this.#resetsAt - now,
      max_concurrency: 1,
    };
  }

  take(): 'begin' | 'too soon' | 'too many' {
    const now = this.#clock.now();
    if (now >= this.#resetsAt) [this.#used, this.#resetsAt] = [0, now + sessionStartsMs];
    this.#used += 1;
    if (this.#used > sessionStarts) return 'too many';
    if (now - this.#newest < this.#intervalMs) return 'too soon';
    this.#newest = now;
    return 'begin';
  }
}
