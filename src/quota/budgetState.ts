import type { BudgetKey, QuotaUse, ServerReport, Span } from './rule.ts';

/** How long a budget is closed, or unknown, if the server doesn't say until when. */
const DEFAULT_RETRY_AFTER_MS = 60_000;
/** Added to the server's Retry-After, because its clock and ours differ. */
const AFTER_RETRY_MS = 500;
const MIN_PROBE_DELAY_MS = 1_000;

/** What the server last reported of a budget, in ms by the log's clock. Until `ends`, `foreign`
 * requests count although the log doesn't have them. If only they are in the way, one request may
 * leave from `probe` on, to see what is left. `refused` is when the server last closed the budget,
 * `closed` until when. */
export type Reported = { foreign: number; ends: number; closed: number; refused: number; probe: number };

/** A budget now, in ms by the log's clock. `arrived` of the `used` grants are older than the guard;
 * `room` more of this person may leave; `firstAt` and `lastAt` are the oldest and newest, or 0. */
export type BudgetState = { reported: Reported } & Record<
  'now' | 'used' | 'arrived' | 'room' | 'opensAt' | 'firstAt' | 'lastAt',
  number
>;

/** From its JSON, which is empty if nothing was reported that still counts. */
export function toReported(text: string, now: number): Reported {
  const reported: Reported = JSON.parse(text || '{"foreign":0,"ends":0,"closed":0,"refused":0,"probe":0}');
  return reported.ends > now ? reported : { ...reported, foreign: 0, ends: 0 };
}

/** For people to see; `skewMs` is how far the log's clock is ahead of ours. */
export function toUse(key: BudgetKey, state: BudgetState, { windowMs, guardMs }: Span, skewMs: number): QuotaUse {
  const { now, used, room, opensAt, firstAt, lastAt, reported } = state;
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

/** The {@link Reported} after a response, as JSON. `Remaining` bounds the foreign requests: at
 * least what our log lacks, at most what the arrived grants leave (others may not be counted yet).
 * */
export function applyReport(key: BudgetKey, state: BudgetState, report: ServerReport, span: Span): string {
  const { now, used, arrived } = state;
  const { isRefused, remaining, grantedAt = now } = report;
  const endsAt = now + span.windowMs + span.guardMs;
  const next = { ...state.reported };
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
    // A refusal without a time doesn't shorten one that had a time.
    next.closed = Math.min(endsAt, Math.max(retryAt + AFTER_RETRY_MS, saidInMs === undefined ? next.closed : 0));
    next.probe = next.closed;
    next.refused = now;
  } else if (grantedAt > next.refused && remaining !== 0) {
    // Only a response to a request that left after the refusal opens the budget.
    next.closed = 0;
  }
  return next.foreign > 0 || next.closed > now ? JSON.stringify(next) : '';
}
