import { ComponentType } from 'discord-api-types/v10';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { composeModal } from '../../commands/msg/compose.ts';
import { confirmationView, deletionView } from '../../commands/msg/deletion.ts';
import { TEXTS } from '../../commands/msg/en.ts';
import type { SendOutcome } from '../../commands/msg/findSent.ts';
import { START } from '../../commands/msg/ids.ts';
import { messagesView, readView, toSuggestion } from '../../commands/msg/messageViews.ts';
import { checkingView, SEND, sendView } from '../../commands/msg/sending.ts';
import type { Page } from '../../src/game/operation.ts';
import type { Message } from '../../src/game/resources/messages.ts';
import { excerpt } from '../../src/view/text.ts';
import { createImmediate, type ImmediateParts } from '../../src/writes/immediate.ts';
import { forAll } from '../support/forAll.ts';
import { labelsOf, textOf } from '../support/messages.ts';
import { expectSendable, expectSendableModal, hostile, inAll, RUNS, textsOf } from '../support/sendable.ts';

const ME = { uid: '1:1001' };
const english = TEXTS.en;
const texts = textsOf(TEXTS);
const MESSAGES_A_PAGE = 10;
const MODES = ['sent', 'received', 'both'] as const;

const party = fc.record({ uid: fc.oneof(fc.constant(ME.uid), hostile), name: hostile }, { requiredKeys: ['name'] });
const item: fc.Arbitrary<Message> = fc.record(
  {
    messageId: hostile,
    subject: hostile,
    sender: party,
    receiver: party,
    sentAt: fc.date({ noInvalidDate: true }),
    body: hostile,
  },
  { requiredKeys: ['messageId', 'subject'] },
);
const handles = fc.array(hostile, { minLength: 1, maxLength: 25 });

function toPage(items: Message[], total = 300): Page<Message> {
  return { total, startIndex: 1, itemCount: MESSAGES_A_PAGE, items, hasMore: total > items.length };
}

test('Discord accepts every page of messages, also the longest; an empty one says so', () => {
  const who = { uid: '1:1', name: '*'.repeat(500) };
  const longest = { subject: '_'.repeat(500), sender: who, receiver: who, sentAt: new Date(8_640_000_000_000_000) };
  const full = Array.from({ length: MESSAGES_A_PAGE }, (_, index) => ({ ...longest, messageId: `38:${index}` }));
  const pages = fc.oneof(fc.array(item, { maxLength: MESSAGES_A_PAGE }), fc.constant(full));
  forAll([texts, pages, fc.constantFrom(...MODES)], RUNS, (texts, items, mode) => {
    const view = messagesView(texts, ME, { mode, page: 1 }, toPage(items));
    expectSendable(view);
    if (items.length === 0) expect(textOf(view)).toContain(texts.list.empty[mode]);
  });
});

test('Discord accepts every message; what does not fit is in a file, whole', () => {
  forAll([texts, item], RUNS, (texts, message) => {
    const view = readView(texts, ME, message, START);
    expectSendable(view);
    const isWhole = excerpt(message.body ?? '', 3_000).isWhole;
    expect(view.files?.map(({ data }) => data) ?? []).toEqual(isWhole ? [] : [message.body]);
    const shown = JSON.stringify(view.components).includes(`"type":${ComponentType.File},`);
    expect(shown).toBe(!isWhole);
  });
});

test('Discord accepts the question and every outcome of a deletion', () => {
  forAll([texts, item], RUNS, (texts, message) => {
    expectSendable(confirmationView(texts, ME, message, 't', 0));
  });
  const data = { messageId: '38:1', ownerUid: ME.uid, place: START };
  for (const texts of inAll(TEXTS))
    for (const deletion of ['deleted', 'foundDeleted', 'stillThere', 'unreadable'] as const)
      for (const checkedAt of [undefined, 0, 300_000])
        expectSendable(deletionView(texts, { id: 't', data, outcome: { deletion, checkedAt }, startedAt: 0 }));
});

