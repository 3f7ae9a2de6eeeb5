import { type APIMessage, MessageFlags } from 'discord-api-types/v10';
import { en as accountTexts } from '../../commands/account/en.ts';
import { en as creditsEn } from '../../commands/credits/en.ts';
import { en as msg } from '../../commands/msg/en.ts';
import { en } from '../../src/view/en.ts';
import { START_OVER_AFTER_MS } from '../../src/view/recheck.ts';
import { buttonsOf, labelsOf, textOf } from '../support/messages.ts';

const { confirmation, outcome } = creditsEn;

/**
 * The state of a write in a message: `offered` waits for Confirm, `working` isn't decided
 * ("thinking…", "Sending…"), `unknown` says so and has a button to check again. Undefined: another
 * topic.
 */
export type WriteState = 'offered' | 'working' | 'unknown' | 'done' | 'notDone' | undefined;

const { errors } = en;
const headed = (titles: readonly string[]) => (text: string) =>
  titles.some((title) => text.split('\n').includes(`## ${title}`));
const says = (sentences: readonly string[]) => (text: string) => sentences.some((sentence) => text.includes(sentence));

const saysAlreadySent = says([confirmation.sentSince('').split(' as entry')[0] ?? '']);
const saysStillConfirmable = says([errors.stillConfirmable]);
const isDone = headed([en.shared.sent]);
const isProbable = headed([outcome.probablySent]);
// After a rollback, the store may offer what was already sent.
const isExpired = says([confirmation.expired.split('.')[0] ?? '']);
const isRefused = headed([msg.send.notSent]);
const isNotDone = says([confirmation.canceled]);
const isFailed = says([errors.serviceUnavailable, errors.unreadable, errors.storeUnavailable, errors.interrupted]);
const isWorking = says([outcome.sending, msg.send.checking, outcome.lost]);

/** Reads a message by its structure or, where that isn't enough, by its English title. */
export function toWriteState(message: APIMessage): WriteState {
  if ((message.flags ?? 0) & MessageFlags.Loading) return 'working';
  const text = textOf(message);
  const ids = buttonsOf(message).map(({ custom_id }) => custom_id ?? '');
  // Custom ids name their action: a button to check again means that the outcome is unknown.
  if (ids.some((id) => /\/(look|check)\b/i.test(id))) return 'unknown';
  if (ids.some((id) => /\/(cancel|drop)\b/i.test(id))) return 'offered';
  if (isProgress(message)) return 'working';
  if (isProbable(text) || isExpired(text)) return 'unknown';
  if (isDone(text) || saysAlreadySent(text)) return 'done';
  if (isWorking(text)) return 'working';
  return isRefused(text) || isNotDone(text) ? 'notDone' : undefined;
}

/** True if it shows a list's progress, with its buttons. */
export function isProgress(message: APIMessage): boolean {
  return buttonsOf(message).some(({ custom_id = '' }) => /^account\/(pause|resume|stop)\b/.test(custom_id));
}

/** True if it says that a list waits for one of these reasons. */
export function waitsFor(message: APIMessage, ...reasons: (keyof typeof en.batch.waits)[]): boolean {
  return reasons.some((why) => textOf(message).includes(`⏸ ${en.batch.waits[why]}`));
}

/** True if it says why a command did nothing. */
export function failed(message: APIMessage): boolean {
  return asksToLogIn(message) || isFailed(textOf(message));
}

/** True if it says that a press of Confirm did nothing, and can be repeated. */
export function isStillConfirmable(message: APIMessage): boolean {
  return saysStillConfirmable(textOf(message));
}

export function hasNoChanges(account: APIMessage): boolean {
  return textOf(account).includes(accountTexts.noChanges);
}

/** True if it offers to send again while the first try may still arrive. */
export function offersTooSoon(message: APIMessage, pressedAt: number): boolean {
  const shownAt = Date.parse(message.edited_timestamp ?? message.timestamp);
  return labelsOf(message).includes(en.recheck.startOver) && shownAt - pressedAt < START_OVER_AFTER_MS;
}

/** True if a message names this amount or recipient as whole words. Escapes don't matter. */
export function mentions(message: APIMessage, name: string): boolean {
  const text = textOf(message).replaceAll('\\', '');
  const isPart = (character: string): boolean => /[\w,]/.test(character);
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    if (!isPart(text.charAt(at - 1)) && !/\w/.test(text.charAt(at + name.length))) return true;
  }
  return false;
}

export function asksToLogIn(message: APIMessage): boolean {
  const labels = buttonsOf(message).map(({ label }) => label);
  return labels.includes(errors.logIn) || labels.includes(errors.logInAgain);
}

/** An amount as the catalog writes it. */
export const toAmount = (amount: number): string => en.credits(amount);
