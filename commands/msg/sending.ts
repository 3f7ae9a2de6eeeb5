import { z } from 'zod';
import type { IdFor } from '../../src/discord/customId.ts';
import type { Acting, Change, Finished, WriteKind } from '../../src/discord/writeKind.ts';
import type { Game } from '../../src/game/client.ts';
import { decodeEntities } from '../../src/game/entities.ts';
import { GameError } from '../../src/game/errors.ts';
import { firstLine, type Message, newestFirst } from '../../src/game/messages.ts';
import { reference, toHandleKey } from '../../src/game/parameters.ts';
import type { Messages } from '../../src/view/language.ts';
import { button, buttons, divider, type MessageView, message, text } from '../../src/view/message.ts';
import { lastChecked, mayStartOver } from '../../src/view/recheck.ts';
import { excerpt, firstLines, plain } from '../../src/view/text.ts';
import { forgetRecent } from '../characters/recentMessages.ts';
import { de } from './de.ts';
import { toComposeId } from './ids.ts';
import { en, type MsgMessages } from './messages.ts';
import { toBody } from './messageViews.ts';

const PAGE_SIZE = 50;

const texts = z.array(z.string());

/** A message to send; its recipients by handle. */
export const sending = z.object({ recipients: texts, text: z.string() });
export type Sending = z.output<typeof sending>;

/** The sent messages before the request: the ids of similar ones, and the newest id of all. */
export const sentBefore = z.object({ alikeIds: texts, newestId: z.string().optional() });
export type SentBefore = z.output<typeof sentBefore>;

/** What became of a message: the game's answer, or which handles the sent messages showed after
 * that was lost. `isRead`: whether these reach back far enough to tell. `checkedAt` in ms; missing
 * in outcomes that an older release stored. */
export const sendOutcome = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('answered'), delivered: z.array(reference), failed: texts, reasons: texts }),
  z.object({
    outcome: z.literal('lost'),
    found: texts,
    missing: texts,
    isRead: z.boolean(),
    checkedAt: z.number().optional(),
  }),
]);
export type SendOutcome = z.output<typeof sendOutcome>;

type Reading = Pick<Acting, 'game' | 'me'>;

/** Reads what distinguishes a message from earlier ones. Throws what reading throws. */
export async function readSentBefore({ game, me }: Reading, wanted: Sending): Promise<SentBefore> {
  const { messages } = await readSent(game, me.uid);
  const alikeIds = messages.filter(isLike(wanted)).map(({ messageId }) => messageId);
  return { alikeIds, newestId: messages[0]?.messageId };
}

/** Looks for a message whose answer was lost: the recipients with a new sent message that begins
 * like it, and those of an earlier look. */
export async function findSent(
  { game, me }: Reading,
  wanted: Sending,
  before: SentBefore,
  last?: SendOutcome,
): Promise<SendOutcome> {
  const sent = await readSent(game, me.uid).catch(() => undefined);
  // Without the newest message of before, the list shows neither who got it nor who didn't.
  const isKnown = ({ messageId }: Message): boolean => messageId === before.newestId;
  const isRead = (before.newestId === undefined ? sent?.isAll : sent?.messages.some(isKnown)) ?? false;
  const isNew = (message: Message) => isLike(wanted)(message) && !before.alikeIds.includes(message.messageId);
  const earlier = last?.outcome === 'lost' ? last.found.map(toHandleKey) : [];
  const reached = new Set([...earlier, ...(isRead && sent ? sent.messages.filter(isNew).map(toReceiverKey) : [])]);
  const { found = [], missing = [] } = Object.groupBy(wanted.recipients, (handle) =>
    reached.has(toHandleKey(handle)) ? 'found' : 'missing',
  );
  return { outcome: 'lost', found, missing, isRead, checkedAt: Date.now() };
}

/** The first and the last page of the sent messages; either may have the newest. Throws if the game
 * gives no proper list, which may not mean that there are none. */
async function readSent(game: Game, uid: string): Promise<{ messages: Message[]; isAll: boolean }> {
  const list = (start: number) =>
    game.character.messages.list({ uid, mode: 'Sent', start_index: start, item_count: PAGE_SIZE });
  const first = await list(1);
  const last = first.total > PAGE_SIZE ? await list(Math.max(PAGE_SIZE, first.total - PAGE_SIZE) + 1) : undefined;
  if (first.isShapeless || last?.isShapeless)
    throw new GameError({ code: 'service_unavailable', reason: 'sent messages without a list' });
  const byId = new Map([...first.items, ...(last?.items ?? [])].map((message) => [message.messageId, message]));
  const messages = newestFirst([...byId.values()]);
  return { messages, isAll: messages.length >= (last ?? first).total };
}

function isLike({ recipients, text }: Sending): (message: Message) => boolean {
  const keys = new Set(recipients.map(toHandleKey));
  // An entity that a person typed was decoded in the list.
  const toKey = (of: string) => decodeEntities(firstLine(of)).replace(/\s+/g, ' ').trim();
  // The live service's lists have no subject. There the recipient and the new id must do.
  return (message) => keys.has(toReceiverKey(message)) && toKey(text).startsWith(toKey(message.subject));
}

