import { RefreshUnderWay } from '../account/accessToken.ts';
import { LoginProblem, type LoginProblemCode } from '../account/loginProblem.ts';
import { SealBroken } from '../account/seal.ts';
import { Unreadable } from '../account/sealedStore.ts';
import { CommlinkError } from '../errors.ts';
import { GameError, isGameError } from '../game/errors.ts';
import type { Scope } from '../game/scopes.ts';
import { ProcessStopping } from '../running.ts';
import { StoreUnavailable } from '../store/store.ts';
import { isTimeout } from '../time/withTimeout.ts';
import type { KitTexts } from './en.ts';
import { button, buttons, type MessageView, message, type Tone, text } from './message.ts';
import { firstLines, plain, timestamp } from './text.ts';

/** A mistake in a person's input. The message is in their language, with a working example. */
export class UserError extends CommlinkError {
  readonly code = 'user_error';
}

/** The same change has begun or its confirmation is gone: trying again could do it twice. */
export class AlreadyUsed extends UserError {}

/** For `catch`: a change that isn't there, or not over, counts as missing. Rethrows other errors: a
 * change that can't be read may have been done. */
export function noneIfUsed(error: unknown): undefined {
  if (!(error instanceof AlreadyUsed)) throw error;
}

/** The data behind a component is gone. Its command can run instead. */
export class Expired extends UserError {}

/** A command needs many requests, and continues unchanged if the person agrees. */
export class AsksFirst extends UserError {}

/** The sentence for a problem with a login. Names in it aren't escaped. */
export function loginSentence(
  { loginProblems }: KitTexts,
  { code, ...facts }: Pick<LoginProblem, 'code' | 'triesLeft' | 'linkedAs'>,
): string {
  const problem = loginProblems[code];
  return typeof problem === 'string' ? problem : problem(facts);
}

/** Problems that don't need a new login. */
const RECOVERABLE = new Set<LoginProblemCode>([
  'wrong_code',
  'other_character',
  'not_signed_in',
  'code_entered',
  'already_linked',
]);

/** Max length of the sentence; the rest of the message is for typed text. */
const MAX_SENTENCE = 2_000;

/** An error's sentence for a person. `action`: a login button that solves it. */
export type Explanation = {
  sentence: string;
  tone: Tone;
  action?: { label: string; scopes: Scope[] };
  /** The sentence says that it may have been done. */
  mayBeDone?: true;
};

/** True if the game or the store doesn't respond. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof LoginProblem) return error.code === 'unavailable';
  return isGameError(error, 'service_unavailable') || error instanceof StoreUnavailable || isTimeout(error);
}

/** True if nothing was done and it can be tried again; with a form, after changes. */
export function mayTryAgain(error: unknown, hasForm: boolean): boolean {
  const isOver = error instanceof AlreadyUsed || error instanceof LoginProblem || error instanceof StoreUnavailable;
  return !isOver && !isGameError(error, 'outcome_unknown') && (hasForm || !isMistake(error));
}

/** True if the person must enter something else. */
export function isMistake(error: unknown): boolean {
  const codes = ['not_found', 'invalid', 'refused'] as const;
  return (error instanceof UserError && !(error instanceof Expired)) || codes.some((code) => isGameError(error, code));
}

/** What may have been done before an error: one change, or some of several. */
export type Effect = 'all' | 'part';

/** The explanation of an error; undefined for unforeseen ones. It says that nothing was changed
 * only if there was no effect. */
export function explain(texts: KitTexts, error: unknown, effect?: Effect): Explanation | undefined {
  const explanation = explainError(texts, error);
  if (!explanation || !effect) return explanation;
  const { nothingChanged, mayBeDone, partMayBeDone } = texts.errors;
  const instead = effect === 'all' ? mayBeDone : partMayBeDone;
  const sentence = explanation.sentence.replace(nothingChanged, instead);
  return sentence === explanation.sentence ? explanation : { ...explanation, sentence, mayBeDone: true };
}

function explainError(texts: KitTexts, error: unknown): Explanation | undefined {
  const { errors } = texts;
  if (error instanceof GameError) return explainGameError(texts, error);
  if (error instanceof UserError)
    return { sentence: firstLines(error.message.split('\n'), MAX_SENTENCE), tone: 'warning' };
  if (error instanceof LoginProblem) {
    const { code, triesLeft, linkedAs } = error;
    const sentence = loginSentence(texts, { code, triesLeft, linkedAs: linkedAs && plain(linkedAs, 80) });
    const action = !RECOVERABLE.has(code) && { action: { label: errors.logInAgain, scopes: [] } };
    return { sentence, tone: 'warning', ...action };
  }
  if (isTimeout(error)) return { sentence: errors.tooSlow, tone: 'bad' };
  if (error instanceof RefreshUnderWay) return { sentence: errors.refreshUnderWay, tone: 'warning' };
  if (error instanceof ProcessStopping) return { sentence: errors.interrupted, tone: 'warning' };
  if (error instanceof StoreUnavailable) return { sentence: errors.storeUnavailable, tone: 'bad' };
  if (error instanceof Unreadable) return { sentence: errors.unopened, tone: 'bad' };
  if (error instanceof SealBroken) return toLogIn(errors.sealBroken, 'warning', errors.logInAgain);
  return undefined;
}

function explainGameError({ errors, permissions }: KitTexts, { failure }: GameError): Explanation {
  switch (failure.code) {
    case 'not_linked':
      return toLogIn(errors.notLinked, 'neutral', errors.logIn, failure.scopes);
    case 'token_rejected':
      return toLogIn(errors.tokenRejected, 'warning', errors.logInAgain);
    case 'scope_missing':
      return toLogIn(errors.scopeMissing(permissions[failure.scope]), 'neutral', errors.addPermission, [failure.scope]);
    case 'not_found':
      return { sentence: errors.notFound, tone: 'warning' };
    case 'invalid':
      return { sentence: errors.invalid(plain(failure.parameter), plain(failure.reason)), tone: 'warning' };
    case 'rate_limited':
      return { sentence: errors.rateLimited(timestamp(failure.until, 'T'), failure.isShared), tone: 'warning' };
    case 'refused':
      return { sentence: errors.refused(plain(failure.reason, 300)), tone: 'warning' };
    case 'service_unavailable':
      if (failure.isUnreadable) return { sentence: errors.unreadable, tone: 'bad' };
      return { sentence: failure.isBlocked ? errors.blocked : errors.serviceUnavailable, tone: 'bad' };
    case 'outcome_unknown':
      return { sentence: errors.outcomeUnknown, tone: 'bad' };
  }
}

function toLogIn(sentence: string, tone: Tone, label: string, scopes: Scope[] = []): Explanation {
  return { sentence, tone, action: { label, scopes } };
}

/** `logInId`: gives the custom id of a button that starts a login with these scopes too. */
export function explanationView({ sentence, tone, action }: Explanation, logInId?: (scopes: Scope[]) => string) {
  const logIn = action && logInId && buttons(button(action.label, logInId(action.scopes), { style: 'primary' }));
  return message(tone, text(sentence), logIn);
}

export const noticeView = (sentence: string, tone: Tone = 'neutral'): MessageView => message(tone, text(sentence));
