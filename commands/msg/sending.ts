import { z } from 'zod';
import type { Acting } from '../../src/discord/writeKind.ts';
import type { Game } from '../../src/game/client.ts';
import { firstLine, type Message, newestFirst } from '../../src/game/messages.ts';
import { reference, toHandleKey } from '../../src/game/party.ts';

const PAGE_SIZE = 50;

const texts = z.array(z.string());

/** A message to send; its recipients by handle. */
export const sending = z.object({ recipients: texts, text: z.string() });
export type Sending = z.output<typeof sending>;

/** The sent messages before the request: the ids of similar ones, and the newest id of all. */
export const sentBefore = z.object({ alikeIds: texts, newestId: z.string().optional() });
export type SentBefore = z.output<typeof sentBefore>;

/**
 * What became of a message: the game's answer, or which handles the sent messages showed after that
 * was lost. `isRead`: whether these reach back far enough to tell. `checkedAt` in ms; missing in
 * outcomes that an older release stored.
 */
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

/**
 * Looks for a message whose answer was lost: the recipients with a new sent message that begins like
 * it, and those of an earlier look.
 */
export async function findSent(
  { game, me }: Reading,
  wanted: Sending,
  before: SentBefore,
  last?: SendOutcome,
): Promise<SendOutcome> {
  const sent = await readSent(game, me.uid).catch(() => undefined);
  const isNew = (message: Message) => isLike(wanted)(message) && !before.alikeIds.includes(message.messageId);
  const earlier = last?.outcome === 'lost' ? last.found.map(toHandleKey) : [];
  const reached = new Set([...earlier, ...(sent?.messages.filter(isNew).map(toReceiverKey) ?? [])]);
  const { found = [], missing = [] } = Object.groupBy(wanted.recipients, (handle) =>
    reached.has(toHandleKey(handle)) ? 'found' : 'missing',
  );
  const isRead = sent?.isAll || sent?.messages.some(({ messageId }) => messageId === before.newestId);
  return { outcome: 'lost', found, missing, isRead: isRead ?? false, checkedAt: Date.now() };
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

function isLike({ recipients, text }: Sending): (message: Message) => boolean {
  const keys = new Set(recipients.map(toHandleKey));
  const toKey = (of: string) => firstLine(of).replace(/\s+/g, ' ').trim();
  // The live service's lists have no subject. There the recipient and the new id must do.
  return (message) => keys.has(toReceiverKey(message)) && toKey(text).startsWith(toKey(message.subject));
}

function toReceiverKey({ receiver }: Message): string {
  return toHandleKey(receiver?.name ?? '');
}
