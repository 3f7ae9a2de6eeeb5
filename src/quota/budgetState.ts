import type { BudgetKey, QuotaUse, ServerReport, Span } from './rule.ts';

/** The retry delay if the server doesn't give one. */
const DEFAULT_RETRY_AFTER_MS = 60_000;
/** Added to the server's Retry-After, because its clock and ours differ. */
const AFTER_RETRY_MS = 500;
const MIN_PROBE_DELAY_MS = 1_000;

/** The server's last report about a budget; times in ms by the log's clock. `foreign` requests were
 * used by others, aren't in our log, and count until `ends`. If only they fill the budget, one
 * request may test it after `probe`. `refused`: its last refusal, in effect until `closed`. */
export type Reported = { foreign: number; ends: number; closed: number; refused: number; probe: number };

/** A budget now; times in ms by the log's clock. `arrived` of the `used` grants are older than the
 * guard. This person may send `available` more. `firstAt`, `lastAt`: first and last grant, or 0. */
export type BudgetState = { reported: Reported } & Record<
  'now' | 'used' | 'arrived' | 'available' | 'opensAt' | 'firstAt' | 'lastAt',
  number
>;

/** Parses {@link Reported}. Empty text means that no report is in effect. */
export function toReported(text: string, now: number): Reported {
  const reported: Reported = JSON.parse(text || '{"foreign":0,"ends":0,"closed":0,"refused":0,"probe":0}');
  return reported.ends > now ? reported : { ...reported, foreign: 0, ends: 0 };
}

/** The use of a budget as people see it. `skewMs`: the log's clock minus ours. */
export function toUse(key: BudgetKey, state: BudgetState, { windowMs, guardMs }: Span, skewMs: number): QuotaUse {
  const { now, used, available, opensAt, firstAt, lastAt, reported } = state;
  const { foreign: usedByOthers, ends, closed } = reported;
  const spanMs = windowMs + guardMs;
  const toDate = (at: number): Date | undefined => (at > now ? new Date(at - skewMs) : undefined);
  return {
    limit: key.limit,
    used: closed > now ? key.limit : Math.min(key.limit, used + usedByOthers),
    left: available,
    nextFreeAt: toDate(available > 0 ? firstAt + spanMs : opensAt),
    allFreeAt: toDate(Math.max(closed, lastAt + spanMs, usedByOthers > 0 ? ends : 0)),
  };
}

/** The {@link Reported} after a response, as JSON. `remaining` bounds the requests of others: at
 * least those missing from our log, at most all except our arrived grants, because the server may
 * not have counted newer ones. */
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
    // A refusal without a time must not shorten one with a time.
    next.closed = Math.min(endsAt, Math.max(retryAt + AFTER_RETRY_MS, saidInMs === undefined ? next.closed : 0));
    next.probe = next.closed;
    next.refused = now;
  } else if (grantedAt > next.refused && remaining !== 0) {
    // Only a request granted after the refusal can open the budget.
    next.closed = 0;
  }
  return next.foreign > 0 || next.closed > now ? JSON.stringify(next) : '';
}
