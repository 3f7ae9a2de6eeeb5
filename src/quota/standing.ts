import type { BudgetKey, QuotaUse, ServerReport, Span } from './rule.ts';

/** How long a budget is closed, or unknown, where the server doesn't say until when. */
const DEFAULT_RETRY_AFTER_MS = 60_000;
/** Added to a server's Retry-After, because its clock and ours differ. */
const AFTER_RETRY_MS = 500;
const MIN_PROBE_DELAY_MS = 1_000;

/**
 * What the server last said of a budget, in ms of the log's clock; a time that has passed no longer holds. Until `ends`, `foreign`
 * requests count although the log doesn't have them. Where only they are in the way, one request may leave from `probe` on: its
 * response shows what is left. `refused` is when the server last closed the budget.
 */
export type Reported = { foreign: number; ends: number; closed: number; refused: number; probe: number };

/**
 * The state of a budget; times in ms of the log's clock. `used` grants count; `arrived` of them are older than the guard, so that
 * the server certainly counted them. `room`: how many requests of this person may leave now. `firstAt`, `lastAt`: the oldest and
 * the newest grant, 0 where there is none.
 */
export type Standing = { reported: Reported } & Record<
  'now' | 'used' | 'arrived' | 'room' | 'opensAt' | 'firstAt' | 'lastAt',
  number
>;

/** From its JSON, which is empty where the log says it all. */
export function toReported(text: string, now: number): Reported {
  const reported: Reported = JSON.parse(text || '{"foreign":0,"ends":0,"closed":0,"refused":0,"probe":0}');
  return reported.ends > now ? reported : { ...reported, foreign: 0, ends: 0 };
}

/** What people are told; the log's clock is ahead of ours by `skewMs`. */
export function toUse(key: BudgetKey, standing: Standing, { windowMs, guardMs }: Span, skewMs: number): QuotaUse {
  const { now, used, room, opensAt, firstAt, lastAt, reported } = standing;
  const { foreign, ends, closed } = reported;
  const spanMs = windowMs + guardMs;
  const toDate = (at: number): Date | undefined => (at > now ? new Date(at - skewMs) : undefined);
  return {
    limit: key.limit,
    used: closed > now ? key.limit : Math.min(key.limit, used + foreign),
    left: room,
    nextFreeAt: toDate(room > 0 ? firstAt + spanMs : opensAt),
    allFreeAt: toDate(Math.max(closed, lastAt + spanMs, foreign > 0 ? ends : 0)),
  };
}

/**
 * What holds after a response, as JSON; empty when the log says it all. `Remaining` bounds the foreign requests: at least what
 * our log lacks, at most what the grants that certainly arrived leave, because the server may not have counted the others yet.
 */
export function applyReport(key: BudgetKey, standing: Standing, report: ServerReport, span: Span): string {
  const { now, used, arrived } = standing;
  const { isRefused, remaining, grantedAt = now } = report;
  const endsAt = now + span.windowMs + span.guardMs;
  const next = { ...standing.reported };
  const saidInMs = report.retryInMs ?? report.resetInMs;
  const retryAt = Math.min(endsAt, now + Math.ceil(Math.max(0, saidInMs ?? DEFAULT_RETRY_AFTER_MS)));
  if (remaining !== undefined) {
    const atLeast = key.limit - used - remaining;
    const atMost = key.limit - Math.min(used, arrived + (isRefused ? 0 : 1)) - remaining;
    next.foreign = Math.max(0, Math.min(Math.max(next.foreign, atLeast), atMost));
    next.ends = endsAt;
    next.probe = Math.max(retryAt, now + MIN_PROBE_DELAY_MS);
  }
  if (isRefused) {
    // A refusal that gives no time doesn't shorten one that gave one.
    next.closed = Math.min(endsAt, Math.max(retryAt + AFTER_RETRY_MS, saidInMs === undefined ? next.closed : 0));
    next.probe = next.closed;
    next.refused = now;
  } else if (grantedAt > next.refused && remaining !== 0) {
    // Only the response to a request that left after the refusal opens the budget.
    next.closed = 0;
  }
  return next.foreign > 0 || next.closed > now ? JSON.stringify(next) : '';
}
