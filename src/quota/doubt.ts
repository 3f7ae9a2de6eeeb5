import type { RateFacts } from './rateHeaders.ts';
import { AFTER_RETRY_MS, type BudgetRule, type Verdict, WITHOUT_A_WORD_MS } from './window.ts';

/**
 * What is not our own log: what the server said, or what may have been before our log began. All times in ms since the epoch;
 * a time in the past means that it no longer holds.
 */
export type Doubt = {
  closedUntil: number;
  /** When it closed: an answer to a request that had left before opens nothing. */
  refusedAt: number;
  /** The server's limit where it is below the configured one. */
  limit: number;
  /** Requests that count although this log does not have them: somebody else's, or our own that the log lost. */
  foreign: number;
  /** Until when the limit and what is foreign hold, unless the server tells again. */
  heldUntil: number;
  /** Where only `foreign` stands against a request: when one may go, to find out; at most until `heldUntil`. */
  probeAt: number;
  /** While that one is on its way; a time in the past when nobody answered it, 0 without it. */
  probedUntil: number;
  /** When our own log was found to lack grants. */
  lostAt: number;
  /** How many of those may have been on their way then: the answers of the next seconds may not count them yet. */
  astray: number;
};

/** What the log says when an answer comes. */
export type LogSide = {
  /** Grants that count. */
  count: number;
  /** Those that the answer must have counted. */
  counted: number;
  /** False when the request that is answered may have left before the budget was closed. */
  isNewer: boolean;
};

const SHORTEST_PROBE_DELAY_MS = 1_000;

export function noDoubt(limit: number): Doubt {
  return {
    closedUntil: 0,
    refusedAt: 0,
    limit,
    foreign: 0,
    heldUntil: 0,
    probeAt: 0,
    probedUntil: 0,
    lostAt: 0,
    astray: 0,
  };
}

/** Changes what is believed by what an answer says. */
export function learn(
  doubt: Doubt,
  rule: BudgetRule,
  now: number,
  log: LogSide,
  facts: RateFacts,
  verdict: Verdict,
): void {
  const { limit: mostEver, windowMs, guardMs } = rule;
  const astray = doubt.lostAt + guardMs > now ? doubt.astray : 0;
  const mayOpen = verdict !== 'refused' && log.isNewer;
  let isProbeUnanswered = false;
  if (facts.limit !== undefined) {
    doubt.limit = Math.max(1, Math.min(facts.limit, mostEver));
    doubt.heldUntil = now + windowMs + guardMs;
  }
  if (facts.remaining !== undefined) {
    // What the answer proves of the requests that this log lacks.
    const atLeast = doubt.limit - log.count - facts.remaining;
    const atMost = Math.max(0, doubt.limit - Math.min(log.counted, log.count) - facts.remaining) + astray;
    doubt.foreign = Math.min(Math.max(doubt.foreign, atLeast), atMost);
    doubt.heldUntil = now + windowMs + guardMs;
    const asked = facts.resetAt ?? now + WITHOUT_A_WORD_MS;
    doubt.probeAt = Math.min(Math.max(asked, now + SHORTEST_PROBE_DELAY_MS), doubt.heldUntil);
    if (facts.remaining > 0 && mayOpen) doubt.closedUntil = 0;
  } else if (verdict === 'accepted') {
    // A server that does not tell: that it accepts who was to find out is all there is to know.
    if (doubt.probedUntil > now) doubt.foreign = Math.min(doubt.foreign, astray);
    if (mayOpen) doubt.closedUntil = 0;
  } else if (verdict === 'unclear') {
    // Whoever was to find out has not; that is no reason to keep the others waiting for long.
    if (doubt.probedUntil > now) doubt.probeAt = now + SHORTEST_PROBE_DELAY_MS;
    isProbeUnanswered = doubt.probedUntil > 0;
  }
  doubt.probedUntil = isProbeUnanswered ? now : 0;
  if (verdict === 'refused') {
    const saidAt = facts.retryAt ?? facts.resetAt;
    const opensAt = Math.max(saidAt ?? now + WITHOUT_A_WORD_MS, now) + AFTER_RETRY_MS;
    // A refusal that gives no time is no kinder one.
    const closedUntil = saidAt === undefined ? Math.max(opensAt, doubt.closedUntil) : opensAt;
    doubt.closedUntil = Math.min(closedUntil, now + windowMs + guardMs);
    // When it said to ask again, whatever its Reset.
    doubt.probeAt = doubt.closedUntil;
    doubt.refusedAt = now;
  }
}
