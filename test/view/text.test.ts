import { parse } from 'discord-markdown-parser';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { plain, plainLines, plainSentence, shorten, timestamp } from '../../src/view/text.ts';

type Node = { type: string; content?: unknown; name?: string };

/** What Discord shows of its markdown; throws where it would show anything else than text, line breaks and emoji as they are. */
function shown(markdown: string): string {
  const texts = (['normal', 'extended'] as const).map((kind) =>
    (parse(markdown, kind) as Node[]).map((node) => {
      if (node.type === 'br') return '\n';
      // An emoji character is shown as itself.
      if (node.type === 'twemoji') return node.name ?? '';
      if (node.type !== 'text' || typeof node.content !== 'string') throw new Error(`a ${node.type} in ${markdown}`);
      return node.content;
    }),
  );
  const [normal, extended] = texts.map((pieces) => pieces.join(''));
  if (normal !== extended) throw new Error(`normal and extended differ for ${markdown}`);
  return normal ?? '';
}

const hostile = fc.constantFrom(
  ...['*', '**', '_', '__', '~~', '||', '`', '``', '```', '```js\n', '\\', '\\\\', '> ', '>>> ', '# ', '## ', '-# '],
  ...['- ', '* ', '+ ', '1. ', '12. ', '[a](https://x.yz)', '[a](<https://x.yz>)', 'https://x.yz', 'HTTP://x.yz/_a_'],
  ...[
    '<https://x.yz>',
    '<@1>',
    '<@!1>',
    '<@&1>',
    '<#1>',
    '@everyone',
    '@here',
    '<t:0:R>',
    '<t:0>',
    '<:a:1>',
    '<a:b:1>',
  ],
  ...['</cmd:1>', '<id:home>', ' ', '  ', '\n', '\r\n', '\t', '\u2028', '\u202e', '\u200b', '\u200d', '\ufeff', '\0'],
  ...['😀', '👩‍🚀', '¯\\_(ツ)_/¯', 'a', 'Öre', '(', ')', '!', ':', '/', '.', '#', '-', '+', '1', '\ud83d', '…'],
);
const anyText = fc.oneof(
  fc.array(hostile, { maxLength: 12 }).map((pieces) => pieces.join('')),
  fc.array(fc.oneof(hostile, fc.string({ unit: 'grapheme', maxLength: 4 })), { maxLength: 8 }).map((p) => p.join('')),
  fc.string({ unit: 'binary' }),
);
const INVISIBLE = /[\p{Cc}\p{Cs}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/** What may be shown of a text: nothing that cannot be seen or turns the direction of writing, and one space where there were some. */
function cleaned(text: string): string {
  const unseen = /[\p{Cc}\p{Cs}\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu;
  return text.replace(/\s+/g, ' ').replace(unseen, '').trim();
}

describe('text from outside on one line', () => {
  test('property: shows as plain text, exactly the text without what cannot be seen', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(shown(plain(text, 1_000))).toBe(cleaned(text));
      }),
      { numRuns: 2_000 },
    );
  });

  test('property: visible text is not changed at all but for its spaces', () => {
    const visible = fc.string({ unit: 'grapheme-ascii', maxLength: 100 });
    fc.assert(
      fc.property(visible, (text) => {
        expect(shown(plain(text))).toBe(text.trim().replace(/ +/g, ' '));
      }),
      { numRuns: 1_000 },
    );
  });

  test('property: is one line without control characters, as long as told and no longer', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 1, max: 60 }), (text, most) => {
        const markdown = plain(text, most);
        expect(markdown).not.toMatch(INVISIBLE);
        const kept = shown(markdown);
        expect([...kept].length).toBeLessThanOrEqual(most);
        // Each character takes at most a backslash more: callers reckon with it.
        expect([...markdown].length).toBeLessThanOrEqual(2 * most);
        expect(cleaned(text).startsWith(kept.replace(/…$/, '')) || kept === cleaned(text)).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  test.each([
    '**Urgent** _please read_',
    'Terms @everyone can live with',
    'look under <@123>, <@&4>, <#5> and </pay:6>',
    '<t:1700000000:R> <:star:1> <a:star:1>',
    '[free credits](https://evil.example)',
    'https://evil.example and <https://evil.example>',
    '# Big',
    '-# small',
    '- item',
    '1. item',
    '> quote',
    '>>> quote',
    '```js\ncode```',
    '||spoiler||',
    'Ysé *Nova* Quar_tz',
    'back\\slash \\*star\\*',
    '¯\\_(ツ)_/¯',
  ])('%j is shown as it stands', (text) => {
    expect(shown(plain(text))).toBe(text.replace(/\s+/g, ' '));
  });
});

describe('text from outside on several lines', () => {
  test('property: shows as plain text, line by line', () => {
    fc.assert(
      fc.property(
        anyText.map((text) => text.replace(/[\v\f\ufeff]/g, '')),
        (text) => {
          const lines = shown(plainLines(text, 10_000)).split('\n');
          const expected = text
            .split(/\r\n|[\n\r\u2028\u2029]/)
            .map((line) => cleaned(line).replace(/\s+/g, ' '))
            .filter((line) => line !== '');
          const found = lines.map((line) => line.replace(/\s+/g, ' ').trim()).filter((line) => line !== '');
          expect(found).toEqual(expected);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  test('property: stays within its length, never with two empty lines in a row', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 1, max: 60 }), (text, most) => {
        const markdown = plainLines(text, most);
        expect(markdown.replaceAll('\n', '')).not.toMatch(INVISIBLE);
        expect([...shown(markdown)].length).toBeLessThanOrEqual(most);
        expect([...markdown].length).toBeLessThanOrEqual(2 * most);
        expect(markdown).not.toContain('\n\n\n');
      }),
      { numRuns: 1_000 },
    );
  });

  test('each line is kept from being a heading, a list or a quote', () => {
    const text = '# a\n- b\n1. c\n> d\n-# e\n  * f';
    expect(shown(plainLines(text, 100))).toBe(text);
  });
});

test('shortened text ends in an ellipsis, whole characters before it', () => {
  expect(shorten('12345', 5)).toBe('12345');
  expect(shorten('123456', 5)).toBe('1234…');
  expect(shorten('12 456', 4)).toBe('12…');
  expect(shorten('🚀🚀🚀', 2)).toBe('🚀…');
  expect(shorten('', 5)).toBe('');
});

test.each([
  ['It needs a privilege', 'It needs a privilege.'],
  ['Ask a *leader*.', 'Ask a \\*leader\\*.'],
  ['Why?\n', 'Why?'],
])('the sentence %j from outside ends, so that another can follow', (said, shown) => {
  expect(plainSentence(said)).toBe(shown);
});

test('a timestamp is in whole unix seconds', () => {
  expect(timestamp(new Date(1_700_000_000_999), 'R')).toBe('<t:1700000000:R>');
  expect(timestamp(new Date(-1))).toBe('<t:-1:f>');
});
