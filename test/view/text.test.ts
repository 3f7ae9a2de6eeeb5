import { parse } from 'discord-markdown-parser';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { excerpt, plain, plainLines, plainSentence, shorten, timestamp, unformatted } from '../../src/view/text.ts';
import { forAll } from '../support/forAll.ts';

type Node = { type: string; content?: unknown; name?: string };

/** The text that Discord shows of its markdown; throws for anything but text, breaks and emoji. */
function shown(markdown: string): string {
  const texts = (['normal', 'extended'] as const).map((kind) =>
    (parse(markdown, kind) as Node[]).map((node) => {
      if (node.type === 'br') return '\n';
      // An emoji character is shown unchanged.
      if (node.type === 'twemoji') return node.name ?? '';
      if (node.type !== 'text' || typeof node.content !== 'string') throw new Error(`a ${node.type} in ${markdown}`);
      return node.content;
    }),
  );
  const [normal, extended] = texts.map((pieces) => pieces.join(''));
  if (normal !== extended) throw new Error(`normal and extended differ for ${markdown}`);
  return normal ?? '';
}

/** Markup of Discord's markdown, with characters around it. */
const MARKUP = [
  ...'* ** _ __ ~~ || ` `` ``` \\ \\\\ > >>> # ## -# - + 1. 12. ( ) ! : / . … 1 a Öre 😀 👩‍🚀 ¯\\_(ツ)_/¯'.split(' '),
  ...'[a](https://x.yz) [a](<https://x.yz>) https://x.yz HTTP://x.yz/_a_ <https://x.yz>'.split(' '),
  ...'<@1> <@!1> <@&1> <#1> @everyone @here <t:0:R> <t:0> <:a:1> <a:b:1> </cmd:1> <id:home>'.split(' '),
];
const BLANKS = [...' \n\t\u2028\u202e\u200b\u200d\ufeff\0\u3164\u00ad\ufe0f\ud83d\u0301', '  ', '\r\n', '```js\n'];
const hostile = fc.constantFrom(...MARKUP, ...MARKUP.map((mark) => `${mark} `), ...BLANKS);
const anyText = fc.oneof(
  fc.array(hostile, { maxLength: 12 }).map((pieces) => pieces.join('')),
  fc.array(fc.oneof(hostile, fc.string({ unit: 'grapheme', maxLength: 4 })), { maxLength: 8 }).map((p) => p.join('')),
  fc.string({ unit: 'binary' }),
);
const INVISIBLE = /[\p{Cc}\p{Cs}\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\u3164\u115f\u00ad]/u;

const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800]/u;

/** The visible part of a text, with at most three marks per letter, and single spaces. */
function cleaned(text: string): string {
  const characters = [...text.replace(/\s+/g, ' ')];
  const isSeen = (character: string, at: number): boolean => {
    const before = characters.slice(0, at).join('');
    // Parts of emoji.
    if (character === '\ufe0f') return /\p{ExtPict}(\p{EMod}|\ufe0f)?$/u.test(before);
    if (character !== '\u200d') return !UNSEEN.test(character);
    return /\p{ExtPict}(\p{EMod}|\ufe0f){0,2}$/u.test(before) && /^\p{ExtPict}/u.test(characters[at + 1] ?? '');
  };
  return characters
    .filter(isSeen)
    .join('')
    .replace(/(\p{M}{3})\p{M}+/gu, '$1')
    .trim();
}

describe('text from outside on one line', () => {
  test('property: shows exactly the visible characters as plain text', () => {
    forAll([anyText], { numRuns: 2_000 }, (text) => {
      expect(shown(plain(text, 1_000))).toBe(cleaned(text));
    });
  });

  test('never becomes a list', () => {
    expect(['+ a', '12. a'].map((text) => plain(text))).toEqual(['\\+ a', '12\\. a']);
  });

  test('property: is one line without control characters, within the given length', () => {
    forAll([anyText, fc.integer({ min: 1, max: 60 })], { numRuns: 1_000 }, (text, most) => {
      const markdown = plain(text, most);
      expect(markdown).not.toMatch(INVISIBLE);
      const kept = shown(markdown);
      expect([...kept].length).toBeLessThanOrEqual(most);
      // At most one more backslash per character, which callers rely on.
      expect([...markdown].length).toBeLessThanOrEqual(2 * most);
      expect(cleaned(text).startsWith(kept.replace(/…$/, '')) || kept === cleaned(text)).toBe(true);
    });
  });
});

