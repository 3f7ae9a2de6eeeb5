import type { Scope } from './scopes.ts';

/** Everything that can go wrong between a command and the game, one row a code, with what the words for a person need. */
export type GameFailure =
  /** The operation needs a linked account, and there is none. */
  | { code: 'not_linked' }
  /** The service does not know the access token (HTTP 401), and it could not be renewed. */
  | { code: 'token_rejected' }
  | { code: 'scope_missing'; scope: Scope }
  | { code: 'not_found' }
  /** A parameter is wrong; nothing was sent. `reason` completes the sentence "The <parameter> …". */
  | { code: 'invalid'; parameter: string; reason: string }
  | { code: 'rate_limited'; until: Date }
  /** The service said no, for a reason of its own, in its own words: untrusted text. */
  | { code: 'refused'; reason: string }
  /** The service cannot be reached or does not make sense; a write was certainly not done. `reason` is for the log. */
  | { code: 'service_unavailable'; reason: string }
  /** A write left this machine and its answer did not arrive: it may or may not have been done. Never repeated. */
  | { code: 'outcome_unknown'; reason: string };

export type GameErrorCode = GameFailure['code'];

/** The one error of the game client. Told apart by `failure.code`; `operation` is the dotted name, where known. */
export class GameError extends Error {
  override name = 'GameError';
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

/** True for a {@link GameError} of this code; narrows nothing but reads well. */
export function isGameError(error: unknown, code: GameErrorCode): error is GameError {
  return error instanceof GameError && error.code === code;
}

function describe(failure: GameFailure, operation: string | undefined): string {
  // The game's own words can repeat what a person wrote, and messages of errors go to the log.
  const { code, ...context } = failure.code === 'refused' ? { code: failure.code } : failure;
  const details = Object.entries(context).map(
    ([name, value]) => `${name}: ${value instanceof Date ? value.toISOString() : value}`,
  );
  return [operation, code, details.join(', ')].filter(Boolean).join(' · ');
}
