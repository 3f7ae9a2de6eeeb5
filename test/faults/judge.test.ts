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
import type { Attempt } from './attempts.ts';
import { type Ending, judge } from './judge.ts';
import { failed, mentions, toWriteState } from './recognize.ts';

const credits = CREDITS.en;
const msg = MSG.en;

const transfer: Transfer = { sender: { uid: '1:1', name: 'Ada' }, recipient: { uid: '1:2', name: 'Bo' }, amount: 12 };
const sending = { recipients: ['Bo'], text: 'Hi' };
const outcomeView = (outcome: TransferOutcome) =>
  transferOutcomeView(credits, { id: 't', data: transfer, outcome, startedAt: 0 });
const toMessage = ({ components }: MessageView, id = '5', flags = 0) =>
  ({ id, components, flags, author: { id: '9' }, timestamp: new Date(0).toISOString() }) as unknown as APIMessage;
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
] as const)('%s is recognized', (_, view, writeState) => {
  expect(toWriteState(toMessage(view))).toBe(writeState);
  expect(toWriteState(toMessage(view, '5', MessageFlags.Loading))).toBe('working');
});

test.each([
  [['Bo'], [], 'done'],
  [[], ['Bo'], 'notDone'],
])('a message delivered to %o and not to %o is %s', (names, failed, writeState) => {
  const delivered = names.map((name) => ({ name }));
  const outcome: SendOutcome = { outcome: 'answered', reasons: [], delivered, failed };
  expect(toWriteState(toMessage(sendView(msg, { id: 't', data: sending, outcome, startedAt: 0 })))).toBe(writeState);
});

/** The counts of the verdict over these attempts. */
async function summarize(stage: object, attempts: Attempt[]) {
  const [[, { doubled, falseReports, stuck, unknown, state }]] = (await judge(stage as never, attempts)) as [
    [never, Ending],
  ];
  return { doubled: doubled.length, falseReports: falseReports.length, stuck: stuck.length, unknown, state };
}

const FALSE_REPORT = { falseReports: 1 };

const toPress = (startedAt: number, followUps: object[] = []) => [
  { id: '6', record: { state: 'acknowledged', startedAt, followUps } },
];

/** Judges a transfer by the messages with its outcome, of its press and of an equal transfer. */
function endingOf(
  applied: number,
  own: MessageView,
  others: MessageView[] = [],
  hasArrived = applied > 0,
  { answer, twin }: { answer?: MessageView; twin?: MessageView } = {},
) {
  const game = { world: { paidBy: () => Array(applied).fill('no. 12. (bot)'), messagesOf: () => [] } };
  const shown = [toMessage(own), ...(twin ? [toMessage(twin, '9')] : [])];
  const view = { message: (_: string, id: string) => ({ message: shown.find((one) => one.id === id) }) };
  const messages = () => [...shown, ...others.map((view, index) => toMessage(view, String(10 + index)))];
  const player = { person: { id: '1', view, messages, dm: () => [] }, uid: '1:1', handle: 'Ada' };
  const followUps = answer ? [{ message: { ...toMessage(answer), timestamp: new Date(900).toISOString() } }] : [];
  const attempts = shown.map((message, index) => {
    const presses = toPress(index * 1_000, followUps);
    return { player, key: 'no. 12.', mention: '12 credits', offer: { message }, presses } as unknown as Attempt;
  });
  const form = new URLSearchParams({ reason: 'no. 12.' });
  const calls = [...(hasArrived ? [500] : []), ...(twin ? [1_500] : [])];
  const arrived = calls.map((arrivedAt) => ({ method: 'POST', path: '', form, arrivedAt, status: 200 }));
  return summarize({ game, calls: arrived }, attempts);
}

