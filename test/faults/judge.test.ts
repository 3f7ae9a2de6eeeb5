import { type APIMessage, MessageFlags } from 'discord-api-types/v10';
import { describe, expect, test } from 'vitest';
import { de } from '../../commands/credits/de.ts';
import { en as messages } from '../../commands/credits/messages.ts';
import type { Transfer, TransferOutcome } from '../../commands/credits/transfer.ts';
import { lostTransferView, offerView, sendingView, transferOutcomeView } from '../../commands/credits/transferView.ts';
import { en as said } from '../../commands/msg/messages.ts';
import { checkingView, type SendOutcome, sendView } from '../../commands/msg/sending.ts';
import { noticeView } from '../../src/view/errorView.ts';
import { inLanguage } from '../../src/view/language.ts';
import type { MessageView } from '../../src/view/message.ts';
import { en } from '../../src/view/messages.ts';
import { type Attempt, judge } from './attempts.ts';
import type { Call } from './gate.ts';
import { failed, mentions, toTelling } from './recognize.ts';

const credits = inLanguage({ en: messages, de }, 'en');
const msg = { ...en, ...said };

const transfer: Transfer = { sender: { uid: '1:1', name: 'Ada' }, recipient: { uid: '1:2', name: 'Bo' }, amount: 12 };
const idFor = (action: string) => `credits/${action}/1/t`;
const outcomeView = (outcome: TransferOutcome) =>
  transferOutcomeView(credits, { id: 't', data: transfer, outcome, startedAt: 0 }, idFor);
const message = { recipients: ['Bo'], text: 'Hi' };
const sendOutcomeView = (result: Pick<Extract<SendOutcome, { outcome: 'answered' }>, 'delivered' | 'failed'>) =>
  sendView(
    msg,
    { id: 't', data: message, outcome: { outcome: 'answered', reasons: [], ...result }, startedAt: 0 },
    idFor,
  );
const toMessage = ({ components }: MessageView, id = '5', flags = 0) =>
  ({ id, components, flags }) as unknown as APIMessage;
const views = {
  offer: offerView(credits, transfer, { ticket: 't', balance: 99, expiresAt: 0, mustType: false }, idFor),
  sending: sendingView(credits, transfer),
  sent: outcomeView({ outcome: 'sent' }),
  found: outcomeView({ outcome: 'found', transactionId: '7' }),
  unknown: outcomeView({ outcome: 'notFound' }),
};

test('names count as whole words only', () => {
  const message = toMessage(noticeView('Group **arrest_execute**: + release, 1,112 credits'));
  expect(['arrest', 'release', '12 credits', '1,112 credits'].map((name) => mentions(message, name))).toEqual([
    false,
    true,
    false,
    true,
  ]);
});

test('a command that a restart kept from being carried out is not done', () => {
  expect(failed(toMessage(noticeView(en.errors.interrupted)))).toBe(true);
});

test.each([
  ['an offer', views.offer, 'offered'],
  ['what is being sent', views.sending, 'working'],
  ['a receipt', views.sent, 'done'],
  ['a lost answer that is being looked up', lostTransferView(credits, transfer), 'working'],
  ['a lost answer that can be looked up again', views.unknown, 'unknown'],
  ['a lost answer that was found', views.found, 'done'],
  ['a delivered message', sendOutcomeView({ delivered: [{ name: 'Bo' }], failed: [] }), 'done'],
  ['a message for nobody', sendOutcomeView({ delivered: [], failed: ['Bo'] }), 'notDone'],
  ['a message whose answer was lost', checkingView(msg, message), 'working'],
] as const)('%s is recognized', (_, view, telling) => {
  expect(toTelling(toMessage(view as MessageView))).toBe(telling);
});

test('“thinking…” tells nothing', () => {
  expect(toTelling(toMessage(views.sent, '5', MessageFlags.Loading))).toBe('working');
});

describe('the judge', () => {
  /** The ending of a transfer that was applied so often, whose message shows `own`, and whose person also got `others`. */
  const endingOf = (applied: number, own: MessageView, others: MessageView[] = [], hasArrived = applied > 0) => {
    const entry = { sender: { uid: '1:1' }, communication: 'no. 12. (bot)' };
    const game = { world: { logOf: () => Array(applied).fill(entry), messagesOf: () => [] } };
    const message = toMessage(own);
    const person = { view: { message: () => ({ message }) } };
    const player = { person, uid: '1:1', handle: 'Ada' };
    const press = { id: '6', record: { state: 'acknowledged' } };
    const attempt = { player, key: 'no. 12.', mention: '12 credits', offer: { message }, presses: [press] };
    const arrived = new Map<string, Call[]>(hasArrived ? [['no. 12.', [{} as Call]]] : []);
    const messages = others.map((view, index) => toMessage(view, String(7 + index)));
    return judge({ game } as never, attempt as unknown as Attempt, arrived, messages);
  };

  test.each([
    ['applied twice is doubled', endingOf(2, views.sent), { done: 2 }],
    ['applied once is not', endingOf(1, views.sent), { done: 1, isLie: false, told: 'told' }],
    ['“Sent” without an entry in the ledger is false', endingOf(0, views.sent), { isLie: true }],
    ['“Sending…” for good is untold', endingOf(1, views.sending), { told: 'untold' }],
    ['a direct message about it is enough', endingOf(1, views.sending, [views.sent]), { told: 'told', isLie: false }],
    [
      'a direct message that contradicts the ledger is false',
      endingOf(0, views.sending, [views.sent]),
      { isLie: true },
    ],
    ['a button to check again counts as unknown', endingOf(1, views.unknown), { told: 'unknown' }],
    ['an offer that was never taken up is open', endingOf(0, views.offer), { told: 'open' }],
    ['an offer whose write reached the game is untold', endingOf(0, views.offer, [], true), { told: 'untold' }],
  ])('%s', (_, ending, expected) => {
    expect(ending).toMatchObject(expected);
  });
});
