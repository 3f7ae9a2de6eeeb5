import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Logger } from '../log.ts';
import { KEY_PREFIX, type RunScript, type Store } from '../store/store.ts';
import { OwnGrants } from './ownGrants.ts';
import { QuickTakes } from './quickTakes.ts';
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

const DECIDE = ['redisBudget', 'redisLines', 'redisWindows'].map(readScript).join('\n');
const TAKE = readScript('redisTake');

/** All budgets share a hash tag, and so a slot of a cluster: two of them are taken in one step. */
const KEYS_BEGIN = `${KEY_PREFIX}:{quota}`;
const ADDRESS = '@address';
const ADDRESS_LOG = toLogKey(ADDRESS);

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
 * The budgets in Redis, shared by all processes, stamped by Redis' clock. Each decision is one script call: redisTake.lua's where a budget is
 * nothing but its log, else redisWindows.lua's. A budget that nobody used for two windows is forgotten. When Redis was emptied, no budget is thought unused: one request finds
 * out what the server says, and the others wait for it.
 */
export class RedisWindows implements QuotaWindows {
  readonly tellsOfAll: boolean;
  readonly #decide: RunScript;
  readonly #quick: QuickTakes;
  readonly #rule: BudgetRule;
  readonly #addressRule: BudgetRule | undefined;
  readonly #ruleArgs: string[];
  readonly #addressArgs: string[];
  readonly #log: Logger;
  readonly #now: () => number;
  readonly #redisClock: (() => string) | undefined;
  readonly #process = randomUUID();
  readonly #own: OwnGrants;

  constructor({ rule, addressRule, toScript, log, now, redisClock }: RedisWindowsOptions) {
    this.#decide = toScript(DECIDE);
    const spanMs = rule.windowMs + rule.guardMs;
    this.#own = new OwnGrants(spanMs, rule.guardMs);
    this.#rule = rule;
    this.#addressRule = addressRule;
    this.tellsOfAll = addressRule !== undefined;
    this.#ruleArgs = toArgs(rule);
    this.#addressArgs = addressRule ? toArgs(addressRule) : [];
    this.#log = log;
    this.#now = now;
    this.#redisClock = redisClock && (() => String(Math.floor(redisClock())));
    this.#quick = new QuickTakes({
      script: toScript(`${toLocals(rule, addressRule)}\n${TAKE}`),
      logsOf: (owner) => (addressRule ? [toLogKey(owner), ADDRESS_LOG] : [toLogKey(owner)]),
      freshMs: spanMs / 2,
      now,
      redisClock: this.#redisClock,
    });
  }

  take(ask: Ask): Promise<Taken> {
    // Background leaves a part to people, which the whole rule alone knows of.
    const asked = ask.priority === 'interactive' ? this.#quick.take(ask.owner) : undefined;
    if (asked === undefined) return this.#takeByRule(ask);
    return asked.then((stamp) => (typeof stamp === 'number' ? this.#granted(ask.owner, stamp) : this.#takeByRule(ask)));
  }

  #granted(owner: string, stamp: number): Granted {
    this.#own.noteGrant(this.#teller(owner), stamp, this.#now());
    return { isGranted: true, stamp };
  }

  async #takeByRule({ owner, priority, waitedMs }: Ask): Promise<Taken> {
    const answer = await this.#decide(this.#keys(owner), [
      'take',
      this.#redisClock?.() ?? '',
      priority,
      String(Math.floor(waitedMs)),
      ...this.#share(owner),
      this.#process,
      ...this.#ruleArgs,
      ...this.#addressArgs,
    ]);
    if (typeof answer === 'number') {
      this.#quick.noteDecision(owner);
      return this.#granted(owner, answer);
    }
    const [, ...frees] = answer as number[];
    const now = this.#now();
    return { isGranted: false, frees: frees.map((ms) => now + ms) };
  }

  giveBack(owner: string, { stamp }: Granted): void {
    this.#own.takeBack(this.#teller(owner), stamp);
    this.#inPassing(this.#ask('giveBack', this.#keys(owner), [...this.#ruleArgs, ...this.#addressArgs, String(stamp)]));
  }

  leave(owner: string): void {
    this.#inPassing(this.#ask('leave', this.#keys(owner), []));
  }

  async observe(owner: string, facts: RateFacts, verdict: Verdict): Promise<number> {
    const now = this.#now();
    const rule = this.#addressRule ?? this.#rule;
    const name = this.#teller(owner);
    // Also the one that is answered now was on its way when others believed what the server said.
    const share = this.#share(owner);
    const leftAt = this.#own.noteAnswer(name, now);
    const args = [
      ...toArgs(rule),
      verdict,
      ...[facts.limit, facts.remaining].map((count) => String(count ?? '')),
      ...[facts.resetAt, facts.retryAt].map((at) => (at === undefined ? '' : String(Math.ceil(at - now)))),
      String(leftAt ?? ''),
    ];
    try {
      return now + ((await this.#ask('observe', this.#keysOf(name), args, share)) as number);
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

  #ask(operation: string, keys: string[], args: string[], share = ['', '0']): Promise<unknown> {
    const clock = this.#redisClock?.() ?? '';
    return this.#decide(keys, [operation, clock, 'interactive', '0', ...share, this.#process, ...args]);
  }

  /** The budget that an owner's answers tell of: where there is a bound for the address, that is what the server counts by. */
  #teller(owner: string): string {
    return this.#addressRule ? ADDRESS : owner;
  }

  /** What this process has of that budget, as the script takes it. */
  #share(owner: string): string[] {
    const { newest, underWay } = this.#own.share(this.#teller(owner), this.#now());
    return [String(newest ?? ''), String(underWay)];
  }

  #keys(owner: string): string[] {
    return this.#addressRule ? [...this.#keysOf(owner), ...this.#keysOf(ADDRESS).slice(1)] : this.#keysOf(owner);
  }

  #keysOf(name: string): string[] {
    return [`${KEYS_BEGIN}:since`, toLogKey(name), `${KEYS_BEGIN}:odd:${name}`, `${KEYS_BEGIN}:line:${name}`];
  }

  #inPassing(work: Promise<unknown>): void {
    work.catch((err: unknown) => this.#log.debug({ err }, 'the quota was not told'));
  }
}

function readScript(name: string): string {
  return readFileSync(new URL(`./${name}.lua`, import.meta.url), 'utf8');
}

function toArgs({ limit, windowMs, guardMs }: BudgetRule): string[] {
  return [limit, windowMs, guardMs].map(String);
}

function toLogKey(name: string): string {
  return `${KEYS_BEGIN}:log:${name}`;
}

/** The rules as the short script finds them. */
function toLocals({ limit, windowMs, guardMs }: BudgetRule, other: BudgetRule | undefined): string {
  const [otherLimit, otherSpan] = other ? [other.limit, other.windowMs + other.guardMs] : ['nil', 'nil'];
  return `local LIMIT, SPAN, OTHER_LIMIT, OTHER_SPAN = ${limit}, ${windowMs + guardMs}, ${otherLimit}, ${otherSpan}`;
}
