import { Lane, QuotaExhausted, type Side, type Waiter } from './lane.ts';
import { createMetrics, type QuotaMetrics } from './metrics.ts';
import type { RateFacts } from './rateHeaders.ts';
import {
  type Denied,
  LONGEST_WAIT_MS,
  type Priority,
  type QuotaUse,
  type QuotaWindows,
  type Taken,
  type Verdict,
} from './window.ts';

const AT_ONCE = Promise.resolve();

export { QuotaExhausted };

export type AcquireOptions = { priority?: Priority | undefined; signal?: AbortSignal | undefined };

export type QuotaQueueOptions = {
  windows: QuotaWindows;
  /** Milliseconds since the epoch. */
  now?: () => number;
  /** Runs once after `ms`; gives the way to call that off. */
  timer?: (ms: number, run: () => void) => () => void;
};

/**
 * Says when a request may be sent. A budget is named by the caller: one for each token's owner, and one for calls without a
 * token. Whoever finds a slot goes at once; the others wait in the lane of their owner: people before background, which ages,
 * and within a priority first come, first served. Nobody waits for what cannot come in time.
 */
export class QuotaQueue {
  readonly metrics: QuotaMetrics = createMetrics();
  readonly #windows: QuotaWindows;
  readonly #lanes = new Map<string, Lane>();
  readonly #now: () => number;
  readonly #timer: NonNullable<QuotaQueueOptions['timer']>;

  constructor({ windows, now = Date.now, timer = runLater }: QuotaQueueOptions) {
    this.#windows = windows;
    this.#now = now;
    this.#timer = timer;
  }

  /**
   * Resolves when the request may leave. Rejects with {@link QuotaExhausted}, at once when no slot frees within 10 s
   * (background: 15 min); with the signal's reason, at no cost; or with StoreUnavailable when the budget cannot be asked.
   */
  acquire(owner: string, { priority = 'interactive', signal }: AcquireOptions = {}): Promise<void> {
    if (signal?.aborted) return Promise.reject(signal.reason);
    const lane = this.#lanes.get(owner);
    if (lane !== undefined && lane.sides[priority].size > 0) return this.#join(lane, priority, this.#now(), signal);
    let taken: Taken | Promise<Taken>;
    try {
      taken = this.#windows.take({ owner, priority, waitedMs: 0 });
    } catch (error) {
      this.metrics[priority].left += 1;
      return Promise.reject(error);
    }
    if (taken instanceof Promise) return this.#enter(owner, priority, taken, signal);
    if (!taken.isGranted) return this.#lineUp(owner, priority, taken, this.#now(), signal);
    this.metrics[priority].grantedAtOnce();
    return AT_ONCE;
  }

  /**
   * Learns from an answer. Its headers can only tighten a budget, and a later answer undoes what an earlier one said; `refused`
   * closes it until the server's Retry-After or Reset. Gives when the next request may leave.
   */
  async observe(owner: string, facts: RateFacts, verdict: Verdict): Promise<Date> {
    const opensAt = await this.#windows.observe(owner, facts, verdict);
    const own = this.#lanes.get(owner);
    const concerned = this.#windows.tellsOfAll ? [...this.#lanes.values()] : own ? [own] : [];
    for (const lane of concerned) {
      // Who waits asks again only for news: for most answers the time stays what it was.
      for (const side of Object.values(lane.sides))
        if (opensAt < side.opensAt || verdict === 'refused') side.frees = [opensAt];
      this.#serve(lane);
    }
    return new Date(opensAt);
  }

  /** How much of a budget is used, for people to see. */
  async use(owner: string): Promise<QuotaUse> {
    return await this.#windows.look(owner);
  }

  #enter(owner: string, priority: Priority, asked: Promise<Taken>, signal?: AbortSignal): Promise<void> {
    const arrivedAt = this.#now();
    const metrics = this.metrics[priority];
    return asked.then(
      (taken) => {
        if (!taken.isGranted) return this.#lineUp(owner, priority, taken, arrivedAt, signal);
        if (signal?.aborted) {
          metrics.left += 1;
          this.#windows.giveBack(owner, taken);
          throw signal.reason;
        }
        metrics.grantedAfter(this.#now() - arrivedAt);
        return undefined;
      },
      (error: unknown) => {
        metrics.left += 1;
        throw error;
      },
    );
  }

