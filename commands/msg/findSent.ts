import type { Game } from '../../src/game/client.ts';
import { MAX_SUBJECT_LENGTH, type Message, newestFirst } from '../../src/game/messages.ts';
import { toHandleKey } from '../../src/game/party.ts';

const PAGE_SIZE = 50;

/** The message to find; its recipients by handle. */
type Wanted = { recipients: readonly string[]; text: string };
/** The sent messages before the request: the ids of similar ones, and the newest id of all. */
type SentBefore = { alikeIds: string[]; newestId?: string | undefined };

/** Reads what distinguishes a message from earlier ones. Throws what reading throws. */
export async function readSentBefore(game: Game, uid: string, wanted: Wanted): Promise<SentBefore> {
  const { messages } = await readSent(game, uid);
  const alikeIds = messages.filter(isLike(wanted)).map(({ messageId }) => messageId);
  return { alikeIds, newestId: messages[0]?.messageId };
}

/**
 * Looks for a message whose response was lost: the recipients with a new sent message that begins
 * like it. `isWhole`: whether the messages reach back to before the request, so that a missing one
 * wasn't sent so far. Undefined when they can't be read.
 */
export async function findSent(
  game: Game,
  uid: string,
  wanted: Wanted,
  before: SentBefore,
): Promise<{ found: string[]; isWhole: boolean } | undefined> {
  const sent = await readSent(game, uid).catch(() => undefined);
  if (!sent) return undefined;
  const known = new Set(before.alikeIds);
  const reached = sent.messages
    .filter((message) => isLike(wanted)(message) && !known.has(message.messageId))
    .map(toReceiverKey);
  return {
    found: wanted.recipients.filter((handle) => reached.includes(toHandleKey(handle))),
    isWhole: sent.isAll || sent.messages.some(({ messageId }) => messageId === before.newestId),
  };
}

/** The first and the last page of the sent messages; either may have the newest. */
async function readSent(game: Game, uid: string): Promise<{ messages: Message[]; isAll: boolean }> {
  const list = (start: number) =>
    game.character.messages.list({ uid, mode: 'Sent', start_index: start, item_count: PAGE_SIZE });
  const first = await list(1);
  const last = first.total > PAGE_SIZE ? await list(Math.max(PAGE_SIZE, first.total - PAGE_SIZE) + 1) : undefined;
  const byId = new Map([...first.items, ...(last?.items ?? [])].map((message) => [message.messageId, message]));
  const messages = newestFirst([...byId.values()]);
  return { messages, isAll: messages.length >= (last ?? first).total };
}

function isLike({ recipients, text }: Wanted): (message: Message) => boolean {
  const [keys, firstLine] = [new Set(recipients.map(toHandleKey)), toFirstLine(text)];
  // The live service's lists have no subject. There the recipient and the new id must do.
  return (message) => keys.has(toReceiverKey(message)) && firstLine.startsWith(toFirstLine(message.subject));
}

function toReceiverKey({ receiver }: Message): string {
  return toHandleKey(receiver?.name ?? '');
}

/** The first line of a text that isn't blank, cut to a subject's length, with single spaces. */
function toFirstLine(text: string): string {
  const line = text.split(/\r\n|[\n\r]/).find((candidate) => candidate.trim() !== '') ?? '';
  return [...line.trim()].slice(0, MAX_SUBJECT_LENGTH).join('').replace(/\s+/g, ' ').trim();
}
