import { setTimeout as sleep } from 'node:timers/promises';
import type { APIMessage } from 'discord-api-types/v10';
import { type InteractionHandle, NoAnswer } from '../../sandbox/discord/people/interactionHandle.ts';
import { TYPED_FIELD } from '../../src/discord/run/changes/batchView.ts';
import { buttonsOf, labelsOf, textOf } from '../support/messages.ts';
import { type Call, toKey } from './gate.ts';
import { isProgress, toWriteState } from './recognize.ts';
import type { Player } from './stage.ts';

const ANSWER_MS = 5_000;

/** A list of changes. `id`: in its buttons. `cost`: the requests that the preview announces. */
export type List = { id: string; rows: number; cost: number };

/** An open confirmation. `typed`: the text that confirms it. */
export type Offer = { message: APIMessage; confirmId: string; list?: List; typed?: string };

/** A change or list that someone confirmed: the press of Confirm, or /msg send itself. */
export type Attempt = {
  player: Player;
  /** The start of its names among the game's writes (see `toKey`), in order if it's the same. */
  key: string;
  mention: string;
  offer?: Offer;
  presses: [InteractionHandle, ...InteractionHandle[]];
};

export async function inTime<T>(answer: Promise<T>): Promise<T | undefined> {
  const none = sleep(ANSWER_MS, undefined, { ref: false });
  return await Promise.race([answer, none]).catch((error: unknown) => {
    if (error instanceof NoAnswer) return undefined;
    throw error;
  });
}

/** The message of a response; undefined if none comes in five seconds. */
export const answerOf = (handle: InteractionHandle) => inTime(handle.response());

/** The person's message about this attempt. */
export function ownMessage({ player, offer, presses }: Attempt): APIMessage | undefined {
  if (!offer) return presses[0].record.original?.message;
  return player.person.view.message(offer.message.channel_id, offer.message.id).message;
}

/** Presses a button as it was in the offer, like a client with an old view of the message. */
export function pressOld({ person }: Player, { message }: Offer, button: string): InteractionHandle {
  const stored = person.view.message(message.channel_id, message.id);
  const now = stored.message;
  stored.message = message;
  try {
    return person.press(message, button);
  } finally {
    stored.message = now;
  }
}

/** Confirms an offer. Undefined if its form doesn't open. */
export async function confirm(player: Player, offer: Offer): Promise<InteractionHandle | undefined> {
  const pressed = pressOld(player, offer, offer.confirmId);
  if (offer.typed === undefined) return pressed;
  const modal = await inTime(pressed.modal());
  return modal && player.person.submit(modal, { [TYPED_FIELD]: offer.typed });
}

/** Presses Confirm once more, which must do nothing. */
export async function pressAgain({ player, offer, presses }: Attempt): Promise<void> {
  const pressed = offer && (await confirm(player, offer));
  if (pressed) presses.push(pressed);
}

export function isAcknowledged({ presses }: Attempt): boolean {
  return presses.some(({ record }) => record.state === 'acknowledged');
}

export function messagesOf({ person }: Player): APIMessage[] {
  return [...person.messages(), ...person.dm()].filter(({ author }) => author.id !== person.id);
}

/** The messages with a list's progress, or with the reason why it waits. */
export function progressOf({ player, offer }: Attempt): APIMessage[] {
  const id = offer?.list?.id ?? '';
  const isAbout = (message: APIMessage): boolean => buttonsOf(message).some(({ custom_id }) => custom_id?.includes(id));
  return messagesOf(player).filter((message) => isProgress(message) && isAbout(message));
}

/** Presses a button of a list's progress, if it's there. */
export function pressList(attempt: Attempt, label: 'Pause' | 'Continue' | 'Cancel the rest'): void {
  const shown = progressOf(attempt).findLast((message) => labelsOf(message).includes(label));
  if (shown) attempt.player.person.press(shown, label);
}

export function reportsOf({ player, offer, key }: Attempt): APIMessage[] {
  const marks = [offer?.list?.id ?? key, key];
  const isAbout = (message: APIMessage): boolean =>
    marks.some((mark) => `${textOf(message)}\n${JSON.stringify(message.components)}`.includes(mark));
  const isReport = (message: APIMessage): boolean => !['offered', 'working'].includes(toWriteState(message) ?? '');
  return messagesOf(player).filter((one) => one.attachments.length > 0 && isReport(one) && isAbout(one));
}

/** True if a list hasn't been reported yet. */
export function isOpenList(attempt: Attempt): boolean {
  return attempt.offer?.list !== undefined && reportsOf(attempt).length === 0;
}

/** True if the person got the outcome, or that it isn't known. */
export function hasEnded(attempt: Attempt): boolean {
  if (attempt.offer?.list) return !isOpenList(attempt);
  const own = ownMessage(attempt);
  const writeState = own && toWriteState(own);
  return writeState !== undefined && writeState !== 'offered' && writeState !== 'working';
}

export function callsTo(calls: readonly Call[], { key }: Pick<Attempt, 'key'>): Call[] {
  return calls.filter((call) => toKey(call)?.startsWith(key));
}

/** True if a write of each attempt has reached the game's gate. */
export function haveArrived(calls: readonly Call[], attempts: readonly Attempt[]): boolean {
  return attempts.every((attempt) => callsTo(calls, attempt).length > 0);
}
