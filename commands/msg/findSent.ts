import { z } from 'zod';
import type { Game } from '../../src/game/client.ts';
import { GameError } from '../../src/game/errors.ts';
import { reference, toHandleKey } from '../../src/game/parameters.ts';
import { firstLine, type Message, newestFirst } from '../../src/game/resources/messages.ts';
import { decodeNested } from '../../src/game/wire/entities.ts';
import type { LookUpContext } from '../../src/writes/kind.ts';

const PAGE_SIZE = 50;
/** A message this much older than the request is another one. */
const MAX_EARLIER_MS = 5_000;

const texts = z.array(z.string());

/** Recipients are handles. */
export const outgoingMessage = z.object({ recipients: texts, text: z.string() });
export type OutgoingMessage = z.output<typeof outgoingMessage>;

/** The sent messages `at` (ms, the game's time) the request. `alikeIds`: similar ones. */
export const sentSnapshot = z.object({ at: z.number().optional(), alikeIds: texts, newestId: z.string().optional() });
export type SentSnapshot = z.output<typeof sentSnapshot>;

/** The game's response or, without one, the sent messages decide. `maybe`: recipients whose
 * entry may be another message's. `entries`: the ids found. `isRead`: the list reached back far
 * enough. `checkedAt` in ms. */
export const sendOutcome = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('answered'),
    delivered: z.array(reference),
    failed: texts,
    reasons: texts,
    entries: texts.optional(),
  }),
  z.object({
    outcome: z.literal('lost'),
    found: texts,
    maybe: texts.default([]),
    missing: texts,
    entries: texts.optional(),
    isRead: z.boolean(),
    checkedAt: z.number(),
  }),
]);
export type SendOutcome = z.output<typeof sendOutcome>;

/** Recipients who may not have the message, and those who have it. */
export function splitRecipients({ recipients }: OutgoingMessage, outcome: SendOutcome | undefined) {
  if (outcome?.outcome === 'answered') return { without: outcome.failed, delivered: outcome.delivered };
  const { found, maybe, missing } = outcome ?? { found: [], maybe: [], missing: recipients };
  return { without: [...maybe, ...missing], delivered: found.map((name) => ({ name })) };
}

type Sources = Pick<LookUpContext, 'game' | 'me' | 'evidence'>;

/** The state of the sent messages before the request. Throws if they can't be read. */
export async function readSentSnapshot({ game, me }: Sources, wanted: OutgoingMessage): Promise<SentSnapshot> {
  const { messages } = await readSent(game, me.uid);
  const matchingIds = messages.filter((message) => matches(message, wanted)).map(({ messageId }) => messageId);
  return { at: game.now(), alikeIds: matchingIds, newestId: messages[0]?.messageId };
}

/** Looks for a message without a response: for each recipient, a new sent message with the same
 * beginning that can't be another one. Those found by an earlier check still count. */
export async function findSent(
  { services, ...reading }: Sources & Pick<LookUpContext, 'services'>,
  wanted: OutgoingMessage,
  before: SentSnapshot,
  last?: SendOutcome,
): Promise<SendOutcome> {
  const checkedAt = services.now();
  const { byReceiver, hasGaps } = (await readNew(reading, wanted, before)) ?? {};
  const all = [...(byReceiver?.values() ?? [])].flat();
  const couldBeOf = (other: unknown): boolean => all.some((message) => matches(message, outgoingMessage.parse(other)));
  const isOnly = all.length > 0 && (await reading.evidence.isOnly(couldBeOf));
  const earlier = last?.outcome === 'lost' ? last : undefined;
  const messagesTo = (handle: string): readonly Message[] => byReceiver?.get(toHandleKey(handle)) ?? [];
  const groups = Object.groupBy(wanted.recipients, (handle) => {
    if (earlier?.found.includes(handle)) return 'found';
    const [message, ...others] = messagesTo(handle);
    if (!message) return 'missing';
    const isEarlier = before.at !== undefined && (message.sentAt?.getTime() ?? before.at) < before.at - MAX_EARLIER_MS;
    return others.length === 0 && isOnly && !isEarlier ? 'found' : 'maybe';
  });
  const { found = [], maybe = [], missing = [] } = groups;
  const ids = found.flatMap(messagesTo).map(({ messageId }) => messageId);
  const entries = [...new Set([...(earlier?.entries ?? []), ...ids])];
  const isRead = byReceiver !== undefined && !(hasGaps && missing.length > 0);
  return { outcome: 'lost', found, maybe, missing, entries, isRead, checkedAt };
}

/** The ids of the copies of a message with a response, by recipient, if certain. */
export async function findEntries(reading: Sources, wanted: OutgoingMessage, before: SentSnapshot): Promise<string[]> {
  const read = await readNew(reading, wanted, before);
  return [...(read?.byReceiver.values() ?? [])].flatMap(([first, ...others]) =>
    first && others.length === 0 ? first.messageId : [],
  );
}

/** Sent messages since `before` with the same beginning that no other write claims, by recipient.
 * Undefined if the list can't be read or doesn't reach back that far. */
async function readNew({ game, me, evidence }: Sources, wanted: OutgoingMessage, before: SentSnapshot) {
  const sent = await readSent(game, me.uid).catch(() => undefined);
  const { newestId, alikeIds: matchingIds } = before;
  const isRead = newestId === undefined ? sent?.isAll : sent?.messages.some(({ messageId }) => messageId === newestId);
  if (!sent || !isRead) return undefined;
  const matching = sent.messages.filter((one) => matches(one, wanted) && !matchingIds.includes(one.messageId));
  const free = await evidence.unclaimed(matching.map(({ messageId }) => messageId));
  const found = matching.filter(({ messageId }) => free.includes(messageId));
  return { byReceiver: Map.groupBy(found, toReceiverKey), hasGaps: sent.hasGaps };
}

/** The first and the last page: either may have the newest messages. A single empty list may be an
 * error, so only two in a row count. */
async function readSent(game: Game, uid: string) {
  const list = (start: number) =>
    game.character.messages.list({ uid, mode: 'Sent', start_index: start, item_count: PAGE_SIZE });
  const read = await list(1);
  const first = read.isShapeless ? await list(1) : read;
  const isLong = first.total > PAGE_SIZE || first.hasMore;
  const last = isLong ? await list(Math.max(PAGE_SIZE, first.total - PAGE_SIZE) + 1) : undefined;
  if (last?.isShapeless)
    throw new GameError({ code: 'service_unavailable', reason: 'half the sent messages', isUnreadable: true });
  const byId = new Map([...first.items, ...(last?.items ?? [])].map((message) => [message.messageId, message]));
  const messages = newestFirst([...byId.values()]);
  const hasGaps = first.skipped !== undefined || last?.skipped !== undefined;
  const { total, hasMore } = last ?? first;
  return { messages, isAll: messages.length >= total && !hasMore, hasGaps };
}

function matches(message: Message, { recipients, text }: OutgoingMessage): boolean {
  const isToOne = recipients.some((handle) => toHandleKey(handle) === toReceiverKey(message));
  // The live service's lists have no subject, so the recipient and the new id must do.
  return isToOne && toBeginning(text).startsWith(toBeginning(message.subject));
}

/** The beginning as lists show it, with the entities decoded. */
const toBeginning = (text: string): string => firstLine(decodeNested(text)).replace(/\s+/g, ' ').trim();

const toReceiverKey = ({ receiver }: Message): string => toHandleKey(receiver?.name ?? '');
