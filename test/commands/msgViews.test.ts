import { ComponentType } from 'discord-api-types/v10';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { composeModal } from '../../commands/msg/compose.ts';
import { de } from '../../commands/msg/de.ts';
import { deleteQuestionView, deletionView } from '../../commands/msg/deletion.ts';
import { START } from '../../commands/msg/ids.ts';
import { en } from '../../commands/msg/messages.ts';
import { messagesView, readView, toSuggestion } from '../../commands/msg/messageViews.ts';
import { checkingView, type SendOutcome, sendView } from '../../commands/msg/sending.ts';
import type { Message } from '../../src/game/messages.ts';
import type { Page } from '../../src/game/operation.ts';
import { inLanguage } from '../../src/view/language.ts';
import type { MessageView } from '../../src/view/message.ts';
import { PAGER } from '../../src/view/pager.ts';
import { excerpt } from '../../src/view/text.ts';
import { idsOf } from '../support/ids.ts';

const ME = { uid: '1:1001' };
const LANGUAGES = [inLanguage({ en, de }, 'en'), inLanguage({ en, de }, 'de')] as const;
const MESSAGES_A_PAGE = 10;
const idFor = idsOf('msg');

const hostile = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 400 }),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom(
    '',
    ' ',
    '\u200b',
    '*_`~|[]()<>@#'.repeat(800),
    '\n# x\n'.repeat(2_000),
    '@everyone <@1> <t:1:R> https://x.y',
    '\u202e\u200b'.repeat(50),
    '😀'.repeat(5_000),
    'x'.repeat(10_000),
  ),
);
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

type Node = Record<string, unknown>;

function nodesOf({ components }: MessageView): Node[] {
  const visit = (node: Node): Node[] => [node, ...((node['components'] as Node[] | undefined) ?? []).flatMap(visit)];
  return (components as unknown as Node[]).flatMap(visit);
}

/** Discord's limits for a message, as docs/discord-stand-in.md lists them. */
function expectWithinLimits(view: MessageView): void {
  const nodes = nodesOf(view);
  const texts = nodes.filter(({ type }) => type === ComponentType.TextDisplay).map(({ content }) => String(content));
  for (const content of texts) expect(content.trim()).not.toBe('');
  expect(texts.join('').length).toBeLessThanOrEqual(4_000);
  expect(nodes.length).toBeLessThanOrEqual(40);
  for (const { type, label, components, options } of nodes) {
    if (type === ComponentType.Button) expect(String(label).length).toBeLessThanOrEqual(80);
    if (type === ComponentType.ActionRow) expect((components as unknown[]).length).toBeGreaterThan(0);
    if (type === ComponentType.StringSelect)
      expectOptions(options as Record<'label' | 'value' | 'description', string>[]);
  }
}

function expectOptions(options: Record<'label' | 'value' | 'description', string>[]): void {
  expect(options.length).toBeGreaterThan(0);
  expect(options.length).toBeLessThanOrEqual(25);
  expect(new Set(options.map(({ value }) => value)).size).toBe(options.length);
  for (const text of options.flatMap(({ label, value, description }) => [label, value, description])) {
    expect(text.length).toBeGreaterThan(0);
    expect(text.length).toBeLessThanOrEqual(100);
  }
}

function toPage(items: Message[]): Page<Message> {
  return { total: 300, startIndex: 1, itemCount: MESSAGES_A_PAGE, items, hasMore: true };
}

