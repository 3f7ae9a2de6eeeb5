import { z } from 'zod';
import { toFoldedName } from '../../src/galaxy/nameMatch.ts';
import { party } from '../../src/game/parameters.ts';
import { type CreditLogEntry, WINDOW_LENGTH } from '../../src/game/resources/credits.ts';
import { decodeNested } from '../../src/game/wire/entities.ts';
import type { LookUpContext } from '../../src/writes/kind.ts';
import { PAY_CODES, REQUEST_CODES } from './codes.ts';
import { toLoggedPayments } from './loggedPayments.ts';
import { idOf, readNewestForSure, toTime } from './readLog.ts';

/** `offeredAt` (ms, the game's time): not sent if the log has had a similar transfer since then
 * that no other write claims. `recipientForm`: a UID by default. `request`: the payment request
 * that it pays, with its asker's Discord user and the entries that already had its code. `paid`:
 * their sum. `card`: the URL of the public message. */
export const transfer = z.object({
  sender: party,
  recipient: party,
  recipientForm: z.literal('handle').optional(),
  amount: z.number(),
  reason: z.string().optional(),
  offeredAt: z.number(),
  /** An earlier try wasn't in the log: if it arrives after all, nothing more is sent. */
  isSecondTry: z.literal(true).optional(),
  /** Entries of the log that the preview named: the log counts in seconds. */
  namedIds: z.array(z.string()).optional(),
  request: z.object({ from: z.string(), code: z.string(), sentIds: z.array(z.string()) }).optional(),
  paid: z.number().optional(),
  card: z.string().optional(),
});
export type ConfirmableTransfer = z.output<typeof transfer>;
export type Transfer = Omit<ConfirmableTransfer, 'offeredAt' | 'request'>;

/** From the game's response or its log; `checkedAt` in ms. */
export const transferOutcome = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('sent'), transactionId: z.string().optional(), balance: z.number().optional() }),
  z.object({ outcome: z.literal('found'), transactionId: z.string() }),
  z.object({ outcome: z.literal('maybe'), transactionIds: z.array(z.string()) }),
  z.object({ outcome: z.enum(['notFound', 'unreadable']), checkedAt: z.number() }),
]);
export type TransferOutcome = z.output<typeof transferOutcome>;

/** The log `at` (ms, the game's time), before a transfer. `alikeIds`: the entries that match it. */
export const logSnapshot = z.object({ at: z.number(), alikeIds: z.array(z.string()), newestId: z.string().optional() });
export type LogSnapshot = z.output<typeof logSnapshot>;

/** An entry this much later may be another transfer, such as a retry. */
const DONE_WITHIN_MS = 25_000;
/** An entry this much earlier is another transfer's. */
const MAX_EARLIER_MS = 5_000;

type Sources = Pick<LookUpContext, 'game' | 'evidence'>;

/** Payments to a character with this request's code. */
export function findSent(entries: readonly CreditLogEntry[], uid: string, code: string): CreditLogEntry[] {
  return entries.filter(
    ({ amount, counterparty, description }) =>
      amount < 0 && counterparty?.uid === uid && REQUEST_CODES.find(description).includes(code),
  );
}

/** The log before a transfer, the id of a similar transfer made since the preview, and all payments
 * since then. */
export async function readLogSnapshot({ game, evidence }: Sources, asked: ConfirmableTransfer) {
  const { request } = asked;
  const { entries } = await readNewestForSure({ game, me: asked.sender });
  const matching = entries.filter((entry) => matches(entry, asked));
  const isNamed = (id: string): boolean => asked.namedIds?.includes(id) === true;
  // The log counts in seconds.
  const since = Math.floor(asked.offeredAt / 1_000) * 1_000;
  const matchingSince = matching.filter((entry) => toTime(entry) >= since && !isNamed(idOf(entry)));
  const [sinceOffer] = await evidence.unclaimed(matchingSince.map(idOf));
  const withCode = request && findSent(entries, asked.recipient.uid, request.code).map(idOf);
  const sinceThen = sinceOffer ?? withCode?.find((id) => !request?.sentIds.includes(id));
  const before = { at: game.now(), alikeIds: matching.map(idOf), newestId: entries[0] && idOf(entries[0]) };
  const paid = toLoggedPayments(entries).filter(({ at, id }) => at >= since && !isNamed(id));
  return { before, sinceThen, paid };
}

/** Looks for a transfer without a response: a new entry that can't be another transfer's. */
export async function findTransfer(
  { services, ...reading }: Sources & Pick<LookUpContext, 'services'>,
  asked: Transfer,
  before: LogSnapshot,
): Promise<TransferOutcome> {
  const checkedAt = services.now();
  const found = await readNew(reading, asked, before);
  if (!found) return { outcome: 'unreadable', checkedAt };
  const [first] = found;
  if (!first) return { outcome: 'notFound', checkedAt };
  const sinceBefore = (first.timestamp?.getTime() ?? before.at) - before.at;
  const isInTime = sinceBefore <= DONE_WITHIN_MS && sinceBefore >= -MAX_EARLIER_MS;
  const fits = found.length === 1 && isInTime && hasReason(first, asked);
  const couldBeOf = (other: unknown): boolean => matches(first, transfer.parse(other));
  if (fits && (await reading.evidence.isOnly(couldBeOf))) return { outcome: 'found', transactionId: idOf(first) };
  return { outcome: 'maybe', transactionIds: found.map(idOf) };
}

/** The id of the entry of a transfer with a response; undefined if it isn't certain. */
export async function findEntry(reading: Sources, asked: Transfer, before: LogSnapshot): Promise<string | undefined> {
  const found = await readNew(reading, asked, before);
  const [first, ...others] = found?.filter((entry) => hasReason(entry, asked)) ?? [];
  return first && others.length === 0 ? idOf(first) : undefined;
}

/** The matching entries since `before` that no other write claims, newest first. Undefined if the
 * log can't be read, doesn't reach back that far, or may hide an entry in a gap. */
async function readNew({ game, evidence }: Sources, asked: Transfer, before: LogSnapshot) {
  const read = await readNewestForSure({ game, me: asked.sender }).catch(() => undefined);
  const entries = read?.entries;
  const { newestId, alikeIds: matchingIds } = before;
  const isWhole = (entries?.length ?? WINDOW_LENGTH) < WINDOW_LENGTH;
  const reachesBack = newestId === undefined ? isWhole : entries?.some((entry) => idOf(entry) === newestId);
  if (!entries || !reachesBack) return undefined;
  const found = entries.filter((entry) => matches(entry, asked) && !matchingIds.includes(idOf(entry)));
  const free = await evidence.unclaimed(found.map(idOf));
  const own = found.filter((entry) => free.includes(idOf(entry)));
  return read.gaps > 0 && own.length === 0 ? undefined : own;
}

/** An entry with a code belongs to a batch. */
function matches({ amount, counterparty, description }: CreditLogEntry, asked: Transfer): boolean {
  const isAlike = amount === -asked.amount && counterparty?.uid === asked.recipient.uid;
  return isAlike && PAY_CODES.find(description).length === 0;
}

/** The service may add the client's name in parentheses, change the reason or decode entities. */
function hasReason({ description }: CreditLogEntry, { reason = '' }: Transfer): boolean {
  const toKey = (text: string): string => toFoldedName(decodeNested(text)).together;
  if (toKey(reason) === '') return toKey(description.replace(/\([^()]*\)\s*$/, '')) === '';
  return toKey(description).includes(toKey(reason));
}
