import { ComponentType } from 'discord-api-types/v10';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Message } from '../../src/game/messages.ts';
import type { Page } from '../../src/game/operation.ts';
import type { MessageView } from '../../src/view/message.ts';
import {
  type Deletion,
  deleteQuestionView,
  deletionView,
  messagesView,
  readView,
  toSuggestion,
} from '../../src/view/messageViews.ts';
import { composeModal, sentView, unknownSentView, writeToView } from '../../src/view/sentMessageViews.ts';
import { excerpt } from '../../src/view/text.ts';
import { CATALOGUES } from '../../src/view/words/wordsFor.ts';
import { PAGE_IDS } from '../support/ids.ts';

const ME = { uid: '1:1001' };
const MESSAGES_A_PAGE = 10;

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

describe.each(Object.entries(CATALOGUES))('in %s', (_, words) => {
  const ids = { page: PAGE_IDS, open: 'open' };

  test('a page of messages stays within Discord’s limits, whatever they hold', () => {
    fc.assert(
      fc.property(fc.array(item, { maxLength: MESSAGES_A_PAGE }), (items) => {
        for (const mode of ['sent', 'received', 'both'] as const)
          expectWithinLimits(messagesView(words, ME, mode, toPage(items), ids));
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
    expectWithinLimits(messagesView(words, ME, 'both', toPage(items), ids));
  });

  test('there is a pager as soon as there are two pages', () => {
    const labelsOf = (total: number) =>
      nodesOf(messagesView(words, ME, 'both', { ...toPage([{ messageId: '1', subject: 'x' }]), total }, ids)).map(
        ({ label }) => label,
      );
    expect(labelsOf(MESSAGES_A_PAGE)).not.toContain(words.pager.next);
    expect(labelsOf(MESSAGES_A_PAGE + 1)).toContain(words.pager.next);
  });

  test('an empty list says so', () => {
    const empty = { total: 0, startIndex: 1, itemCount: MESSAGES_A_PAGE, items: [], hasMore: false };
    for (const mode of ['sent', 'received', 'both'] as const)
      expect(JSON.stringify(messagesView(words, ME, mode, empty, ids))).toContain(words.messages.list.empty[mode]);
  });

  test('one message stays within Discord’s limits; what does not fit is in a file, whole', () => {
    fc.assert(
      fc.property(item, fc.boolean(), (message, hasButtons) => {
        const view = readView(words, ME, message, hasButtons ? { reply: 'a', delete: 'b', back: 'c' } : {});
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
        const ids = { confirm: 'a', keep: 'b' };
        expectWithinLimits(deleteQuestionView(words, ME, message, { expiresAt: 0, ids }));
      }),
      { numRuns: 50 },
    );
    const outcomes: Deletion[] = ['deleted', 'kept', 'unknown', 'foundDeleted', 'stillThere', 'unreadable'];
    for (const outcome of outcomes) {
      expectWithinLimits(deletionView(words, outcome));
      expectWithinLimits(deletionView(words, outcome, { look: 'a', back: 'b' }));
    }
  });

  test('what became of a message stays within Discord’s limits, whatever the names and the text', () => {
    fc.assert(
      fc.property(handles, handles, fc.array(hostile, { maxLength: 25 }), hostile, (names, failed, reasons, body) => {
        const delivered = names.map((name) => ({ name }));
        expectWithinLimits(sentView(words, { delivered, failed, reasons }, body));
        expectWithinLimits(sentView(words, { delivered, failed: [], reasons: [] }, body));
        expectWithinLimits(sentView(words, { delivered: [], failed, reasons }, body));
        expectWithinLimits(unknownSentView(words, names, undefined, undefined));
        expectWithinLimits(unknownSentView(words, names, 'unreadable', 'a'));
        expectWithinLimits(unknownSentView(words, names, { found: names, missing: failed }, 'a'));
        expectWithinLimits(unknownSentView(words, names, { found: names, missing: [] }, 'a'));
        expectWithinLimits(writeToView(words, '<@1>', { name: names[0] ?? '' }, 'a'));
      }),
      { numRuns: 50 },
    );
  });

  test('a suggestion fits into one of Discord’s choices and begins with the subject', () => {
    fc.assert(
      fc.property(item, (message) => {
        expect([...toSuggestion(words, ME, message)].length).toBeLessThanOrEqual(100);
      }),
      { numRuns: 100 },
    );
    const message = { messageId: '38:1', subject: 'About the cargo', sender: { uid: '1:2', name: 'Pell' } };
    expect(toSuggestion(words, ME, message)).toMatch(/^About the cargo · .*Pell$/);
  });

  test('the window to write in has labels and a title of Discord’s lengths', () => {
    const { title, components } = composeModal(words, 'a', 'Pell;Dorn Hesk');
    expect(title.length).toBeLessThanOrEqual(45);
    for (const { label = '' } of components as { label?: string }[]) expect(label.length).toBeLessThanOrEqual(45);
    expect(JSON.stringify(components)).toContain('"value":"Pell;Dorn Hesk"');
  });
});

test('a name that is left out is counted, and none is left out where all fit', () => {
  const names = Array.from({ length: 25 }, (_, index) => `A handle of some length, number ${index}`);
  const all = Object.values(CATALOGUES).map((words) => JSON.stringify(unknownSentView(words, names, undefined, 'a')));
  for (const view of all) expect(view).toMatch(/, \+\d+"/);
  const few = JSON.stringify(unknownSentView(CATALOGUES.de, names.slice(0, 5), undefined, 'a'));
  expect(few).not.toMatch(/, \+\d+"/);
});
