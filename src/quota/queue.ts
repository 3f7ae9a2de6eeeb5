import { isTimeout, unlessAborted } from '../time/withTimeout.ts';
import { createMetrics, type QuotaMetrics } from './metrics.ts';
import type { BudgetKey, Priority, QuotaLog, QuotaUse, ServerReport } from './rule.ts';
import { ADDRESS_BUDGET, MAX_WAIT_MS, PUBLIC_BUDGET, QuotaExhausted, RESERVES, toShareName } from './rule.ts';

/** A request without a `person` isn't bound to a fair share. `signal` ends the wait. */
type SlotRequest = { priority?: Priority | undefined; person?: string | undefined; signal?: AbortSignal | undefined };

/** Limits are requests per window. `timer` calls `run` after `ms` and returns a cancel function. */
export type QuotaQueueOptions = {
  log: QuotaLog;
  perToken: number;
  perAddress?: number | undefined;
  now?: () => number;
  timer?: (ms: number, run: () => void) => () => void;
};

type Waiter = { giveUpAt: number; wake: () => void };

/** Requests that wait for one budget, or one person's share of it; first come, first served. */
type WaitQueue = { name: string; budget: string; opensAt: number; waiters: Set<Waiter> };

/** Decides when requests may be sent. Budgets: one per token owner, and {@link PUBLIC_BUDGET}. */
export class QuotaQueue {
  readonly metrics: QuotaMetrics = createMetrics();
  readonly isBoundByAddress: boolean;
  readonly #options: Required<Omit<QuotaQueueOptions, 'perAddress'>> & { perAddress: number | undefined };
  readonly #queues = new Map<string, WaitQueue>();

  constructor({ log, perToken, perAddress, now = Date.now, timer = runLater }: QuotaQueueOptions) {
    this.#options = { log, perToken, perAddress, now, timer };
    this.isBoundByAddress = perAddress !== undefined;
  }

  /** Resolves with the grant's time by the log's clock. Rejects with {@link QuotaExhausted} if no
   * slot frees within 10 s (at once unless interactive) or before the signal's timeout, with any
   * other reason of the signal, or with StoreUnavailable. */
  async acquire(budget: string, { priority = 'interactive', person, signal }: SlotRequest = {}): Promise<number> {
    const maxWaitMs = priority === 'interactive' ? MAX_WAIT_MS : 0;
    const keys = this.#keysOf(budget, person, RESERVES[priority]);
    const waiter = { giveUpAt: this.#options.now() + maxWaitMs, wake: () => {} };
    const metrics = this.metrics[priority];
    metrics.waiting += 1;
    try {
      const grantedAt = await this.#waitForSlots(keys, waiter, signal);
      metrics.granted += 1;
      return grantedAt;
    } catch (error) {
      metrics[error instanceof QuotaExhausted ? 'denied' : 'left'] += 1;
      throw error;
    } finally {
      metrics.waiting -= 1;
    }
  }

  /** Applies a response to its budget; resolves with the time when the next request may leave. */
  async observe(budget: string, report: ServerReport): Promise<Date> {
    // If the address has a limit, the server's headers are about that.
    const [own, address = own] = this.#keysOf(budget, undefined, 0);
    const opensAt = await this.#options.log.observe(address, report);
    for (const queue of [...this.#queues.values()].filter((each) => each.budget === address.name)) {
      if (!report.isRefused && (queue.name !== queue.budget || opensAt >= queue.opensAt)) continue;
      queue.opensAt = opensAt;
      for (const { wake } of [...queue.waiters]) wake();
    }
    return new Date(opensAt);
  }

  /** The use of a budget, or of the address's budget if that has less left. */
  async use(budget: string, person?: string): Promise<QuotaUse> {
    const { log } = this.#options;
    const [ownKey, addressKey] = this.#keysOf(budget, person, 0);
    const [own, address] = await Promise.all([log.peek(ownKey), addressKey && log.peek(addressKey)]);
    if (address && address.left < own.left) return { ...address, isShared: true };
    return budget === PUBLIC_BUDGET ? { ...own, isShared: true } : own;
  }

  close(): void {
    this.#options.log.close?.();
  }

  #keysOf(budget: string, person: string | undefined, reserve: number): [BudgetKey, BudgetKey?] {
    const { perToken: limit, perAddress } = this.#options;
    const own: BudgetKey = { name: budget, limit, reserve, ...(budget === PUBLIC_BUDGET && { person }) };
    return perAddress === undefined ? [own] : [own, { name: ADDRESS_BUDGET, limit: perAddress, reserve, person }];
  }

  async #waitForSlots(keys: [BudgetKey, BudgetKey?], waiter: Waiter, signal: AbortSignal | undefined): Promise<number> {
    const budgets = keys.filter((key) => key !== undefined);
    const names = budgets.flatMap((key) => [key.name, toShareName(key)]);
    let queue = names.map((name) => this.#queues.get(name)).find((each) => each !== undefined);
    queue?.waiters.add(waiter);
    try {
      for (;;) {
        const now = this.#options.now();
        const { opensAt, waiters } = queue ?? { opensAt: 0, waiters: new Set([waiter]) };
        if (queue && isTimeout(signal?.reason)) throw new QuotaExhausted(Math.max(now, opensAt), queue.name);
        signal?.throwIfAborted();
        const isFirst = waiters.values().next().value === waiter;
        if (isFirst && opensAt <= now) {
          const taken = await unlessAborted(this.#options.log.take(budgets), signal);
          if (taken.isGranted) return taken.grantedAt;
          if (queue?.name !== taken.queue) this.#leave(queue, waiter);
          queue = this.#join(waiter, taken.queue, taken.opensAt, budgets);
        } else if (waiter.giveUpAt <= now || waiter.giveUpAt < opensAt) {
          throw new QuotaExhausted(Math.max(now, opensAt), queue?.name);
        } else {
          const wakesAt = isFirst ? Math.min(opensAt, waiter.giveUpAt) : waiter.giveUpAt;
          const { promise: awake, resolve: wake } = Promise.withResolvers<void>();
          waiter.wake = wake;
          const cancel = this.#options.timer(wakesAt - now, wake);
          // If the signal aborts, the next round throws.
          await unlessAborted(awake, signal).catch(() => {});
          cancel();
        }
      }
    } finally {
      this.#leave(queue, waiter);
    }
  }

  #join(waiter: Waiter, name: string, opensAt: number, budgets: BudgetKey[]): WaitQueue {
    const budget = budgets.find((key) => toShareName(key) === name)?.name ?? name;
    const queue = this.#queues.get(name) ?? { name, budget, opensAt, waiters: new Set() };
    this.#queues.set(name, queue);
    queue.waiters.add(waiter);
    queue.opensAt = opensAt;
    return queue;
  }

  #leave(queue: WaitQueue | undefined, waiter: Waiter): void {
    if (!queue?.waiters.delete(waiter)) return;
    const [next] = queue.waiters;
    next?.wake();
    if (queue.waiters.size === 0) this.#queues.delete(queue.name);
  }
}

function runLater(ms: number, run: () => void): () => void {
  // A timer may fire a millisecond early.
  const timer = setTimeout(run, Math.max(0, Math.ceil(ms)) + 1);
  return () => clearTimeout(timer);
}