test('Discord accepts every outcome of a message, whatever the names and the text', () => {
  forAll([texts, handles, handles, handles, hostile], RUNS, (texts, names, failed, reasons, text) => {
    const data = { recipients: names, text };
    const delivered = names.map((name) => ({ name }));
    const lost = { outcome: 'lost', checkedAt: 300_000 } as const;
    const outcomes: SendOutcome[] = [
      { outcome: 'answered', delivered, failed, reasons },
      { outcome: 'answered', delivered, failed: [], reasons: [] },
      { outcome: 'answered', delivered: [], failed, reasons },
      { ...lost, found: names, maybe: failed, missing: failed, isRead: true },
      { ...lost, found: [], maybe: [], missing: names, isRead: false },
      { ...lost, found: [], maybe: failed, missing: [], isRead: true },
      { ...lost, found: names, maybe: [], missing: [], isRead: true },
    ];
    for (const outcome of outcomes) expectSendable(sendView(texts, { id: 't', data, outcome, startedAt: 0 }));
    expectSendable(checkingView(texts, data));
  });
});

test("a suggestion fits into one of Discord's choices and begins with the subject", () => {
  forAll([texts, item], RUNS, (texts, message) => {
    expect([...toSuggestion(texts, ME, message)].length).toBeLessThanOrEqual(100);
  });
  const message = { messageId: '38:1', subject: 'About the cargo', sender: { uid: '1:2', name: 'Pell' } };
  expect(toSuggestion(english, ME, message)).toMatch(/^About the cargo · .*Pell$/);
});

test.each(inAll(TEXTS))('Discord accepts the modal to write in, in $language', (texts) => {
  const modal = composeModal(texts, ['Jane Doe', 'John Roe']);
  expectSendableModal(modal);
  expect(JSON.stringify(modal)).toContain('"value":"Jane Doe;John Roe"');
});

test('a name that is left out is counted, and none is left out if all fit', () => {
  const names = Array.from({ length: 25 }, (_, index) => `A handle of some length, number ${index}`);
  for (const texts of inAll(TEXTS)) {
    expect(textOf(checkingView(texts, { recipients: names, text: '' }))).toMatch(/, \+\d+$/m);
    expect(textOf(checkingView(texts, { recipients: names.slice(0, 5), text: '' }))).not.toMatch(/, \+\d+$/m);
  }
});

test('a page shows the newest message first, in whatever order the service gives them', () => {
  const items = [2, 9, 4].map((day) => ({
    messageId: `${day}`,
    subject: `Of day ${day}`,
    sentAt: new Date(day * 86_400_000),
  }));
  const view = JSON.stringify(messagesView(english, ME, START, toPage(items)));
  expect(view.match(/\*\*Of day \d/g)).toEqual(['**Of day 9', '**Of day 4', '**Of day 2']);
  expect(view.match(/"value":"\d/g)).toEqual(['"value":"9', '"value":"4', '"value":"2']);
});

test('a message whose process died before it was sent can be sent again, and an expected one has no text yet', async () => {
  const person = { id: '1', name: '', mention: '', locale: 'en-US' };
  const asked = { id: 'w', kind: SEND.name, person, rows: [{ recipients: ['Bo'], text: 'Hello' }] };
  const labelsFor = async (getProposal: () => Promise<unknown>) => {
    const [done, never, notifyUnsent] = [async () => true, async () => false, vi.fn(async () => true)];
    const noteOf = async () => ({ version: '', person, kind: SEND.name, interaction: {}, startedAt: 0 });
    const ends = {
      markUnsent: done,
      endNote: done,
      release: done,
      unschedule: done,
      isErased: never,
      isRestored: never,
    };
    const changes = { ...ends, getProposal, getState: async () => undefined, noteOf, now: () => 0 };
    const parts = { kinds: [SEND], changes, freeze: {}, notifier: { notifyUnsent } };
    await createImmediate(parts as unknown as ImmediateParts).notifyUnsent('1:w');
    return labelsOf((notifyUnsent.mock.calls[0] as never)[1]);
  };
  expect(await labelsFor(async () => asked)).toEqual(['Correct and send again']);
  expect(await labelsFor(async () => undefined)).toEqual([]);
});
