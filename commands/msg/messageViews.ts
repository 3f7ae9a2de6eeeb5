import { toGameTime } from '../../src/game/gameTime.ts';
import type { Page } from '../../src/game/operation.ts';
import {
  correspondentOf,
  isSentBy,
  MAX_SUBJECT_LENGTH,
  type Message,
  newestFirst,
} from '../../src/game/resources/messages.ts';
import { gameButton } from '../../src/view/gameSite.ts';
import { button, buttons, divider, file, message, select, text } from '../../src/view/message.ts';
import { pagerRow, toPosition, toRange } from '../../src/view/pager.ts';
import { excerpt, joined, moment, plain, shortMoment, unformatted } from '../../src/view/text.ts';
import { profileButton } from '../profile/ids.ts';
import type { MsgTexts } from './en.ts';
import { deleteButton, ids, type ListPosition, listButton, toComposeId } from './ids.ts';

export type Me = { uid: string };

const MAX_NAME_LENGTH = 40;
const MAX_CHOICE_LENGTH = 100;
const MAX_BODY_LENGTH = 3_000;
const FILE = 'message.txt';

/** `seenAt` (ms): received messages since then are new. */
export function messagesView(texts: MsgTexts, me: Me, position: ListPosition, page: Page<Message>, seenAt = Infinity) {
  const { list } = texts;
  const { mode } = position;
  const title = `## ${list.titles[mode]}`;
  if (page.items.length === 0) return message('neutral', text(title), text(list.empty[mode]));
  const items = newestFirst(page.items);
  const isNew = (item: Message): boolean => !isSentBy(me, item) && (item.sentAt?.getTime() ?? 0) > seenAt;
  return message(
    'neutral',
    text(title, `-# ${joined(toRange(texts, page), list.newestFirst)}`),
    divider(),
    text(...items.map((item) => toLines(texts, me, item, isNew(item)))),
    select(ids.open(position), toChoices(texts, me, items), { placeholder: list.open }),
    pagerRow(texts, toPosition(page), ids.page, ids.pageJump, { mode }),
  );
}

/** Two lines: direction and subject, then person and time. */
export function toLines(texts: MsgTexts, me: Me, item: Message, isNew = false): string {
  const party = toParty(texts, me, item, (name) => plain(name, MAX_NAME_LENGTH));
  const head = `${isSentBy(me, item) ? '📤' : '📥'} **${toSubject(texts, item)}**${isNew ? ` \`${texts.list.isNew}\`` : ''}`;
  return `${head}\n-# ${joined(party, item.sentAt && shortMoment(texts, item.sentAt))}`;
}

/** Messages with ids that Discord accepts as values. */
function toChoices(texts: MsgTexts, me: Me, items: readonly Message[]) {
  const fitting = items.filter(({ messageId }) => messageId.length >= 1 && messageId.length <= MAX_CHOICE_LENGTH);
  return fitting.map((item) => ({
    value: item.messageId,
    // Discord counts UTF-16 units.
    label: unformatted(item.subject || texts.noSubject, MAX_CHOICE_LENGTH / 2),
    description: toShortDetails(texts, me, item),
  }));
}

/** One line without markdown: subject, correspondent and the game's day. */
export function toSuggestion(texts: MsgTexts, me: Me, item: Message): string {
  const subject = unformatted(item.subject || texts.noSubject, 35);
  return `${subject} · ${toShortDetails(texts, me, item)}`;
}

function toShortDetails(texts: MsgTexts, me: Me, item: Message): string {
  const party = toParty(texts, me, item, (name) => unformatted(name, 25));
  return item.sentAt ? `${party} · ${texts.gameTime(toGameTime(item.sentAt))}` : party;
}

function toParty(texts: MsgTexts, me: Me, item: Message, show: (name: string) => string): string {
  const name = correspondentOf(me, item)?.name ?? '';
  const shown = show(name.trim() === '' ? texts.unnamed : name);
  return isSentBy(me, item) ? texts.shared.toName(shown) : texts.shared.fromName(shown);
}

const toSubject = ({ noSubject }: MsgTexts, { subject }: Message): string =>
  plain(subject, MAX_SUBJECT_LENGTH) || noSubject;

/** `position`: the page of a list to go back to. */
export function readView(texts: MsgTexts, me: Me, item: Message, position: ListPosition) {
  const { read, send, shared } = texts;
  const { messageId, sender, receiver, sentAt } = item;
  const correspondent = correspondentOf(me, item);
  const answer = isSentBy(me, item) ? send.writeAgain : read.reply;
  return message(
    'neutral',
    text(
      `## ${toSubject(texts, item)}`,
      sender && `**${shared.from}:** ${plain(sender.name, MAX_NAME_LENGTH)}`,
      receiver && `**${shared.to}:** ${plain(receiver.name, MAX_NAME_LENGTH)}`,
      sentAt && moment(texts, sentAt),
    ),
    divider(),
    ...toBody(texts, item.body ?? '', MAX_BODY_LENGTH),
    buttons(
      correspondent && button(answer, toComposeId([correspondent.name]), { style: 'primary' }),
      correspondent && profileButton(shared.showProfile, correspondent),
      deleteButton(read.delete, { messageId, place: position }, { style: 'danger' }),
      listButton(texts, position),
      gameButton(texts.openInGame, { page: 'messages' }),
    ),
  );
}

/** The beginning of a text, with a file if that isn't all. */
export function toBody({ read }: MsgTexts, body: string, maxLength: number) {
  const { shown, isWhole } = excerpt(body, maxLength);
  const beginning = text(shown || read.noText);
  return isWhole ? [beginning] : [beginning, text(`-# ${read.cut}`), file(FILE, body)];
}
