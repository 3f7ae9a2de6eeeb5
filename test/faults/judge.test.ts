import { type APIMessage, MessageFlags } from 'discord-api-types/v10';
import { expect, test } from 'vitest';
import { TEXTS as CREDITS } from '../../commands/credits/en.ts';
import type { Transfer, TransferOutcome } from '../../commands/credits/transfer.ts';
import {
  confirmationView,
  lostTransferView,
  sendingView,
  transferOutcomeView,
} from '../../commands/credits/transferView.ts';
import { TEXTS as MSG } from '../../commands/msg/en.ts';
import type { SendOutcome } from '../../commands/msg/findSent.ts';
import { checkingView, sendView } from '../../commands/msg/sending.ts';
import { en } from '../../src/view/en.ts';
import { noticeView } from '../../src/view/errorView.ts';
import type { MessageView } from '../../src/view/message.ts';
import { type Attempt, type Ending, judge } from './attempts.ts';
import { type Begun, judgeBatches } from './batchJudge.ts';
import type { Call } from './gate.ts';
import { failed, mentions, toTelling } from './recognize.ts';

const credits = CREDITS.en;
const msg = MSG.en;

const transfer: Transfer = { sender: { uid: '1:1', name: 'Ada' }, recipient: { uid: '1:2', name: 'Bo' }, amount: 12 };
const sending = { recipients: ['Bo'], text: 'Hi' };
const outcomeView = (outcome: TransferOutcome) =>
  transferOutcomeView(credits, { id: 't', data: transfer, outcome, startedAt: 0 });
const toMessage = ({ components }: MessageView, id = '5', flags = 0) =>
  ({ id, components, flags }) as unknown as APIMessage;
const offer = confirmationView(credits, transfer, { ticket: 't', balance: 99, expiresAt: 0, mustType: false });
const working = sendingView(credits, transfer);
const sent = outcomeView({ outcome: 'sent' });
const unknown = outcomeView({ outcome: 'notFound', checkedAt: 0 });
const still = noticeView(en.errors.stillConfirmable);
const already = noticeView(credits.confirmation.sentSince('7'));

test.each([
  ['arrest', false],
  ['release', true],
  ['12 credits', false],
  ['1,112 credits', true],
])('a message mentions %s as a whole word: %s', (name, isMentioned) => {
  const message = toMessage(noticeView('Group **arrest_execute**: + release, 1,112 credits'));
  expect(mentions(message, name)).toBe(isMentioned);
});

test('a command that a restart interrupted is not done', () => {
  expect(failed(toMessage(noticeView(en.errors.interrupted)))).toBe(true);
});

test.each([
  ['an offer', offer, 'offered'],
  ['what is being sent', working, 'working'],
  ['a receipt', sent, 'done'],
  ['a lost response that is being looked up', lostTransferView(credits, transfer), 'working'],
  ['a lost response that can be looked up again', unknown, 'unknown'],
  ['a lost response that was found', outcomeView({ outcome: 'found', transactionId: '7' }), 'done'],
  ['a message whose response was lost', checkingView(msg, sending), 'working'],
] as const)('%s is recognized', (_, view, telling) => {
  expect(toTelling(toMessage(view))).toBe(telling);
  expect(toTelling(toMessage(view, '5', MessageFlags.Loading))).toBe('working');
});

test.each([
  [['Bo'], [], 'done'],
  [[], ['Bo'], 'notDone'],
])('a message delivered to %o and not to %o is %s', (names, failed, telling) => {
  const delivered = names.map((name) => ({ name }));
  const outcome: SendOutcome = { outcome: 'answered', reasons: [], delivered, failed };
  expect(toTelling(toMessage(sendView(msg, { id: 't', data: sending, outcome, startedAt: 0 })))).toBe(telling);
});

/**
 * The ending of a transfer that was applied so often, whose message shows `own`, and whose player also got `others`. `answer`: what the bot said
 * to the press beside it. `twin`: the message of the same transfer, confirmed later, whose request passed.
 */
function endingOf(
  applied: number,
  own: MessageView,
  others: MessageView[] = [],
  hasArrived = applied > 0,
  { answer, twin }: { answer?: MessageView; twin?: MessageView } = {},
): Ending {
  const entry = { sender: { uid: '1:1' }, communication: 'no. 12. (bot)' };
  const game = { world: { logOf: () => Array(applied).fill(entry), messagesOf: () => [] } };
  const message = toMessage(own);
  const shown = [message, ...(twin ? [toMessage(twin, '9')] : [])];
  const view = { message: (_: string, id: string) => ({ message: shown.find((one) => one.id === id) }) };
  const player = { person: { view }, uid: '1:1', handle: 'Ada' };
  const followUps = answer ? [{ message: { ...toMessage(answer), timestamp: new Date(900).toISOString() } }] : [];
  const toAttempt = (message: APIMessage, startedAt: number) => {
    const presses = [{ id: '6', record: { state: 'acknowledged', startedAt, followUps } }];
    return { player, key: 'no. 12.', mention: '12 credits', offer: { message }, presses } as unknown as Attempt;
  };
  const [attempt, ...twins] = shown.map((each, index) => toAttempt(each, index * 1_000)) as [Attempt, ...Attempt[]];
  const calls = [...(hasArrived ? [500] : []), ...(twin ? [1_500] : [])];
  const arrived = new Map([['no. 12.', calls.map((arrivedAt) => ({ arrivedAt, status: 200 }) as Call)]]);
  const messages = others.map((view, index) => toMessage(view, String(7 + index)));
  return judge({ game } as never, attempt, arrived, messages, twins);
}

