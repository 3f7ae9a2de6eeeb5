import { OtherCharacter, RefreshUnderWay } from '../../account/accessToken.ts';
import { CommlinkError } from '../../errors.ts';
import { GameError } from '../../game/errors.ts';
import { type AnyBatchKind, type Batch, isDoneRow, type Pause, type Wish } from './batchKind.ts';
import type { Fact } from './batchMemory.ts';

export type Asked = Omit<Pause, 'at'>;

/** The last look kept a row back: someone asked to stop, or it came too late. */
export class KeptBack extends CommlinkError {
  readonly code: string = 'row_kept_back';
}
export class TooLate extends KeptBack {
  override readonly code = 'row_too_late';
}
/** The batch can't go on now. */
export class Paused extends CommlinkError {
  readonly code = 'batch_paused';
  readonly pause: Asked;

  constructor(pause: Asked) {
    super(pause.why);
    this.pause = pause;
  }
}

/** Between tries while requests are used up or the game is down. */
const RETRY_MS = 60_000;

/** What an error means for the row that met it. */
export function toAttempted(error: unknown, hasLeft: boolean, now: number): Omit<Fact, 'attempt'> & { pause?: Asked } {
  const failure = error instanceof GameError ? error.failure : undefined;
  if (hasLeft && (!failure || failure.code === 'outcome_unknown')) return { state: 'unknown' };
  const pause = error instanceof TooLate ? ({ why: 'game', until: now + RETRY_MS } as const) : toPause(error, now);
  if (pause) return { state: 'planned', pause };
  if (!failure) return { state: 'planned' };
  return failure.code === 'refused' ? { state: 'refused', reason: failure.reason } : { state: 'failed' };
}

/** The pause that an error leads to; undefined if it isn't about the batch as a whole. */
export function toPause(error: unknown, now: number): Asked | undefined {
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

/** Whether a press ends the pause. */
export function isEndedBy({ want, at }: Wish, pause: Pause): boolean {
  return want === 'cancel' || (want === 'run' && (pause.why === 'asked' || at >= pause.at));
}

/** Whether a refusal seems to be about the batch: its kind says so, or nothing was done before and
 * it names no row. */
export function mayMeetAll(kind: AnyBatchKind, { rows, goesOnRefused }: Batch, index: number): boolean {
  const { state, reason, data } = rows[index] ?? {};
  if (state !== 'refused' || goesOnRefused) return false;
  if (kind.meetsAll?.(reason ?? '')) return true;
  return !rows.some(isDoneRow) && !kind.isAbout(reason ?? '', kind.row.parse(data));
}
