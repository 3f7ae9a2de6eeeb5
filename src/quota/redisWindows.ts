import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Logger } from '../log.ts';
import { KEY_PREFIX, type RunScript, type Store } from '../store/store.ts';
import type { RateFacts } from './rateHeaders.ts';
import {
  type Ask,
  type BudgetRule,
  type Granted,
  type QuotaUse,
  type QuotaWindows,
  type Standing,
  type Taken,
  tighter,
  toUse,
  type Verdict,
  WITHOUT_A_WORD_MS,
} from './window.ts';

const SCRIPT = readFileSync(new URL('./redisWindows.lua', import.meta.url), 'utf8');

/** All budgets share a hash tag, and so a slot of a cluster: two of them are taken in one step. */
const KEYS_BEGIN = `${KEY_PREFIX}:{quota}`;
const ADDRESS = '@address';
const REMEMBERED_OWNERS = 10_000;

export type RedisWindowsOptions = {
  rule: BudgetRule;
  /** The budget of all owners together; without it there is no such bound. */
  addressRule?: BudgetRule | undefined;
  /** {@link Store}'s. */
  toScript: NonNullable<Store['toScript']>;
  log: Logger;
  now: () => number;
  /** Ms since the epoch instead of Redis' own clock, for tests. */
  redisClock?: () => number;
};

/**
 * The budgets in Redis, shared by all processes: each decision is one script call (redisWindows.lua), stamped by Redis' clock. A
 * budget that nobody used for two windows is forgotten. When Redis was emptied, no budget is thought unused: one request finds
 * out what the server says, and the others wait for it.
 */
export class RedisWindows implements QuotaWindows {
  readonly #run: RunScript;
  readonly #rule: BudgetRule;
  readonly #addressRule: BudgetRule | undefined;
  readonly #ruleArgs: string[];
  readonly #addressArgs: string[];
  readonly #log: Logger;
  readonly #now: () => number;
  readonly #redisClock: () => string;
  readonly #process = randomUUID();
  /** When this process was last granted a request of an owner: a budget that had one and has no log was lost. */
  readonly #grantedAt = new Map<string, number>();

  constructor({ rule, addressRule, toScript, log, now, redisClock }: RedisWindowsOptions) {
    this.#run = toScript(SCRIPT);
    this.#rule = rule;
    this.#addressRule = addressRule;
    this.#ruleArgs = toArgs(rule);
    this.#addressArgs = addressRule ? toArgs(addressRule) : [];
    this.#log = log;
    this.#now = now;
    this.#redisClock = redisClock ? () => String(Math.floor(redisClock())) : () => '';
  }

  async take({ owner, priority, waitedMs }: Ask): Promise<Taken> {
    const lastAt = this.#grantedAt.get(owner);
    const isKnown = lastAt !== undefined && this.#now() - lastAt < this.#rule.windowMs + this.#rule.guardMs;
    const answer = await this.#run(this.#keys(owner), [
      'take',
      this.#redisClock(),
      priority,
      String(Math.floor(waitedMs)),
      isKnown ? '1' : '',
      this.#process,
      ...this.#ruleArgs,
      ...this.#addressArgs,
    ]);
    if (typeof answer === 'number') {
      this.#noteGrant(owner);
      return { isGranted: true, stamp: answer };
    }
    const [, ...rest] = answer as number[];
    const now = this.#now();
    return { isGranted: false, frees: rest.map((ms) => now + ms) };
  }

  giveBack(owner: string, { stamp }: Granted): void {
    this.#inPassing(this.#ask('giveBack', this.#keys(owner), [...this.#ruleArgs, ...this.#addressArgs, String(stamp)]));
  }

  leave(owner: string): void {
    this.#inPassing(this.#ask('leave', this.#keys(owner), []));
  }

  async observe(owner: string, facts: RateFacts, verdict: Verdict): Promise<number> {
    const now = this.#now();
    const rule = this.#addressRule ?? this.#rule;
    // Where there is a bound for the address, that is what the server counts by, and what its headers speak of.
    const name = this.#addressRule ? ADDRESS : owner;
    const args = [
      ...toArgs(rule),
      verdict,
      ...[facts.limit, facts.remaining].map((count) => String(count ?? '')),
      ...[facts.resetAt, facts.retryAt].map((at) => (at === undefined ? '' : String(Math.ceil(at - now)))),
    ];
    try {
      return now + ((await this.#ask('observe', this.#keysOf(name), args)) as number);
    } catch (err) {
      this.#log.warn({ err }, 'what an answer said of the quota could not be kept');
      return verdict === 'refused' ? (facts.retryAt ?? facts.resetAt ?? now + WITHOUT_A_WORD_MS) : now;
    }
  }

  async look(owner: string): Promise<QuotaUse> {
    const [own, address] = await Promise.all([
      this.#lookAt(owner, this.#rule),
      this.#addressRule && this.#lookAt(ADDRESS, this.#addressRule),
    ]);
    return tighter(own, address);
  }

  close(): void {}

  async #lookAt(name: string, rule: BudgetRule): Promise<QuotaUse> {
    const answer = (await this.#ask('look', this.#keysOf(name), toArgs(rule))) as number[];
    const [limit = 0, count = 0, foreign = 0, wait = 0, firstFreesIn = 0, lastFreesIn = 0, closedFor = 0, ...rest] =
      answer;
    const [isFeared = 0, foreignFor = 0] = rest;
    const standing: Standing = {
      limit,
      count,
      foreign,
      isFeared: isFeared === 1,
      wait,
      closedFor,
      firstFreesIn,
      lastFreesIn,
      foreignFor,
    };
    return toUse(standing, this.#now());
  }

  #noteGrant(owner: string): void {
    this.#grantedAt.set(owner, this.#now());
    if (this.#grantedAt.size <= REMEMBERED_OWNERS) return;
    const oldest = this.#grantedAt.keys().next();
    if (!oldest.done) this.#grantedAt.delete(oldest.value);
  }

  #ask(operation: string, keys: string[], args: string[]): Promise<unknown> {
    return this.#run(keys, [operation, this.#redisClock(), 'interactive', '0', '', this.#process, ...args]);
  }

  #keys(owner: string): string[] {
    return this.#addressRule ? [...this.#keysOf(owner), ...this.#keysOf(ADDRESS).slice(1)] : this.#keysOf(owner);
  }

  #keysOf(name: string): string[] {
    return [`${KEYS_BEGIN}:since`, `${KEYS_BEGIN}:log:${name}`, `${KEYS_BEGIN}:line:${name}`];
  }

  #inPassing(work: Promise<unknown>): void {
    work.catch((err: unknown) => this.#log.debug({ err }, 'the quota was not told'));
  }
}

function toArgs({ limit, windowMs, guardMs }: BudgetRule): string[] {
  return [limit, windowMs, guardMs].map(String);
}
