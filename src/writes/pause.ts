import { OtherCharacter, RefreshUnderWay } from '../account/accessToken.ts';
import { CommlinkError } from '../errors.ts';
import { GameError } from '../game/errors.ts';
import { type Change, type Directive, isDoneRow, type Pause } from './change.ts';
import type { AnyListKind } from './kind.ts';
import type { AttemptResult } from './memory.ts';

export type PauseReason = Omit<Pause, 'at'>;

/** The final check held a row back: someone asked to stop, or it came too late. */
export class RowHeldBack extends CommlinkError {
  readonly code: string = 'row_held_back';
}
export class TooLate extends RowHeldBack {
  override readonly code = 'row_too_late';
}
/** The list can't continue now. */
export class Paused extends CommlinkError {
  readonly code = 'list_paused';
  readonly pause: PauseReason;

  constructor(pause: PauseReason) {
    super(pause.why);
    this.pause = pause;
  }
}

/** Retry delay while requests are used up, or the game or a replica is down. */
const RETRY_MS = 60_000;

/** The row's result after an error. */
export function toRowResult(
  error: unknown,
  wasSent: boolean,
  now: number,
): Omit<AttemptResult, 'attempt'> & { pause?: PauseReason } {
  const failure = error instanceof GameError ? error.failure : undefined;
  if (wasSent && (!failure || failure.code === 'outcome_unknown')) return { state: 'unknown' };
  const pause = error instanceof TooLate ? ({ why: 'game', until: now + RETRY_MS } as const) : toPause(error, now);
  if (pause) return { state: 'planned', pause };
  if (!failure) return { state: 'planned' };
  return failure.code === 'refused' ? { state: 'refused', reason: failure.reason } : { state: 'failed' };
}

/** The pause that an error leads to; undefined if the error isn't about the list as a whole. */
export function toPause(error: unknown, now: number): PauseReason | undefined {
  if (error instanceof Paused) return error.pause;
  if (error instanceof OtherCharacter) return { why: 'character' };
  if (error instanceof RefreshUnderWay) return { why: 'game', until: now + RETRY_MS };
  if (!(error instanceof GameError)) return undefined;
  const { failure } = error;
  switch (failure.code) {
    case 'rate_limited':
      return {
        ...{ why: 'requests', isShared: failure.isShared },
        until: Math.max(failure.until.getTime(), now + RETRY_MS),
      };
    case 'service_unavailable':
      return { why: 'game', until: now + RETRY_MS };
    case 'not_linked':
    case 'token_rejected':
    case 'scope_missing':
      return { why: 'token' };
    default:
      return undefined;
  }
}

/** True if the directive ends the pause. */
export function isEndedBy({ want, at }: Directive, pause: Pause): boolean {
  return want === 'cancel' || (want === 'run' && (pause.why === 'asked' || at >= pause.at));
}

/** True if a refusal seems to affect the rows that are left: its kind says so, or nothing was done
 * before and it names no row. */
export function affectsAllRows(kind: AnyListKind, { rows, hasContinued }: Change, index: number): boolean {
  const { state, reason, data } = rows[index] ?? {};
  if (state !== 'refused' || hasContinued || !rows.some((row) => row.state === 'planned')) return false;
  if (kind.affectsAll?.(reason ?? '')) return true;
  return !rows.some(isDoneRow) && !kind.isAbout(reason ?? '', kind.row.parse(data));
}