describe.each(LANGUAGES)('in $language', (messages) => {
  test('a page of messages stays within Discord’s limits, whatever they hold', () => {
    fc.assert(
      fc.property(fc.array(item, { maxLength: MESSAGES_A_PAGE }), (items) => {
        for (const mode of ['sent', 'received', 'both'] as const)
          expectWithinLimits(messagesView(messages, ME, { mode, page: 1 }, toPage(items), idFor));
      }),
      { numRuns: 50 },
    );
  });

  test('a full page of the longest messages stays within Discord’s limits', () => {
    const longest = { uid: '1:1', name: '*'.repeat(500) };
    const items = Array.from({ length: MESSAGES_A_PAGE }, (_, index) => ({
      messageId: `38:${index}`,
      subject: '_'.repeat(500),
      sender: longest,
      receiver: longest,
      sentAt: new Date(8_640_000_000_000_000),
    }));
    expectWithinLimits(messagesView(messages, ME, START, toPage(items), idFor));
  });

  test('there is a pager as soon as there are two pages', () => {
    const labelsOf = (total: number) =>
      nodesOf(messagesView(messages, ME, START, { ...toPage([{ messageId: '1', subject: 'x' }]), total }, idFor)).map(
        ({ emoji }) => emoji,
      );
    expect(labelsOf(MESSAGES_A_PAGE)).not.toContainEqual({ name: PAGER.next });
    expect(labelsOf(MESSAGES_A_PAGE + 1)).toContainEqual({ name: PAGER.next });
  });

  test('an empty list says so', () => {
    const empty = { total: 0, startIndex: 1, itemCount: MESSAGES_A_PAGE, items: [], hasMore: false };
    for (const mode of ['sent', 'received', 'both'] as const)
      expect(JSON.stringify(messagesView(messages, ME, { mode, page: 1 }, empty, idFor))).toContain(
        messages.list.empty[mode],
      );
  });

  test('one message stays within Discord’s limits; what does not fit is in a file, whole', () => {
    fc.assert(
      fc.property(item, (message) => {
        const view = readView(messages, ME, message, START, idFor);
        expectWithinLimits(view);
        const isWhole = excerpt(message.body ?? '', 3_000).isWhole;
        expect(view.files?.map(({ data }) => data) ?? []).toEqual(isWhole ? [] : [message.body]);
        const shown = nodesOf(view).filter(({ type }) => type === ComponentType.File);
        expect(shown.length).toBe(isWhole ? 0 : 1);
      }),
      { numRuns: 100 },
    );
  });

  test('the question and every outcome of a deletion stay within Discord’s limits', () => {
    fc.assert(
      fc.property(item, (message) => {
        expectWithinLimits(deleteQuestionView(messages, ME, message, { ticket: 't', expiresAt: 0 }, idFor));
      }),
      { numRuns: 50 },
    );
    const data = { messageId: '38:1', ownerUid: ME.uid, place: START };
    for (const deletion of ['deleted', 'foundDeleted', 'stillThere', 'unreadable'] as const)
      for (const checkedAt of [undefined, 0, 300_000])
        expectWithinLimits(
          deletionView(messages, { id: 't', data, outcome: { deletion, checkedAt }, startedAt: 0 }, idFor),
        );
  });

  test('what became of a message stays within Discord’s limits, whatever the names and the text', () => {
    fc.assert(
      fc.property(handles, handles, fc.array(hostile, { maxLength: 25 }), hostile, (names, failed, reasons, body) => {
        const data = { recipients: names, text: body };
        const expectOutcome = (outcome: SendOutcome) =>
          expectWithinLimits(sendView(messages, { id: 't', data, outcome, startedAt: 0 }, idFor));
        const delivered = names.map((name) => ({ name }));
        expectOutcome({ outcome: 'answered', delivered, failed, reasons });
        expectOutcome({ outcome: 'answered', delivered, failed: [], reasons: [] });
        expectOutcome({ outcome: 'answered', delivered: [], failed, reasons });
        expectWithinLimits(checkingView(messages, data));
        for (const isRead of [true, false]) {
          for (const [found, missing] of [
            [names, failed],
            [[], names],
            [names, []],
          ] as [string[], string[]][])
            expectOutcome({ outcome: 'lost', found, missing, isRead, checkedAt: 300_000 });
        }
      }),
      { numRuns: 50 },
    );
  });

  test('a suggestion fits into one of Discord’s choices and begins with the subject', () => {
    fc.assert(
      fc.property(item, (message) => {
        expect([...toSuggestion(messages, ME, message)].length).toBeLessThanOrEqual(100);
      }),
      { numRuns: 100 },
    );
    const message = { messageId: '38:1', subject: 'About the cargo', sender: { uid: '1:2', name: 'Pell' } };
    expect(toSuggestion(messages, ME, message)).toMatch(/^About the cargo · .*Pell$/);
  });

  test('the window to write in has labels and a title of Discord’s lengths', () => {
    const { title, components } = composeModal(messages, idFor, ['Jane Doe', 'John Roe']);
    expect(title.length).toBeLessThanOrEqual(45);
    for (const { label = '' } of components as { label?: string }[]) expect(label.length).toBeLessThanOrEqual(45);
    expect(JSON.stringify(components)).toContain('"value":"Jane Doe;John Roe"');
  });
});

test('a name that is left out is counted, and none is left out where all fit', () => {
  const names = Array.from({ length: 25 }, (_, index) => `A handle of some length, number ${index}`);
  for (const messages of LANGUAGES) {
    expect(JSON.stringify(checkingView(messages, { recipients: names, text: '' }))).toMatch(/, \+\d+"/);
    expect(JSON.stringify(checkingView(messages, { recipients: names.slice(0, 5), text: '' }))).not.toMatch(/, \+\d+"/);
  }
});

test('a page shows the newest message first, however the service orders them', () => {
  const items = [2, 9, 4].map((day) => ({
    messageId: `${day}`,
    subject: `Of day ${day}`,
    sentAt: new Date(day * 86_400_000),
  }));
  const view = JSON.stringify(messagesView(LANGUAGES[0], ME, START, toPage(items), idFor));
  expect(view.match(/\*\*Of day \d/g)).toEqual(['**Of day 9', '**Of day 4', '**Of day 2']);
  expect(view.match(/"value":"\d/g)).toEqual(['"value":"9', '"value":"4', '"value":"2']);
});
