import { ServiceError } from '../errors.ts';
import { toWireTime } from '../wire/gameTime.ts';
import { toWireReference } from '../wire/reference.ts';
import { type Answer, type Call, callerOf, type Operation, ownCharacterOf, required, single } from './call.ts';
import { stretchOf, wholeNumber } from './paging.ts';

const mostLogItems = 1000;
const longestReason = 500;

function balance(call: Call): Answer {
  return { payload: { credits: ownCharacterOf(call).credits } };
}

function log(call: Call): Answer {
  const owner = ownCharacterOf(call).uid;
  const stretch = stretchOf(call, mostLogItems);
  const startId = wholeNumber(call.query, 'start_id', { least: 0, most: Number.MAX_SAFE_INTEGER, fallback: 0 });
  const { oldestFirst, wholeLogTotal } = call.quirks;
  const isPast = wholeLogTotal && stretch.startIndex > mostLogItems;
  if (isPast && startId > 0) throw new ServiceError(400, `Parameter start_index must be at most ${mostLogItems}`);
  const startIndex = isPast ? ((stretch.startIndex - 1) % mostLogItems) + 1 : stretch.startIndex;
  const { total: inWindow, items } = call.world.credits.log(owner, startId, { ...stretch, startIndex }, oldestFirst);
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
  const attributes = { start: number(stretch.startIndex), total: number(total), count: number(items.length) };
  return { payload: { transactions: { attributes, transaction } } };
}

function transfer(call: Call): Answer {
  const sender = ownCharacterOf(call);
  const named = required(call.form, 'recipient');
  const given = required(call.form, 'amount');
  const reason = single(call.form, 'reason');
  if (reason !== undefined && [...reason].length > longestReason) {
    throw new ServiceError(400, `Parameter reason can have at most ${longestReason} characters`);
  }
  const refuse = (failurereason: string): Answer => ({
    payload: { transactions: { transaction: [{ succeeded: false, failurereason }] } },
  });
  if (!/^[1-9]\d*$/u.test(given)) return refuse('Credit amount to transfer must be a positive whole number.');
  const { characters } = call.world;
  const recipient = call.quirks.recipientsByHandle ? characters.byHandle(named) : characters.byUid(named);
  if (!recipient) return refuse('recipient_not_found');
  if (recipient.uid === sender.uid) return refuse('Credits cannot be transferred to oneself.');

  const amount = Number(given);
  // Beyond the safe integers a number would be rounded; nobody has that many credits.
  const outcome = Number.isSafeInteger(amount)
    ? call.world.credits.transfer({
        sender: sender.uid,
        recipient: recipient.uid,
        amount,
        communication: `${reason ?? ''} (${callerOf(call).clientName})`.trim(),
        madeAt: call.now,
      })
    : 'over_balance';
  if (outcome === 'over_balance') return refuse('Credit amount to transfer exceeds available credits.');
  if (outcome === 'recipient_not_found') return refuse('recipient_not_found');
  const done = {
    succeeded: true,
    recipient: toWireReference(call.hrefs, { uid: recipient.uid, name: recipient.handle }, 'character'),
    sender: toWireReference(call.hrefs, { uid: sender.uid, name: sender.handle }, 'character'),
    amount: call.number(amount),
    reason: `${reason ?? ''} (${callerOf(call).clientName})`.trim(),
  };
  return { payload: { transactions: { transaction: [done] } } };
}

/** Credits and the credit log (docs/interface.md, "Operations"). */
export const creditOperations: readonly Operation[] = [
  {
    name: 'character.credits.get',
    method: 'GET',
    path: 'character/:uid/credits',
    scope: 'CHARACTER_CREDITS',
    answer: balance,
  },
  {
    name: 'character.credits.transfer',
    method: 'POST',
    path: 'character/:uid/credits',
    scope: 'CREDITS_WRITE',
    answer: transfer,
  },
  {
    name: 'character.creditlog.list',
    method: 'GET',
    path: 'character/:uid/creditlog',
    scope: 'CHARACTER_CREDITS',
    answer: log,
  },
];
