import { z } from 'zod';
import type { Game } from '../../src/game/client.ts';
import { GameError } from '../../src/game/errors.ts';
import { reference, toHandleKey } from '../../src/game/parameters.ts';
import { firstLine, type Message, newestFirst } from '../../src/game/resources/messages.ts';
import { decodeNested } from '../../src/game/wire/entities.ts';
import type { LookUpContext } from '../../src/writes/kind.ts';

const PAGE_SIZE = 50;
/** A message that is older than the request by more is another one, which the list didn't show before. */
const MAX_EARLIER_MS = 5_000;

const texts = z.array(z.string());

/** A message to send; its recipients by handle. */
export const sending = z.object({ recipients: texts, text: z.string() });
export type Sending = z.output<typeof sending>;

/** The sent messages `at` (ms, the game's time) the request: the ids of similar ones, and the newest of all. */
export const sentSnapshot = z.object({ at: z.number().optional(), alikeIds: texts, newestId: z.string().optional() });
export type SentSnapshot = z.output<typeof sentSnapshot>;

/** A message's outcome: the game's response, or, if that was lost, what the sent messages show.
 * `maybe`: recipients whose entry may be another message's. `entries`: the ids found. `isRead`:
 * whether the list reached back far enough to tell. `checkedAt` in ms. */
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

/** Who may not have the message, and who has it. */
export function splitRecipients({ recipients }: Sending, outcome: SendOutcome | undefined) {
  if (!outcome) return { without: recipients, delivered: [] };
  if (outcome.outcome === 'lost') return { without: [...outcome.maybe, ...outcome.missing], delivered: outcome.found };
  return { without: outcome.failed, delivered: outcome.delivered.map(({ name }) => name) };
}

type Reading = Pick<LookUpContext, 'game' | 'me' | 'evidence'>;

/** Reads what distinguishes a message from earlier ones. Throws what reading throws. */
export async function readSentSnapshot({ game, me }: Reading, wanted: Sending): Promise<SentSnapshot> {
  const { messages } = await readSent(game, me.uid);
  const matchingIds = messages.filter((message) => matches(message, wanted)).map(({ messageId }) => messageId);
  return { at: game.now(), alikeIds: matchingIds, newestId: messages[0]?.messageId };
}

/** Looks for a message whose response was lost. Found are recipients with a new sent message that
 * begins the same and can't be another one, and those that an earlier look found. */
export async function findSent(
  { services, ...reading }: Reading & Pick<LookUpContext, 'services'>,
  wanted: Sending,
  before: SentSnapshot,
  last?: SendOutcome,
): Promise<SendOutcome> {
  const checkedAt = services.now();
  const { byReceiver, hasGaps } = (await readNew(reading, wanted, before)) ?? {};
  const all = [...(byReceiver?.values() ?? [])].flat();
  const couldBeOf = (other: unknown): boolean => all.some((message) => matches(message, sending.parse(other)));
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

/** The ids of an answered message: of each recipient's copy, if it's certain which one that is. */
export async function findEntries(reading: Reading, wanted: Sending, before: SentSnapshot): Promise<string[]> {
  const read = await readNew(reading, wanted, before);
  return [...(read?.byReceiver.values() ?? [])].flatMap(([first, ...others]) =>
    first && others.length === 0 ? first.messageId : [],
  );
}

/** By recipient, the sent messages since `before` that begin like the wanted one and that no other
 * write has. Undefined if the list can't be read, or lacks the newest of before. */
async function readNew({ game, me, evidence }: Reading, wanted: Sending, before: SentSnapshot) {
  const sent = await readSent(game, me.uid).catch(() => undefined);
  const { newestId, alikeIds: matchingIds } = before;
  const isRead = newestId === undefined ? sent?.isAll : sent?.messages.some(({ messageId }) => messageId === newestId);
  if (!sent || !isRead) return undefined;
  const matching = sent.messages.filter((one) => matches(one, wanted) && !matchingIds.includes(one.messageId));
  const free = await evidence.unclaimed(matching.map(({ messageId }) => messageId));
  const found = matching.filter(({ messageId }) => free.includes(messageId));
  return { byReceiver: Map.groupBy(found, toReceiverKey), hasGaps: sent.hasGaps };
}

/** The first and the last page of the sent messages; either may have the newest. There are none only
 * if two readings agree, as nothing in place of a list may also mean that it wasn't read. */
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

function matches(message: Message, { recipients, text }: Sending): boolean {
  const isToOne = recipients.some((handle) => toHandleKey(handle) === toReceiverKey(message));
  // The live service's lists have no subject. There the recipient and the new id must do.
  return isToOne && toBeginning(text).startsWith(toBeginning(message.subject));
}

/** As lists show it. An entity that a person typed was decoded there. */
const toBeginning = (text: string): string => firstLine(decodeNested(text)).replace(/\s+/g, ' ').trim();

const toReceiverKey = ({ receiver }: Message): string => toHandleKey(receiver?.name ?? '');
