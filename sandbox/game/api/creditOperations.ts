import { ServiceError } from '../errors.ts';
import { toWireTime } from '../wire/gameTime.ts';
import { toWireReference } from '../wire/reference.ts';
import {
  type Answer,
  type Call,
  callerOf,
  type Operation,
  operation,
  ownCharacterOf,
  required,
  single,
} from './call.ts';
import { toSlice, wholeNumber } from './paging.ts';

const MAX_LOG_ITEMS = 1000;
const MAX_REASON_LENGTH = 500;

function balance(call: Call): Answer {
  return { payload: { credits: ownCharacterOf(call).credits } };
}

function log(call: Call): Answer {
  const owner = ownCharacterOf(call).uid;
  const slice = toSlice(call, MAX_LOG_ITEMS);
  const startId = wholeNumber(call.query, 'start_id', { least: 0, most: Number.MAX_SAFE_INTEGER, fallback: 0 });
  const { oldestFirst, wholeLogTotal } = call.quirks;
  const isPast = wholeLogTotal && slice.startIndex > MAX_LOG_ITEMS;
  if (isPast && startId > 0) throw new ServiceError(400, `Parameter start_index must be at most ${MAX_LOG_ITEMS}`);
  const startIndex = isPast ? ((slice.startIndex - 1) % MAX_LOG_ITEMS) + 1 : slice.startIndex;
  const { total: inWindow, items } = call.world.credits.log(owner, startId, { ...slice, startIndex }, oldestFirst);
  const total = wholeLogTotal ? call.world.credits.lengthOf(owner) : inWindow;
  const transaction = items.map(({ id, madeAt, amount, sender, receiver, communication }) => ({
    attributes: { transaction_id: String(id) },
    time: toWireTime(madeAt),
    amount: id % 2 === 1 ? call.number(amount) : amount,
    sender: toWireReference(call.hrefs, sender, 'character'),
    receiver: toWireReference(call.hrefs, receiver, 'character'),
    communication,
  }));
  const { number } = call;
  const attributes = { start: number(slice.startIndex), total: number(total), count: number(items.length) };
  return { payload: { transactions: { attributes, transaction } } };
}

function transfer(call: Call): Answer {
  const sender = ownCharacterOf(call);
  const named = required(call.form, 'recipient');
  const given = required(call.form, 'amount');
  const reason = single(call.form, 'reason');
  if (reason !== undefined && [...reason].length > MAX_REASON_LENGTH) {
    throw new ServiceError(400, `Parameter reason can have at most ${MAX_REASON_LENGTH} characters`);
  }
  const result = (transaction: object): Answer => ({ payload: { transactions: { transaction: [transaction] } } });
  const refuse = (failurereason: string): Answer => result({ succeeded: false, failurereason });
  if (!/^[1-9]\d*$/u.test(given)) return refuse('Credit amount to transfer must be a positive whole number.');
  const { characters } = call.world;
  const recipient = call.quirks.recipientsByHandle ? characters.byHandle(named) : characters.byUid(named);
  if (!recipient) return refuse('recipient_not_found');
  if (recipient.uid === sender.uid) return refuse('Credits cannot be transferred to oneself.');

  const amount = Number(given);
  const communication = `${reason ?? ''} (${callerOf(call).clientName})`.trim();
  // An unsafe integer would be rounded, and no character has that many credits.
  const outcome = Number.isSafeInteger(amount)
    ? call.world.credits.transfer({
        sender: sender.uid,
        recipient: recipient.uid,
        amount,
        communication,
        madeAt: call.now,
      })
    : 'over_balance';
  if (outcome === 'over_balance') return refuse('Credit amount to transfer exceeds available credits.');
  if (outcome === 'recipient_not_found') return refuse('recipient_not_found');
  return result({
    succeeded: true,
    recipient: toWireReference(call.hrefs, { uid: recipient.uid, name: recipient.handle }, 'character'),
    sender: toWireReference(call.hrefs, { uid: sender.uid, name: sender.handle }, 'character'),
    amount: call.number(amount),
    reason: communication,
  });
}

export const creditOperations: readonly Operation[] = [
  operation('character.credits.get', 'GET character/:uid/credits', 'CHARACTER_CREDITS', balance),
  operation('character.credits.transfer', 'POST character/:uid/credits', 'CREDITS_WRITE', transfer),
  operation('character.creditlog.list', 'GET character/:uid/creditlog', 'CHARACTER_CREDITS', log),
];
