import { readFileSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { KEY_PREFIX, type RunScript, type Store } from '../store/store.ts';
import type { BudgetKey, QuotaLog, QuotaUse, ServerReport, Span, Taken } from './rule.ts';
import { toShareName } from './rule.ts';
import { applyReport, type Standing, toReported, toUse } from './standing.ts';

const SCRIPT = readFileSync(new URL('./redisLog.lua', import.meta.url), 'utf8');
/** All keys share a hash tag, and so one node of a cluster: several budgets are taken in one step. */
const PREFIX = `${KEY_PREFIX}:{quota}`;

/** `redisClock` takes the place of Redis' own clock in tests. */
export type RedisLogOptions = {
  toScript: NonNullable<Store['toScript']>;
  span: Span;
  now: () => number;
  redisClock?: () => number;
};

/** Requests of one turn of the event loop for the same budgets. */
type Batch = { count: number; answer: Promise<unknown[]> };

/** The logs in Redis, shared by all processes, by Redis' clock. Requests of one turn for the same budgets are one call. */
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
    const batch = this.#batches.get(id) ?? { count: 0, answer: nextTurn().then(() => this.#send(id, keys)) };
    this.#batches.set(id, batch);
    batch.count += 1;
    const place = batch.count;
    const [granted = 0, grantedAt = 0, opensInMs = 0, blocker = 1, isShare] = (await batch.answer).map(Number);
    if (place <= granted) return { isGranted: true, grantedAt };
    const [key] = keys.slice(blocker - 1);
    const line = key && (isShare === 1 ? toShareName(key) : key.name);
    return { isGranted: false, opensAt: this.#options.now() + opensInMs, line: line ?? id };
  }

  async observe(key: BudgetKey, report: ServerReport): Promise<number> {
    const { standing, text, skewMs } = await this.#stand(key);
    const next = applyReport(key, standing, report, this.#options.span);
    if (next === text) return standing.opensAt - skewMs;
    const stored = await this.#stand(key, [text, next]);
    // Unless another process stored something in between.
    return stored.text === next ? stored.standing.opensAt - skewMs : await this.observe(key, report);
  }

  async look(key: BudgetKey): Promise<QuotaUse> {
    const { standing, skewMs } = await this.#stand(key);
    return toUse(key, standing, this.#options.span, skewMs);
  }

  #send(id: string, keys: readonly BudgetKey[]): Promise<unknown[]> {
    const { count } = this.#batches.get(id) ?? { count: 0 };
    this.#batches.delete(id);
    return this.#ask(keys, count);
  }

  /** A look at one budget; `report` is what was read before and what takes its place. `skewMs` is Redis' clock less ours. */
  async #stand(key: BudgetKey, report: string[] = []): Promise<{ standing: Standing; text: string; skewMs: number }> {
    const answer = await this.#ask([key], 0, report);
    const text = String(answer.pop());
    const [, now = 0, opensInMs = 0, , , used = 0, room = 0, firstAt = 0, lastAt = 0, arrived = 0] = answer.map(Number);
    const reported = toReported(text, now);
    const standing = { now, opensAt: now + opensInMs, used, room, firstAt, lastAt, arrived, reported };
    return { standing, text, skewMs: now - Math.floor(this.#options.now()) };
  }

  #ask(keys: readonly BudgetKey[], count: number, report: string[] = []): Promise<unknown[]> {
    const { redisClock, span } = this.#options;
    const toNames = (key: BudgetKey) => [`times:${key.name}`, `report:${key.name}`, `times:${toShareName(key)}`];
    const names = keys.flatMap(toNames).map((name) => `${PREFIX}:${name}`);
    const rules = keys.flatMap(({ limit, reserve, person }) => [limit, reserve, person === undefined ? 0 : 1]);
    const clock = redisClock ? Math.floor(redisClock()) : '';
    const args = [count, span.windowMs, span.guardMs, clock, ...rules, ...report].map(String);
    return this.#run(names, args) as Promise<unknown[]>;
  }
}
