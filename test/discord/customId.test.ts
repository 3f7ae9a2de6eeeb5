import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatCustomId, parseCustomId } from '../../src/discord/customId.ts';

const name = fc.stringMatching(/^[a-zA-Z0-9]{1,20}$/);
const owner = fc.option(fc.stringMatching(/^[1-9]\d{16,18}$/), { nil: undefined });
const arg = fc.string({ unit: 'grapheme', maxLength: 10 }).filter((text) => text.isWellFormed());
const customId = fc.record({ command: name, action: name, owner, args: fc.array(arg, { maxLength: 4 }) });

test('property: what is written is read again, in at most 100 characters, or not written at all', () => {
  let written = 0;
  fc.assert(
    fc.property(customId, (id) => {
      let text: string;
      try {
        text = formatCustomId(id);
      } catch (error) {
        expect(error).toBeInstanceOf(RangeError);
        return;
      }
      written += 1;
      expect(text.length).toBeLessThanOrEqual(100);
      expect(text.length).toBeGreaterThan(0);
      expect(parseCustomId(text)).toEqual(id);
    }),
    { numRuns: 1_000 },
  );
  expect(written).toBeGreaterThan(200);
});

test('a hundred characters are written, one more is not', () => {
  const id = (length: number) => ({ command: 'a', action: 'b', args: ['x'.repeat(length)] });
  expect(formatCustomId(id(100 - 'a/b/-/'.length))).toHaveLength(100);
  expect(() => formatCustomId(id(101 - 'a/b/-/'.length))).toThrow(RangeError);
});

test.each([
  '',
  '/',
  'a',
  'a/b',
  'a/b/',
  'a/b/someone',
  'a/b/-1',
  '/b/-',
  'a//-',
  'a b/c/-',
  'a/b/-/%',
  'a/b/-/%zz',
  'a/b/-/%ff',
  'ä/b/-',
  'a/b/1 2',
  '../b/-',
])('%j is not one of ours', (text) => {
  expect(parseCustomId(text)).toBeUndefined();
});

test('property: no text makes the reader throw', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 100 }), (text) => void parseCustomId(text)));
});
