import type { Game } from '../../src/game/client.ts';
import { type Message, newestFirst } from '../../src/game/messages.ts';
import { toHandleKey } from '../../src/game/party.ts';

const PAGE = 50;
/** The most characters of the first line in a subject (docs/interface.md, "Records"). */
const LONGEST_SUBJECT = 60;

/** What is looked for: handles, and how the message begins. */
export type Wanted = { recipients: readonly string[]; firstLine: string };
/** What the sent messages held before: the ids of those like it, and the newest id of all. */
export type SentBefore = { alikeIds: string[]; newestId?: string | undefined };

/** Reads what tells a message from earlier ones. Throws what reading throws. */
export async function readSentBefore(game: Game, uid: string, wanted: Wanted): Promise<SentBefore> {
  const { messages } = await readSent(game, uid);
  const alikeIds = messages.filter(isLike(wanted)).map(({ messageId }) => messageId);
  return { alikeIds, newestId: messages[0]?.messageId };
}

/**
 * Looks for a message whose answer was lost: to which of the recipients one was sent that was not there before and begins
 * like that. `isWhole` says whether the messages reach back to its start, so that one that is missing was not sent so far.
 * Undefined when they cannot be read.
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

/** The first and the last page of the sent messages, the newest first: which end is the newer one is said nowhere. */
async function readSent(game: Game, uid: string): Promise<{ messages: Message[]; isAll: boolean }> {
  const list = (start: number) =>
    game.character.messages.list({ uid, mode: 'Sent', start_index: start, item_count: PAGE });
  const first = await list(1);
  const last = first.total > PAGE ? await list(Math.max(PAGE, first.total - PAGE) + 1) : undefined;
  const byId = new Map([...first.items, ...(last?.items ?? [])].map((message) => [message.messageId, message]));
  const messages = newestFirst([...byId.values()]);
  return { messages, isAll: messages.length >= (last ?? first).total };
}

function isLike({ recipients, firstLine }: Wanted): (message: Message) => boolean {
  const keys = new Set(recipients.map(toHandleKey));
  // The live service's lists have no subject: there the recipient and the newness must do.
  return (message) => keys.has(toReceiverKey(message)) && firstLine.startsWith(toFirstLine(message.subject));
}

function toReceiverKey({ receiver }: Message): string {
  return toHandleKey(receiver?.name ?? '');
}

/** The first line of a text that is not blank, as far as a subject holds it, with single spaces. */
export function toFirstLine(text: string): string {
  const line = text.split(/\r\n|[\n\r]/).find((candidate) => candidate.trim() !== '') ?? '';
  return [...line.trim()].slice(0, LONGEST_SUBJECT).join('').replace(/\s+/g, ' ').trim();
}