function toReceiverKey({ receiver }: Message): string {
  return toHandleKey(receiver?.name ?? '');
}

type Said = Messages<MsgMessages>;

const MAX_NAMES_LENGTH = 700;
const MAX_REASONS_LENGTH = 400;
const MAX_EXCERPT_LENGTH = 1_200;

/** Sends one message to one or more characters. */
export const SEND: WriteKind<Sending, SentBefore, SendOutcome, MsgMessages> = {
  name: 'message.send',
  messages: { en, de },
  command: 'msg',
  data: sending,
  baseline: sentBefore,
  outcome: sendOutcome,
  before: readSentBefore,
  async send({ game, me, services, person }, { recipients, text }) {
    try {
      const sent = await game.character.messages.create({ uid: me.uid, receivers: recipients, communication: text });
      return { outcome: 'answered', ...sent };
    } finally {
      await forgetRecent(services, { person, me });
    }
  },
  lostView: checkingView,
  lookUp: findSent,
  isOpen: (result) => result.outcome === 'lost' && result.missing.length > 0,
  changes({ recipients }, outcome) {
    const byName = (handles: readonly string[]) => handles.map((name) => ({ name }));
    const parts: [Change['targets'], Change['result']][] =
      outcome?.outcome === 'answered'
        ? [
            [outcome.delivered, 'done'],
            [byName(outcome.failed), 'refused'],
          ]
        : [
            [byName(outcome?.found ?? []), 'done'],
            [byName(outcome?.missing ?? recipients), 'unknown'],
          ];
    return parts
      .filter(([targets]) => targets.length > 0)
      .map(([targets, result]) => ({ action: 'message.send', targets, detail: '', result }));
  },
  gone: (messages) => messages.gone,
  view: sendView,
};

/** While the sent messages are checked after the answer was lost. */
export function checkingView({ send, read }: Said, { recipients }: Sending): MessageView {
  const heading = text(`## ${send.unknownTitle}`, toNames(read.to, recipients));
  return message('warning', heading, text(send.checking));
}

/** Who got the message and who didn't, or what the sent messages show of that, and the next step. */
export function sendView(
  messages: Said,
  { id, data: { text: body }, outcome, startedAt }: Finished<Sending, SendOutcome>,
  idFor: IdFor,
): MessageView {
  const { send, recheck } = messages;
  const showSent = button(send.showSent, idFor('sent'));
  if (outcome.outcome === 'answered') {
    const { delivered, failed, reasons } = outcome;
    const isWhole = failed.length === 0;
    const title = isWhole ? send.sent : delivered.length > 0 ? send.sentPartly : send.notSent;
    const names = delivered.map(({ name }) => name);
    const excuses = reasons.map((reason) => `- ${plain(reason)}`);
    return message(
      isWhole ? 'good' : 'warning',
      text(`## ${title}`, toNames(send.delivered, names), toNames(send.failed, failed)),
      !isWhole && excuses.length > 0 && text(`**${send.reasons}:**`, firstLines(excuses, MAX_REASONS_LENGTH)),
      !isWhole && text(send.checkHandles),
      divider(),
      text(excerpt(body, MAX_EXCERPT_LENGTH).shown || '–'),
      buttons(delivered.length > 0 && showSent),
    );
  }
  const { found, missing, isRead, checkedAt } = outcome;
  const delivered = toNames(send.delivered, found);
  if (missing.length === 0)
    return message('good', text(`## ${send.sent}`, delivered), text(send.found), buttons(showSent));
  const isUnread = !isRead && found.length === 0;
  const title = isUnread ? send.unknownTitle : found.length > 0 ? send.sentPartly : send.notFoundTitle;
  const copy = mayStartOver(startedAt, checkedAt) ? toBody(messages, body, MAX_EXCERPT_LENGTH) : undefined;
  const view = message(
    'warning',
    text(`## ${title}`, delivered, toNames(send.missing, missing)),
    text(isUnread ? send.unreadable : send.notFound, lastChecked(messages, checkedAt)),
    ...(copy ? [divider(), text(send.startOver), ...copy.parts] : []),
    buttons(
      button(recheck.again, idFor('check', { id }), { style: 'primary' }),
      copy && button(send.writeAgain, toComposeId(idFor, missing)),
    ),
  );
  return { ...view, files: copy?.files ?? [] };
}

/** As many names as fit, and how many are left out; false for none. */
function toNames(label: string, names: readonly string[]): string | false {
  const shown = names.map((name) => plain(name, 60) || '–');
  let length = 0;
  const fitting = shown.filter((name) => {
    length += name.length + 2;
    return length <= MAX_NAMES_LENGTH;
  });
  const others = shown.length - fitting.length;
  return names.length > 0 && `**${label}:** ${[...fitting, ...(others > 0 ? [`+${others}`] : [])].join(', ')}`;
}