test.each([
  ['applied twice is doubled', endingOf(2, sent), { done: 2 }],
  ['applied once is not', endingOf(1, sent), { done: 1, isLie: false, told: 'told' }],
  ['“Sent” without an entry in the ledger is false', endingOf(0, sent), { isLie: true }],
  ['“Sending…” for good is undelivered', endingOf(1, working), { told: 'undelivered' }],
  ['a direct message about it is enough', endingOf(1, working, [sent]), { told: 'told', isLie: false }],
  ['a direct message that contradicts the ledger is false', endingOf(0, working, [sent]), { isLie: true }],
  ['a button to check again counts as unknown', endingOf(1, unknown), { told: 'unknown' }],
  ['an offer whose press has no answer is undelivered', endingOf(0, offer), { told: 'undelivered' }],
  ['an offer that can still be confirmed is open', endingOf(0, offer, [], false, { answer: still }), { told: 'open' }],
  ['“Nothing was changed” after the request is false', endingOf(1, sent, [], true, { answer: still }), { isLie: true }],
  ['the entry of the same transfer is not its own', endingOf(1, sent, [], false, { twin: sent }), { isLie: true }],
  ['“Sent already” without its entry is false', endingOf(0, offer, [], false, { answer: already }), { isLie: true }],
  ['an offer whose write reached the game is undelivered', endingOf(0, offer, [], true), { told: 'undelivered' }],
])('the judge: %s', (_, ending, expected) => {
  expect(ending).toMatchObject(expected);
});

/** Of a batch of one transfer and one privilege: how often each was made, and what its report says. */
function judgeBatch(made: [number, number], ...reports: string[][]) {
  const toAttachment = (states: string[]) => {
    const changes = ['batch 01 row 000', 'ship/view, Compact'].slice(0, states.length);
    const lines = changes.map((change, at) => `"Bo","1:2","pay","${change}","Ada","Bo","${states[at]}","",""`);
    return { url: `data:text/csv,${encodeURIComponent(['"head"', ...lines, ''].join('\r\n'))}` };
  };
  const messages = reports.map((states) => ({ author: { id: '9' }, attachments: [toAttachment(states)] }));
  const player = { uid: '1:1', handle: 'Ada', person: { id: '1', messages: () => messages, dm: () => [] } };
  const path = '/character/1:2/privileges/ship/view';
  const call = { method: 'POST', path, form: new URLSearchParams(), status: 201, arrivedAt: 5 };
  const game = { world: { paidBy: () => Array(made[0]).fill('batch 01 row 000 (bot)') } };
  const begun = { id: 'b', mark: 'batch 01 ', player, count: 2, at: 1 } as unknown as Begun;
  return judgeBatches({ game, calls: Array(made[1]).fill(call) } as never, [begun]);
}

test.each([
  ['true reports', [1, 0] as const, [['done', 'canceled']], { doubled: 0, unknown: 0 }, []],
  ['rows made twice', [2, 2] as const, [['done', 'done']], { doubled: 2 }, ['doubled', 'doubled']],
  ['“done” without a write', [0, 0] as const, [['done', 'done']], {}, ['false', 'false']],
  ['“canceled” after the write', [1, 1] as const, [['done', 'canceled']], {}, ['false']],
  ['a row still “being made”', [1, 0] as const, [['done', 'being made']], {}, ['false']],
  ['an unknown row', [1, 1] as const, [['done', 'not known yet']], { unknown: 1 }, []],
  ['a report without a row', [1, 0] as const, [['done']], {}, ['false']],
  [
    'a second report that is false',
    [1, 1] as const,
    [
      ['done', 'done'],
      ['done', 'not done'],
    ],
    {},
    ['false'],
  ],
  ['no report', [1, 1] as const, [], {}, ['undelivered']],
])('the judge of batches: %s', async (_, made, reports, expected, words) => {
  const judged = await judgeBatch([...made], ...reports);
  expect(judged).toMatchObject(expected);
  expect(judged.examples.map((line) => line.split(':')[0])).toEqual(words);
});
