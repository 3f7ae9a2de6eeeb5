import { CommlinkError } from '../errors.ts';
import type { Scope } from './scopes.ts';

/** The failures of a call to the game, with the data for their messages. */
export type GameFailure =
  /** `scopes` are needed too. */
  | { code: 'not_linked'; scopes?: Scope[] }
  /** The service rejected the access token, and it could not be renewed. */
  | { code: 'token_rejected' }
  | { code: 'scope_missing'; scope: Scope }
  | { code: 'not_found' }
  /** A parameter is wrong; nothing was sent. `reason` completes "The <parameter> …". */
  | { code: 'invalid'; parameter: string; reason: string }
  /** `isShared`: all people share the budget. */
  | { code: 'rate_limited'; until: Date; isShared?: true }
  /** The service refused, in its own words: untrusted text. */
  | { code: 'refused'; reason: string }
  /** No response, a late one or an unreadable one; a write was not done. `reason` is for the log.
   * `isBlocked`: by the bot filter of the game's site, so a retry doesn't help. `isUnreadable`:
   * the response didn't match the interface. */
  | { code: 'service_unavailable'; reason: string; isBlocked?: true; isUnreadable?: true }
  /** A write was sent without a clear response: it may have been done. Never repeated. */
  | { code: 'outcome_unknown'; reason: string };

/** The `reason` of a refusal for which the service gave none. */
export const NO_REASON = 'no reason given';

export type GameErrorCode = GameFailure['code'];

export class GameError extends CommlinkError {
  readonly failure: GameFailure;
  readonly operation: string | undefined;

  constructor(failure: GameFailure, { operation, cause }: { operation?: string; cause?: unknown } = {}) {
    super(describe(failure, operation), { cause });
    this.failure = failure;
    this.operation = operation;
  }

  get code(): GameErrorCode {
    return this.failure.code;
  }
}

type GameErrorOf<C> = GameError & { failure: Extract<GameFailure, { code: C }> };

export function isGameError<C extends GameErrorCode>(error: unknown, code: C): error is GameErrorOf<C> {
  return error instanceof GameError && error.code === code;
}

function describe(failure: GameFailure, operation: string | undefined): string {
  // The reason can repeat what a person wrote, and error messages go to the log.
  const { code, ...context } = failure.code === 'refused' ? { code: failure.code } : failure;
  const details = Object.entries(context).map(
    ([name, value]) => `${name}: ${value instanceof Date ? value.toISOString() : value}`,
  );
  return [operation, code, details.join(', ')].filter(Boolean).join(' · ');
}
