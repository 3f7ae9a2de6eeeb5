import fc from 'fast-check';
import { expect, test } from 'vitest';
import { commands } from '../../commands/index.ts';
import { commandsIn } from '../../src/discord/declare/command.ts';
import {
  flag,
  IdTooLong,
  idsOf,
  ifFits,
  integer,
  list,
  listOf,
  oneOf,
  optional,
  paged,
  parseCustomId,
  readArgs,
  text,
  withOwner,
} from '../../src/view/customId.ts';
import { noticeView } from '../../src/view/errorView.ts';
import { finish } from '../../src/view/finish.ts';
import { KIT_TEXTS } from '../../src/view/language.ts';
import { button, buttons, message } from '../../src/view/message.ts';
import { forAll } from '../support/forAll.ts';
import { OWNER } from '../support/ids.ts';
import { hostile } from '../support/sendable.ts';

const COLOR = oneOf('red', 'green');
const STEP = { name: optional(text), count: optional(integer), color: optional(COLOR) };
const ids = idsOf('try', {
  all: { first: text, page: integer, isOn: flag, color: COLOR, last: optional(text), rest: list },
  steps: { steps: listOf(STEP), page: integer },
  none: {},
  one: { id: text },
});

const parsed = (id: string) => parseCustomId(withOwner(id, OWNER));

const short = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 8 }),
  hostile.map((odd) => odd.slice(0, 6)),
  fc.constantFrom('~', '/', ',', '*', '-', '+', ' ', '%', '%2F', '0', '1:1', '\u0000', '__proto__', '~~role'),
);
const wellFormed = short.map((value) => value.toWellFormed());
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const all = fc.record({
  first: wellFormed,
  page: fc.maxSafeInteger(),
  isOn: fc.boolean(),
  color: fc.constantFrom(...COLOR),
  last: maybe(wellFormed),
  rest: fc.array(wellFormed, { maxLength: 3 }),
});
const step = fc.record({
  name: maybe(wellFormed),
  count: maybe(fc.integer()),
  color: maybe(fc.constantFrom(...COLOR)),
});
const steps = fc.record({ steps: fc.array(step, { maxLength: 3 }), page: fc.nat() });

test('property: any arguments read back as written, in at most 100 characters, or are too long', () => {
  let written = 0;
  const check = (toId: () => string, args: Parameters<typeof readArgs>[0], given: object, action: string) => {
    const id = ifFits(toId);
    if (id === undefined) return;
    written += 1;
    const owned = withOwner(id, OWNER);
    expect(owned.length).toBeLessThanOrEqual(100);
    const { parts = [], ...rest } = parseCustomId(owned) ?? {};
    expect(rest).toMatchObject({ command: 'try', action, owner: OWNER });
    expect(readArgs(args, parts)).toEqual(given);
  };
  forAll([all, steps, maybe(fc.constant('role'))], { numRuns: 1_000 }, (given, way, role) => {
    check(() => ids.all(given, role), ids.all.args, given, 'all');
    check(() => ids.steps(way, role), ids.steps.args, way, 'steps');
  });
  expect(written).toBeGreaterThan(400);
});

test('half of a character that needs two is replaced, as it could not be sent either', () => {
  expect(readArgs(ids.one.args, parsed(ids.one({ id: 'a\ud800' }))?.parts ?? [])).toEqual({ id: 'a\ufffd' });
});

test('an id may have 100 characters with the longest owner, not 101, and only that may be caught', () => {
  const room = 100 - withOwner(ids.one({ id: '' }), OWNER).length;
  expect(withOwner(ids.one({ id: 'x'.repeat(room) }), OWNER)).toHaveLength(100);
  expect(() => ids.one({ id: 'x'.repeat(room + 1) })).toThrow(IdTooLong);
  expect(ifFits(() => ids.one({ id: 'x'.repeat(room + 1) }))).toBeUndefined();
  expect(() => ifFits(() => decodeURIComponent('%'))).toThrow(URIError);
});

test('the form for a page number has an id if the button that opens it has one', () => {
  const { pageJump, pageTo } = idsOf('try', paged('page', { name: text }));
  const length = (name: string) => ifFits(() => pageJump({ name, pages: 1 }))?.length;
  const lengths = Array.from({ length: 100 }, (_, n) => length('x'.repeat(n)));
  const longest = lengths.findLastIndex((fits) => fits !== undefined);
  expect(pageTo({ name: 'x'.repeat(longest), pages: 1 }).length).toBeLessThan(lengths[longest] ?? 0);
});

const wrongOwner = ['a/b/someone', 'a/b/-1', 'a/b/1 2/abc', 'a/b/*/abc'];
const wrongLayout = ['a/b/-/0123456789abcdef'];
const wrongNames = ['/b/-/abc', 'a//-/abc', 'a b/c/-/abc', 'ä/b/-/abc', '../b/-/abc'];
const wrongLength = ['', '/', 'a', 'a/b', 'a/b/', 'a/b/-'];
test.each([...wrongLength, ...wrongOwner, ...wrongLayout, ...wrongNames])('%j is not one of ours', (customId) => {
  expect(parseCustomId(customId)).toBeUndefined();
});

