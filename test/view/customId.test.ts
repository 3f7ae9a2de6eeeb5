import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Args, formatCustomId, layoutOf, parseCustomId, readArgs, writeArgs } from '../../src/view/customId.ts';

const name = fc.stringMatching(/^[a-zA-Z0-9]{1,20}$/);
const owner = fc.option(fc.stringMatching(/^[1-9]\d{16,18}$/), { nil: undefined });
const arg = fc.string({ unit: 'grapheme', maxLength: 10 }).filter((text) => text.isWellFormed());
const layout = fc.stringMatching(/^[\w-]{3}$/);
const customId = fc.record({ command: name, action: name, owner, layout, parts: fc.array(arg, { maxLength: 4 }) });

test('property: every id that is written has at most 100 characters and reads back the same', () => {
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

test('an id may have 100 characters, not 101', () => {
  const id = (length: number) => ({ command: 'a', action: 'b', layout: 'abc', parts: ['x'.repeat(length)] });
  expect(formatCustomId(id(100 - 'a/b/-/abc/'.length))).toHaveLength(100);
  expect(() => formatCustomId(id(101 - 'a/b/-/abc/'.length))).toThrow(RangeError);
});

const wrongOwner = ['a/b/someone', 'a/b/-1', 'a/b/1 2/abc'];
const wrongParts = ['a/b/-/0123456789abcdef', 'a/b/-/abc/%', 'a/b/-/abc/%zz', 'a/b/-/abc/%ff'];
const wrongNames = ['/b/-/abc', 'a//-/abc', 'a b/c/-/abc', 'ä/b/-/abc', '../b/-/abc'];
test.each(['', '/', 'a', 'a/b', 'a/b/', 'a/b/-', ...wrongOwner, ...wrongParts, ...wrongNames])(
  '%j is not one of ours',
  (text) => {
    expect(parseCustomId(text)).toBeUndefined();
  },
);

test('property: reading never throws', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 100 }), (text) => void parseCustomId(text)));
});

const SHOW = { resource: ['systems', 'planets'], page: 'integer', rest: 'list' } as const satisfies Args;

test('arguments read back as written, and other parts are refused', () => {
  const given = { resource: 'planets', page: 3, rest: ['a/b~c', ''] };
  expect(readArgs(SHOW, writeArgs(SHOW, given))).toEqual(given);
  for (const parts of [[], ['planets'], ['moons', '3'], ['planets', '3.5'], ['planets', 'x'], ['planets', '']]) {
    expect(readArgs(SHOW, parts)).toBeUndefined();
  }
  expect(readArgs({ id: 'text' }, ['a', 'b'])).toBeUndefined();
  expect(() => writeArgs(SHOW, { resource: 'moons', page: 1, rest: [] })).toThrow(RangeError);
  expect(() => writeArgs(SHOW, { ...given, extra: 1 })).toThrow(RangeError);
});

test('the layout depends on the names, kinds and order of the arguments', () => {
  const layouts = [
    { page: 'integer' },
    { page: 'text' },
    { id: 'integer' },
    {},
    { a: 'text', b: 'text' },
    { b: 'text', a: 'text' },
  ];
  expect(new Set(layouts.map((args) => layoutOf(args as Args))).size).toBe(layouts.length);
});

test('the role makes ids unique and is ignored when reading', () => {
  const id = { command: 'a', action: 'b', owner: undefined, layout: 'abc', parts: ['x~y'] };
  expect(formatCustomId(id, 'first')).not.toBe(formatCustomId(id, 'last'));
  expect(parseCustomId(formatCustomId(id, 'first'))).toEqual(id);
});