test.each([
  ['applied twice is doubled', () => endingOf(2, sent), { doubled: 1 }],
  ['applied once is not', () => endingOf(1, sent), { doubled: 0, falseReports: 0, stuck: 0, state: 'notified' }],
  ['“Sent” without an entry in the ledger is false', () => endingOf(0, sent), FALSE_REPORT],
  ['“Sending…” for good is undelivered', () => endingOf(1, working), { state: 'undelivered' }],
  ['a direct message about it is enough', () => endingOf(1, working, [sent]), { state: 'notified', falseReports: 0 }],
  ['“Sending…” beside a direct message is stuck', () => endingOf(1, working, [sent]), { stuck: 1 }],
  ['a direct message that contradicts the ledger is false', () => endingOf(0, working, [sent]), FALSE_REPORT],
  ['a button to check again counts as unknown', () => endingOf(1, unknown), { state: 'unknown', unknown: 1 }],
  ['an offer whose press has no answer is undelivered', () => endingOf(0, offer), { state: 'undelivered' }],
  ['an offer that can be confirmed is open', () => endingOf(0, offer, [], false, { answer: still }), { state: 'open' }],
  ['“Nothing was changed” after it is false', () => endingOf(1, sent, [], true, { answer: still }), FALSE_REPORT],
  ['the entry of the same transfer is not its own', () => endingOf(1, sent, [], false, { twin: sent }), FALSE_REPORT],
  ['“Sent already” without its entry is false', () => endingOf(0, offer, [], false, { answer: already }), FALSE_REPORT],
  [
    'an offer whose write reached the game is undelivered',
    () => endingOf(0, offer, [], true),
    { state: 'undelivered' },
  ],
])('the judge: %s', async (_, judging, expected) => {
  expect(await judging()).toMatchObject(expected);
});

/** Judges a list of a transfer and a privilege, by how often each was made and its reports. */
function judgeList(made: readonly [number, number], reports: readonly string[], isProgressShown: boolean) {
  const toAttachment = (states: readonly string[]) => {
    const changes = ['1,"list 1. row",""', '"","","ship/view, Compact"'].slice(0, states.length);
    const lines = changes.map((change, at) => `"Bo","1:2","pay",${change},"Ada","Bo","${states[at]}","",""`);
    return { url: `data:text/csv,${encodeURIComponent(['"head"', ...lines, ''].join('\r\n'))}` };
  };
  const messages = reports.map((report) => ({
    ...{ author: { id: '9' }, timestamp: new Date(10).toISOString(), attachments: [toAttachment(report.split('|'))] },
    components: [{ type: 10, content: 'list 1.' }],
  }));
  const button = { type: 2, custom_id: isProgressShown ? 'account/pause/1/2/b' : 'other' };
  const own = { author: { id: '9' }, id: '5', attachments: [], components: [{ type: 1, components: [button] }] };
  const person = { id: '1', messages: () => messages, dm: () => [], view: { message: () => ({ message: own }) } };
  const offer = { message: own, list: { id: 'b', rows: 2, cost: 4 }, typed: '2' };
  const attempt = { player: { uid: '1:1', handle: 'Ada', person }, key: 'list 1.', offer, presses: toPress(1) };
  const path = '/character/1:2/privileges/ship/view';
  const call = { method: 'POST', path, form: new URLSearchParams(), status: 201, arrivedAt: 5 };
  const game = { world: { paidBy: () => Array(made[0]).fill('list 1. row (bot)'), messagesOf: () => [] } };
  return summarize({ game, calls: Array(made[1]).fill(call) }, [attempt as unknown as Attempt]);
}

test.each([
  ['true reports', [1, 0], ['done|canceled'], {}],
  ['rows made twice', [2, 2], ['done|done'], { doubled: 2 }],
  ['“done” without a write', [0, 0], ['done|done'], { falseReports: 2 }],
  ['“canceled” after the write', [1, 1], ['done|canceled'], FALSE_REPORT],
  ['a row still “in progress”', [1, 0], ['done|in progress'], FALSE_REPORT],
  ['an unknown row', [1, 1], ['done|not known yet'], { unknown: 1 }],
  ['a report without a row', [1, 0], ['done'], FALSE_REPORT],
  ['a second report that is false', [1, 1], ['done|done', 'done|not done'], FALSE_REPORT],
  ['old buttons beside the report', [1, 1], ['done|done'], { stuck: 1 }],
  ['no report', [1, 1], [], { state: 'undelivered' }],
] as const)('the judge of lists: %s', async (_, made, reports, expected) => {
  const judged = await judgeList(made, reports, 'stuck' in expected);
  expect(judged).toEqual({ doubled: 0, falseReports: 0, stuck: 0, unknown: 0, state: 'notified', ...expected });
});
