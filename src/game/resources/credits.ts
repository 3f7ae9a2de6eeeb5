import { z } from 'zod';
import { NO_REASON } from '../errors.ts';
import { get, path, Refusal, read, readOfCharacter, toPage, write } from '../operation.ts';
import { handle, isUid, paging, toHandleKey, uid, wholeNumber } from '../parameters.ts';
import { present, toDate } from '../wire/records.ts';
import { at, BrokenRecord, required, textAt, toBoolean, toList, toNumber, toReference, toText } from '../wire/wire.ts';

/** An entry of the credit log. `amount` is negative if this character paid. */
export type CreditLogEntry = ReturnType<typeof toCreditLogEntry>;

/** The most entries that one `start_id` selects (docs/interface.md, "Limits"). */
export const WINDOW_LENGTH = 1_000;

export const creditOperations = {
  'character.credits.get': readOfCharacter('CHARACTER_CREDITS', '/credits', (wire) =>
    required(toNumber(wire) ?? toNumber(at(wire, 'value')), 'credit balance'),
  ),
  'character.credits.transfer': write({
    scope: 'CREDITS_WRITE',
    params: z.strictObject({
      uid,
      amount: wholeNumber(1),
      /** A UID, or a handle where the service takes no UID. */
      recipient: handle,
      reason: z.string('must be text').optional(),
    }),
    request: ({ uid, ...form }) => ({ method: 'POST', path: path`character/${uid}/credits`, form }),
    record: ({ payload }, params) => checkTransfer(payload, params),
  }),
  'character.creditlog.list': read({
    scope: 'CHARACTER_CREDITS',
    params: z.strictObject({ uid, start_id: wholeNumber(0).optional(), ...paging(WINDOW_LENGTH) }),
    request: ({ uid, ...query }) => get(path`character/${uid}/creditlog`, query),
    record: ({ payload }, params) => toWindowPage(payload, params),
  }),
};

/** The service may count the whole log, but past the window it refuses or repeats. */
function toWindowPage(payload: unknown, params: { uid: string; start_index: number; item_count: number }) {
  const page = toPage(payload, 'transaction', params, (entry) => toCreditLogEntry(entry, params.uid));
  const read = params.start_index - 1 + page.items.length + (page.skipped ?? 0);
  return { ...page, total: Math.min(page.total, WINDOW_LENGTH), hasMore: page.hasMore && read < WINDOW_LENGTH };
}

/** Throws {@link Refusal}, or BrokenRecord if it doesn't say that this transfer was made. */
function checkTransfer(wire: unknown, asked: { amount: number; recipient: string }): void {
  const transaction = required(toList(at(wire, 'transaction'))[0], 'transaction');
  const hasSucceeded = required(toBoolean(at(transaction, 'succeeded')), 'result of the transfer');
  if (!hasSucceeded) throw new Refusal(textAt(transaction, 'failurereason') ?? NO_REASON);
  const amount = toNumber(at(transaction, 'amount'));
  const { uid, name = uid } = toReference(at(transaction, 'recipient')) ?? {};
  const isOther = isUid(asked.recipient)
    ? uid !== undefined && ![uid, `1:${uid}`].includes(asked.recipient)
    : name !== uid && toHandleKey(name ?? '') !== toHandleKey(asked.recipient);
  if (isOther || (amount !== undefined && Math.abs(amount) !== asked.amount))
    throw new BrokenRecord('the response is about another transfer');
}

/** `uid` is the character whose log this is. */
function toCreditLogEntry(wire: unknown, uid: string) {
  const sender = toReference(at(wire, 'sender'));
  const receiver = toReference(at(wire, 'receiver'));
  const signed = required(toNumber(at(wire, 'amount')), 'amount');
  // A name alone doesn't show who paid.
  const isOutgoing = isUid(sender?.uid ?? '') ? sender?.uid === uid : signed < 0;
  return {
    transactionId: required(textAt(wire, 'attributes', 'transaction_id'), 'transaction id'),
    amount: isOutgoing && signed !== 0 ? -Math.abs(signed) : Math.abs(signed),
    description: toText(at(wire, 'communication')) ?? '',
    ...present({ timestamp: toDate(at(wire, 'time')), counterparty: isOutgoing ? receiver : sender }),
  };
}