  #lineUp(owner: string, priority: Priority, denied: Denied, arrivedAt: number, signal?: AbortSignal): Promise<void> {
    const lane = this.#lanes.get(owner) ?? new Lane(owner, this.metrics);
    lane.sides[priority].frees = denied.frees;
    return this.#join(lane, priority, arrivedAt, signal);
  }

  #join(lane: Lane, priority: Priority, arrivedAt: number, signal: AbortSignal | undefined): Promise<void> {
    const side = lane.sides[priority];
    const metrics = this.metrics[priority];
    const giveUpAt = arrivedAt + LONGEST_WAIT_MS[priority];
    const free = side.freesForNext;
    if (free > giveUpAt || signal?.aborted) {
      if (priority === 'interactive' && side.size === 0) this.#windows.leave(lane.owner);
      if (signal?.aborted) metrics.left += 1;
      else metrics.denied += 1;
      return Promise.reject(signal?.aborted ? signal.reason : new QuotaExhausted(new Date(free)));
    }
    return new Promise((resolve, reject) => {
      const waiter: Waiter = { arrivedAt, giveUpAt, resolve, reject, unwatch: undefined, hasLeft: false };
      if (signal) this.#watch(lane, side, waiter, signal);
      side.join(waiter);
      if (priority === 'interactive') lane.mayStandInLine = true;
      // Whoever comes after others waits no shorter than they do.
      if (side.size > 1) return;
      this.#lanes.set(lane.owner, lane);
      this.#schedule(lane);
    });
  }

  #watch(lane: Lane, side: Side, waiter: Waiter, signal: AbortSignal): void {
    const abort = (): void => {
      side.refuse(waiter, signal.reason);
      this.#schedule(lane);
    };
    signal.addEventListener('abort', abort, { once: true });
    waiter.unwatch = () => signal.removeEventListener('abort', abort);
  }

  /** Lets go whoever may go now, and tells whoever waited too long. */
  #serve(lane: Lane): void {
    if (lane.isAsking) return;
    const now = this.#now();
    for (const side of Object.values(lane.sides)) side.dismiss(now);
    for (let side = lane.next(now); side !== undefined; side = lane.next(now)) {
      const waitedMs = now - (side.head()?.arrivedAt ?? now);
      const asked = side;
      try {
        const taken = this.#windows.take({ owner: lane.owner, priority: side.priority, waitedMs });
        if (taken instanceof Promise) {
          lane.isAsking = true;
          taken
            .then(
              (answer) => this.#settle(lane, asked, answer),
              (error: unknown) => refuseAll(lane, error),
            )
            .finally(() => {
              lane.isAsking = false;
              this.#serve(lane);
            });
          return;
        }
        this.#settle(lane, side, taken);
      } catch (error) {
        refuseAll(lane, error);
      }
    }
    this.#schedule(lane);
  }

  #settle(lane: Lane, side: Side, taken: Taken): void {
    if (!taken.isGranted) {
      side.frees = taken.frees;
      // Whoever asked may have left meanwhile: the windows put them in line all the same.
      if (side.priority === 'interactive' && side.size === 0) this.#windows.leave(lane.owner);
      return;
    }
    if (!side.grantHead(this.#now())) this.#windows.giveBack(lane.owner, taken);
  }

  #schedule(lane: Lane): void {
    lane.cancelTimer();
    if (lane.mayStandInLine && lane.sides.interactive.size === 0) {
      lane.mayStandInLine = false;
      this.#windows.leave(lane.owner);
    }
    if (lane.size === 0) {
      if (this.#lanes.get(lane.owner) === lane) this.#lanes.delete(lane.owner);
      return;
    }
    if (lane.isAsking) return;
    lane.cancelTimer = this.#timer(Math.max(0, lane.wakesAt() - this.#now()), () => this.#serve(lane));
  }
}

function refuseAll(lane: Lane, error: unknown): void {
  for (const side of Object.values(lane.sides)) side.refuseAll(error);
}

function runLater(ms: number, run: () => void): () => void {
  // A timer may fire a millisecond early.
  const timer = setTimeout(run, Math.ceil(ms) + 1);
  return () => clearTimeout(timer);
}