test('property: reading never throws, whatever the parts', () => {
  const parts = fc.array(fc.oneof(short, fc.constantFrom('%zz', ',,,,', '9,x', '', '1e3')), { maxLength: 8 });
  forAll([fc.string({ unit: 'binary', maxLength: 100 }), parts], (customId, odd) => {
    parseCustomId(customId);
    for (const { args } of Object.values(ids)) readArgs(args, odd);
  });
});

test.each([
  ['all', ['a', '1', '1', '0']],
  ['all', ['a', '1.5', '1', '0', '']],
  ['all', ['a', '', '1', '0', '']],
  ['all', ['a', '1', '2', '0', '']],
  ['all', ['a', '1', 'constructor', '0', '']],
  ['all', ['a', '1', '1', '2', '']],
  ['all', ['a', '1', '1', 'blue', '']],
  ['all', ['%', '1', '1', '0', '']],
  ['steps', [',,,x', '1']],
  ['steps', ['a,b', '1']],
  ['one', ['a', 'b']],
  ['none', ['']],
] as const)('no arguments of %s are in %j', (action, parts) => {
  expect(readArgs(ids[action].args, parts)).toBeUndefined();
});

test('the layout depends on the names, kinds and order of the arguments', () => {
  const args = [{ page: integer }, { page: text }, { id: integer }, {}, { a: text, b: text }, { b: text, a: text }];
  expect(new Set(args.map((action) => idsOf('try', { action }).action.layout)).size).toBe(args.length);
});

test('ids of unchanged arguments have the layout that they had in earlier releases', () => {
  const { layout } = idsOf('try', paged('page', { window: oneOf('newest', 'oldest') })).page;
  const hashed = [idsOf('try', { a: { ticket: text } }).a.layout, idsOf('try', { a: {} }).a.layout, layout];
  expect(hashed).toEqual(['SdH', 'T1P', '6z8']);
});

test('older ids are read: a choice by its name, and an argument that may be left out now, by a hyphen', () => {
  expect(readArgs(ids.all.args, ['', '1', '1', 'green', ''])).toMatchObject({ color: 'green' });
  const { layout, args } = idsOf('try', { a: { id: text, other: optional(text) } }).a;
  expect(layout).toBe(idsOf('try', { a: { id: text, other: text } }).a.layout);
  expect(readArgs(args, ['1', '-'])).toEqual({ id: '1' });
});

test('the role makes ids unique and is ignored when reading', () => {
  const [first, last] = [ids.one({ id: 'x~y' }, 'first'), ids.one({ id: 'x~y' }, 'last')];
  expect(first).not.toBe(last);
  expect(parsed(first)).toEqual(parsed(last));
});

test('the owner is filled in as a message leaves, and must be there if its components need one', () => {
  const view = message('neutral', buttons(button('Go', ids.one({ id: 'a/*/b' }))));
  const finished = (owner: string | undefined) =>
    JSON.stringify(finish(view, { owner, site: undefined, mention: (content) => content }));
  expect(finished('17')).toMatch(/"try\/one\/17\/.*a%2F\*%2Fb/);
  expect(() => finished(undefined)).toThrow('A component of a message to no one: try/one/');
  expect(parseCustomId(withOwner(ids.none(), '-'))).toMatchObject({ action: 'none', owner: undefined });
});

test('every action of every command has ids of that command', () => {
  for (const { name, actions = {} } of commands)
    for (const [action, { id }] of Object.entries(actions)) {
      const given = Object.fromEntries(Object.entries(id.args).map(([arg, kind]) => [arg, toSample(kind)]));
      expect(parsed(id(given))).toMatchObject({ command: name, action });
    }
});

const toSample = (kind: unknown): unknown => (kind === 'list' || Object(kind).listOf ? [] : kind === text ? '' : 1);

test('a wrong action or argument does not compile, nor an action without an id or an id without an action', () => {
  const { on, update } = commandsIn(KIT_TEXTS);
  const run = async () => noticeView('');
  const never = () => {
    // @ts-expect-error No such action.
    ids.other();
    // @ts-expect-error An argument is missing.
    ids.one();
    // @ts-expect-error An argument of another name.
    ids.one({ id: '', other: '' });
    // @ts-expect-error An argument where there is none.
    ids.none({ id: '' });
    // @ts-expect-error An argument of another kind.
    ids.one({ id: 1 });
    // @ts-expect-error Not one of the texts.
    ids.steps({ steps: [{ color: 'blue' }], page: 1 });
    const small = idsOf('small', { one: { id: text } });
    on(small, { one: update({ run: async ({ args }) => noticeView(args.id) }) });
    // @ts-expect-error The handler takes another argument.
    on(small, { one: update({ run: async ({ args }) => noticeView(args.other) }) });
    // @ts-expect-error The handler needs another argument.
    on(small, { one: update({ run: async ({ args }: { args: { other: string } }) => noticeView(args.other) }) });
    // @ts-expect-error An id without an action.
    on(small, {});
    // @ts-expect-error An action without an id.
    on(small, { one: update({ run }), two: update({ run }) });
  };
  expect(never).toBeTypeOf('function');
});
