import { readFileSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { KEY_PREFIX, type RunScript, type Store } from '../store/store.ts';
import { applyReport, type BudgetState, toReported, toUse } from './budgetState.ts';
import { type BudgetKey, type QuotaLog, type ServerReport, type Span, type Taken, toShareName } from './rule.ts';

const SCRIPT = readFileSync(new URL('./redisLog.lua', import.meta.url), 'utf8');

/** `isSpread`: budgets may be on several nodes. `redisClock`: instead of Redis' own, in tests. */
export type RedisLogOptions = {
  toScript: NonNullable<Store['toScript']>;
  span: Span;
  now: () => number;
  isSpread?: boolean;
  redisClock?: () => number;
};

/** Requests of one turn of the event loop for the same budgets. */
type Batch = { count: number; result: Promise<unknown[]> };

/** The logs in Redis, by Redis' clock. Requests of one event-loop turn share a call. */
export class RedisLog implements QuotaLog {
  readonly #run: RunScript;
  readonly #options: RedisLogOptions;
  readonly #batches = new Map<string, Batch>();

  constructor(options: RedisLogOptions) {
    this.#run = options.toScript(SCRIPT);
    this.#options = options;
  }

  async take(keys: readonly BudgetKey[]): Promise<Taken> {
    const id = keys.map((key) => `${toShareName(key)} ${key.reserve}`).join('\n');
    const send = (): Promise<unknown[]> => {
      this.#batches.delete(id);
      return this.#callScript(keys, batch.count);
    };
    const batch: Batch = this.#batches.get(id) ?? { count: 0, result: nextTurn().then(send) };
    this.#batches.set(id, batch);
    batch.count += 1;
    const position = batch.count;
    const [granted = 0, grantedAt = 0, opensInMs = 0, blocker = 1, isShare] = (await batch.result).map(Number);
    if (position <= granted) return { isGranted: true, grantedAt };
    const [key] = keys.slice(blocker - 1);
    const queue = key && (isShare === 1 ? toShareName(key) : key.name);
    return { isGranted: false, opensAt: this.#options.now() + opensInMs, queue: queue ?? id };
  }

  async observe(key: BudgetKey, report: ServerReport): Promise<number> {
    const { state, text, skewMs } = await this.#readState(key);
    const next = applyReport(key, state, report, this.#options.span);
    if (next === text) return state.opensAt - skewMs;
    const stored = await this.#readState(key, [text, next]);
    // Fails if another process stored something in between.
    return stored.text === next ? stored.state.opensAt - skewMs : await this.observe(key, report);
  }

  async peek(key: BudgetKey) {
    const { state, skewMs } = await this.#readState(key);
    return toUse(key, state, this.#options.span, skewMs);
  }

  /** `report`: the report as read, then its replacement. `skewMs`: Redis' clock minus ours. */
  async #readState(key: BudgetKey, report: string[] = []) {
    const result = await this.#callScript([key], 0, report);
    const text = String(result.pop());
    const numbers = result.map(Number);
    const [, now = 0, opensInMs = 0, , , used = 0, available = 0, firstAt = 0, lastAt = 0, arrived = 0] = numbers;
    const reported = toReported(text, now);
    const state: BudgetState = { now, opensAt: now + opensInMs, used, available, firstAt, lastAt, arrived, reported };
    return { state, text, skewMs: now - Math.floor(this.#options.now()) };
  }

  #callScript(keys: readonly BudgetKey[], count: number, report: string[] = []): Promise<unknown[]> {
    const { isSpread, redisClock, span } = this.#options;
    // A script's keys must be on one node, as keys with the same hash tag (in braces) are.
    const tag = isSpread && keys[0] ? `{quota:${keys[0].name}}` : '{quota}';
    const toNames = (key: BudgetKey) => [`times:${key.name}`, `report:${key.name}`, `times:${toShareName(key)}`];
    const names = keys.flatMap(toNames).map((name) => `${KEY_PREFIX}:${tag}:${name}`);
    const rules = keys.flatMap(({ limit, reserve, person }) => [limit, reserve, person === undefined ? 0 : 1]);
    const clock = redisClock ? Math.floor(redisClock()) : '';
    const args = [count, span.windowMs, span.guardMs, clock, ...rules, ...report].map(String);
    return this.#run(names, args) as Promise<unknown[]>;
  }
}
