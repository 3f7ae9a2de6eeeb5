import { ComponentType } from 'discord-api-types/v10';
import { toGameTime } from '../game/gameTime.ts';
import { correspondentOf, isSentBy, type Message } from '../game/messages.ts';
import type { Page } from '../game/operation.ts';
import { button, buttons, type Choosable, divider, type MessageView, message, select, text } from './message.ts';
import { type PageIds, pagerRow, toPosition } from './pager.ts';
import { excerpt, joined, moment, plain, shortMoment, timestamp, unformatted } from './text.ts';
import type { Words } from './words/wordsFor.ts';

/** Which messages a list shows. */
export type Mode = 'sent' | 'received' | 'both';

const LONGEST_SUBJECT = 60;
const LONGEST_NAME = 40;
const LONGEST_CHOICE = 100;
const LONGEST_BODY = 3_000;
const FILE = 'message.txt';

/** One page of messages, with a select that opens one of them. */
export function messagesView(
  words: Words,
  me: { uid: string },
  mode: Mode,
  page: Page<Message>,
  ids: { page: PageIds; open: string },
): MessageView {
  const { list } = words.messages;
  const title = `## ${list.titles[mode]}`;
  if (page.items.length === 0) return message('neutral', text(title), text(list.empty[mode]));
  const range = words.pager.range(page.startIndex, page.startIndex + page.items.length - 1, page.total);
  const choices = toChoices(words, me, page.items);
  return message(
    'neutral',
    text(title, `-# ${range}`),
    divider(),
    text(page.items.map((item) => toLines(words, me, item)).join('\n')),
    choices.length > 0 && select(ids.open, choices, { placeholder: list.open }),
    pagerRow(words, toPosition(page), ids.page),
  );
}

function toLines(words: Words, me: { uid: string }, item: Message): string {
  const details = [toParty(words, me, item, (name) => plain(name, LONGEST_NAME))];
  if (item.sentAt) details.push(shortMoment(words, item.sentAt));
  return `**${toSubject(words, item)}**\n-# ${joined(...details)}`;
}

/** Those whose id Discord takes as a value, each once. */
function toChoices(words: Words, me: { uid: string }, items: readonly Message[]): Choosable[] {
  const fitting = items.filter(({ messageId }) => messageId.length >= 1 && messageId.length <= LONGEST_CHOICE);
  const unique = new Map(fitting.map((item) => [item.messageId, item]));
  return [...unique.values()].map((item) => ({
    value: item.messageId,
    label: toLabel(item.subject || words.messages.noSubject),
    description: toLabel(toShortDetails(words, me, item)),
  }));
}

/** A message in one line without markdown, for a suggestion: subject, other end, game's day. */
export function toSuggestion(words: Words, me: { uid: string }, item: Message): string {
  const subject = unformatted(item.subject || words.messages.noSubject, 45);
  return unformatted(`${subject} · ${toShortDetails(words, me, item)}`, LONGEST_CHOICE);
}

function toShortDetails(words: Words, me: { uid: string }, item: Message): string {
  const party = toParty(words, me, item, (name) => unformatted(name, 30));
  return item.sentAt ? `${party} · ${words.gameTime(toGameTime(item.sentAt))}` : party;
}

function toParty({ messages }: Words, me: { uid: string }, item: Message, show: (name: string) => string): string {
  const name = correspondentOf(me, item)?.name ?? '';
  const shown = show(name.trim() === '' ? messages.nobody : name);
  return isSentBy(me, item) ? messages.to(shown) : messages.from(shown);
}

/** Discord counts UTF-16 units. */
function toLabel(label: string): string {
  return unformatted(label, LONGEST_CHOICE / 2);
}

function toSubject({ messages }: Words, { subject }: Message): string {
  return plain(subject, LONGEST_SUBJECT) || messages.noSubject;
}

/** A whole message. What does not fit is in a file; buttons whose id is missing are left out. */
export function readView(
  words: Words,
  me: { uid: string },
  item: Message,
  ids: { reply?: string | undefined; delete?: string | undefined; back?: string | undefined },
): MessageView {
  const { read, back } = words.messages;
  const body = excerpt(item.body ?? '', LONGEST_BODY);
  const row = [
    ids.reply !== undefined &&
      button(isSentBy(me, item) ? read.writeAgain : read.reply, ids.reply, { style: 'primary' }),
    ids.delete !== undefined && button(read.delete, ids.delete, { style: 'danger' }),
    ids.back !== undefined && button(back, ids.back),
  ].filter((one) => one !== false);
  const view = message(
    'neutral',
    text(
      `## ${toSubject(words, item)}`,
      item.sender && `**${read.from}:** ${plain(item.sender.name, LONGEST_NAME)}`,
      item.receiver && `**${read.to}:** ${plain(item.receiver.name, LONGEST_NAME)}`,
      item.sentAt && moment(words, item.sentAt),
    ),
    divider(),
    text(body.shown || read.noText),
    !body.isWhole && text(`-# ${read.whole}`),
    !body.isWhole && { type: ComponentType.File, file: { url: `attachment://${FILE}` } },
    row.length > 0 && buttons(...row),
  );
  return body.isWhole ? view : { ...view, files: [{ name: FILE, data: item.body ?? '' }] };
}

/** Asks before a message is deleted. */
export function deleteQuestionView(
  words: Words,
  me: { uid: string },
  item: Message,
  { expiresAt, ids }: { expiresAt: number; ids: { confirm: string; keep: string } },
): MessageView {
  const { deletion } = words.messages;
  return message(
    'warning',
    text(`## ${deletion.title}`),
    text(toLines(words, me, item)),
    text(deletion.explanation(timestamp(new Date(expiresAt), 'R'))),
    buttons(
      button(deletion.confirm, ids.confirm, { style: 'danger' }),
      button(deletion.keep, ids.keep, { style: 'secondary' }),
    ),
  );
}

/** What is known of a deletion: done, answered with no, or after an answer that did not arrive. */
export type Deletion = 'deleted' | 'kept' | 'unknown' | 'foundDeleted' | 'stillThere' | 'unreadable';

export function deletionView(
  { messages }: Words,
  deletion: Deletion,
  ids: { look?: string | undefined; back?: string | undefined } = {},
): MessageView {
  const isDeleted = deletion === 'deleted' || deletion === 'foundDeleted';
  const tone = isDeleted ? 'good' : deletion === 'kept' ? 'neutral' : 'warning';
  const canLook = deletion === 'stillThere' || deletion === 'unreadable';
  const row = [
    canLook && ids.look !== undefined && button(messages.lookAgain, ids.look, { style: 'primary' }),
    ids.back !== undefined && button(messages.back, ids.back),
  ].filter((one) => one !== false);
  return message(tone, text(messages.deletion[deletion]), row.length > 0 && buttons(...row));
}
