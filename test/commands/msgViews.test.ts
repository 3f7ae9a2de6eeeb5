import { ComponentType } from 'discord-api-types/v10';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { de } from '../../commands/msg/de.ts';
import { type Deletion, deleteQuestionView, deletionView } from '../../commands/msg/deletionView.ts';
import { en } from '../../commands/msg/messages.ts';
import { messagesView, readView, toSuggestion } from '../../commands/msg/messageViews.ts';
import { checkingView, composeModal, lostView, sentView } from '../../commands/msg/sentViews.ts';
import type { Message } from '../../src/game/messages.ts';
import type { Page } from '../../src/game/operation.ts';
import { inLanguage } from '../../src/view/language.ts';
import type { MessageView } from '../../src/view/message.ts';
import { excerpt } from '../../src/view/text.ts';
import { PAGE_IDS } from '../support/ids.ts';

const ME = { uid: '1:1001' };
const LANGUAGES = [inLanguage({ en, de }, 'en'), inLanguage({ en, de }, 'de')] as const;
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

describe.each(LANGUAGES)('in $language', (messages) => {
  const ids = { page: PAGE_IDS, open: 'open' };

  test('a page of messages stays within Discord’s limits, whatever they hold', () => {
    fc.assert(
      fc.property(fc.array(item, { maxLength: MESSAGES_A_PAGE }), (items) => {
        for (const mode of ['sent', 'received', 'both'] as const)
          expectWithinLimits(messagesView(messages, ME, mode, toPage(items), ids));
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
    expectWithinLimits(messagesView(messages, ME, 'both', toPage(items), ids));
  });

  test('there is a pager as soon as there are two pages', () => {
    const labelsOf = (total: number) =>
      nodesOf(messagesView(messages, ME, 'both', { ...toPage([{ messageId: '1', subject: 'x' }]), total }, ids)).map(
        ({ label }) => label,
      );
    expect(labelsOf(MESSAGES_A_PAGE)).not.toContain(messages.pager.next);
    expect(labelsOf(MESSAGES_A_PAGE + 1)).toContain(messages.pager.next);
  });

  test('an empty list says so', () => {
    const empty = { total: 0, startIndex: 1, itemCount: MESSAGES_A_PAGE, items: [], hasMore: false };
    for (const mode of ['sent', 'received', 'both'] as const)
      expect(JSON.stringify(messagesView(messages, ME, mode, empty, ids))).toContain(messages.list.empty[mode]);
  });

  test('one message stays within Discord’s limits; what does not fit is in a file, whole', () => {
    fc.assert(
      fc.property(item, fc.boolean(), (message, hasButtons) => {
        const view = readView(
          messages,
          ME,
          message,
          hasButtons ? { reply: 'a', profile: 'b', delete: 'c', list: 'd' } : {},
        );
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
        expectWithinLimits(deleteQuestionView(messages, ME, message, { expiresAt: 0, ids }));
      }),
      { numRuns: 50 },
    );
    const outcomes: Deletion[] = ['deleted', 'kept', 'expired', 'checking', 'foundDeleted', 'stillThere', 'unreadable'];
    for (const outcome of outcomes) {
      expectWithinLimits(deletionView(messages, outcome));
      const ids = { check: 'a', askAgain: 'b', startOver: 'c', list: 'd' };
      expectWithinLimits(deletionView(messages, outcome, { checkedAt: 0, ids }));
    }
  });

  test('what became of a message stays within Discord’s limits, whatever the names and the text', () => {
    fc.assert(
      fc.property(handles, handles, fc.array(hostile, { maxLength: 25 }), hostile, (names, failed, reasons, body) => {
        const delivered = names.map((name) => ({ name }));
        expectWithinLimits(sentView(messages, { delivered, failed, reasons }, body, 'a'));
        expectWithinLimits(sentView(messages, { delivered, failed: [], reasons: [] }, body, 'a'));
        expectWithinLimits(sentView(messages, { delivered: [], failed, reasons }, body, 'a'));
        expectWithinLimits(checkingView(messages, names));
        const ids = { check: 'a', sent: 'b', compose: 'c' };
        for (const isRead of [true, false]) {
          for (const [found, missing] of [
            [names, failed],
            [[], names],
            [names, []],
          ] as const)
            expectWithinLimits(lostView(messages, { found, missing, isRead, checkedAt: 0 }, body, ids));
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
    const { title, components } = composeModal(messages, 'a', ['Jane Doe', 'John Roe']);
    expect(title.length).toBeLessThanOrEqual(45);
    for (const { label = '' } of components as { label?: string }[]) expect(label.length).toBeLessThanOrEqual(45);
    expect(JSON.stringify(components)).toContain('"value":"Jane Doe;John Roe"');
  });
});

test('a name that is left out is counted, and none is left out where all fit', () => {
  const names = Array.from({ length: 25 }, (_, index) => `A handle of some length, number ${index}`);
  for (const messages of LANGUAGES) {
    expect(JSON.stringify(checkingView(messages, names))).toMatch(/, \+\d+"/);
    expect(JSON.stringify(checkingView(messages, names.slice(0, 5)))).not.toMatch(/, \+\d+"/);
  }
});

test('a page shows the newest message first, however the service orders them', () => {
  const items = [2, 9, 4].map((day) => ({
    messageId: `${day}`,
    subject: `Of day ${day}`,
    sentAt: new Date(day * 86_400_000),
  }));
  const view = JSON.stringify(messagesView(LANGUAGES[0], ME, 'both', toPage(items), { page: PAGE_IDS, open: 'open' }));
  expect(view.match(/\*\*Of day \d/g)).toEqual(['**Of day 9', '**Of day 4', '**Of day 2']);
  expect(view.match(/"value":"\d/g)).toEqual(['"value":"9', '"value":"4', '"value":"2']);
});