describe('text from outside on several lines', () => {
  test('property: shows as plain text, line by line', () => {
    forAll([anyText.map((text) => text.replace(/[\v\f\ufeff]/g, ''))], { numRuns: 2_000 }, (text) => {
      const lines = shown(plainLines(text, 10_000)).split('\n');
      const expected = text
        .split(/\r\n|[\n\r\u2028\u2029]/)
        .map((line) => cleaned(line).replace(/\s+/g, ' '))
        .filter((line) => line !== '');
      const found = lines.map((line) => line.replace(/\s+/g, ' ').trim()).filter((line) => line !== '');
      expect(found).toEqual(expected);
    });
  });

  test('property: stays within its length, and never has two empty lines in a row', () => {
    forAll([anyText, fc.integer({ min: 1, max: 60 })], { numRuns: 1_000 }, (text, most) => {
      const markdown = plainLines(text, most);
      expect(markdown.replaceAll('\n', '')).not.toMatch(INVISIBLE);
      expect([...shown(markdown)].length).toBeLessThanOrEqual(most);
      expect([...markdown].length).toBeLessThanOrEqual(2 * most);
      expect(markdown).not.toContain('\n\n\n');
    });
  });
});

describe('invisible characters', () => {
  test.each([
    ['Hangul fillers', '\u115f\u1160\u3164\uffa0'],
    ['a soft hyphen, a word joiner and an Arabic letter mark', '\u00ad\u2060\u061c'],
    ['Arabic number signs and annotations, which are formats', '\u0600\u{110bd}\ufff9\ufffb'],
    ['tags that spell a hidden text', '\u{e0001}\u{e0068}\u{e0069}\u{e007f}'],
    ['variation selectors and a joiner of graphemes', '\ufe00\u{e0100}\u034f'],
    ['a blank of Braille', '\u2800'],
    ['a joiner without an emoji', '\u200d'],
  ])('%s is dropped, alone and within a name', (_, unseen) => {
    expect(plain(`Ve${unseen}x${unseen}`)).toBe('Vex');
    expect(plainLines(`Ve${unseen}x\n${unseen}`, 50)).toBe('Vex');
    expect(unformatted(unseen)).toBe('–');
  });

  test.each(['👩‍🚀', '👩🏽‍🚀', '🏳️‍🌈', '❤️', '👨‍👩‍👧‍👦', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', '🇩🇪'])('%s is shown whole, not by halves', (emoji) => {
    expect(plain(`a ${emoji} b`)).toBe(`a ${emoji} b`);
    expect(unformatted(emoji)).toBe(emoji);
    for (let most = 1; most < [...emoji].length; most += 1) expect(unformatted(emoji, most)).not.toMatch(/\u200d…$/);
  });

  test('three marks on a letter stay, as many as languages need', () => {
    expect(plain(`Z${'\u0335\u0321\u0307'.repeat(20)}x`)).toBe('Z\u0335\u0321\u0307x');
    expect(plain(`Z${'\u0301\u200b'.repeat(20)}x`)).toBe('Z\u0301\u0301\u0301x');
    expect(plain('Nguyê\u0303n สวัสดี')).toBe('Nguyê\u0303n สวัสดี');
  });
});

describe('a text of 4 MB', () => {
  const parts = [...'* \n\u0301\u200b\u3164\ud83da\u2028', '\n\n \t', '1.', '> ', '👩‍', '-# '];
  const ways = { plain, plainSentence, unformatted, plainLines, excerpt, shorten } as Record<
    string,
    (text: string, most: number) => unknown
  >;

  test.each(Object.entries(ways))('takes %s only a moment, whatever it contains', (_, way) => {
    for (const part of parts) {
      const text = part.repeat(4_000_000 / part.length);
      const took = (): number => {
        const startedAt = performance.now();
        way(text, 3_000);
        return performance.now() - startedAt;
      };
      // Scanning all of it takes seconds every time; on a busy machine, only sometimes.
      const fastest = Math.min(took(), took(), took());
      expect(fastest, JSON.stringify(part)).toBeLessThan(500);
    }
  });

  test('is shown as cut off', () => {
    expect(excerpt('*'.repeat(4_000_000), 3_000).isWhole).toBe(false);
    expect(excerpt(`Hello${'\u200b'.repeat(4_000_000)} there`, 3_000)).toEqual({ shown: 'Hello…', isWhole: false });
    expect(plain(`Hello${' '.repeat(4_000_000)}there`)).toBe('Hello…');
  });
});

test('shortened text ends in an ellipsis after whole characters', () => {
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
