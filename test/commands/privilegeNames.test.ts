import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TEXTS } from '../../commands/privileges/en.ts';
import {
  findName,
  listNames,
  type Name,
  requireNames,
  splitList,
  toKey,
  toPath,
} from '../../commands/privileges/names.ts';
import { toListChoices } from '../../commands/privileges/suggest.ts';
import { privilegeCatalogue } from '../../sandbox/game/world/privilegeCatalogue.ts';
import { UserError } from '../../src/view/errorView.ts';
import { forAll } from '../support/forAll.ts';
import { hostile, inAll, RUNS, textsOf } from '../support/sendable.ts';

const groups = Object.entries(privilegeCatalogue).map(([name, privileges]) => ({
  name,
  privileges: privileges.map((privilege) => ({ name: privilege })),
}));
const all = listNames(groups);
const english = TEXTS.en;
const texts = textsOf(TEXTS);

const [betweens, insides] = [fc.constantFrom('/', ' ', ' / ', '_'), fc.constantFrom(' ', '_', '-')];
const arounds = fc.constantFrom('', ' ', '\t');
/** A name as someone may type it. */
const typed = (name: Name): fc.Arbitrary<string> =>
  fc.tuple(betweens, insides, fc.boolean(), arounds).map(([between, inside, isLoud, around]) => {
    const text = `${name.group}${between}${name.privilege}`.replaceAll('_', inside);
    return around + (isLoud ? text.toUpperCase() : text) + around;
  });
const chosen = fc.shuffledSubarray(all, { minLength: 1 });

test('a list names its privileges once each, whatever the capitals, spaces and order', () => {
  const lists = chosen.chain((names) =>
    fc.tuple(fc.constant(names), fc.tuple(...names.map(typed)), fc.constantFrom(',', ', ', ' ,,')),
  );
  forAll([lists, texts], RUNS, ([names, parts, between], texts) => {
    const list = [...parts, ...parts].join(between);
    expect(requireNames(texts, groups, { privilege: list })).toEqual(names);
  });
});

test('no text names a privilege that doesn’t exist, and each mistake gets a sentence', () => {
  const part = fc.oneof(
    hostile,
    fc.constantFrom(...all.map(toPath), ...groups.map(({ name }) => name), 'view', 'pilot'),
  );
  const known = new Set(all.map(toKey));
  const group = fc.option(fc.oneof(hostile, fc.constantFrom('ship', 'SHIPS')), { nil: undefined });
  forAll([texts, fc.array(part, { maxLength: 5 }), group], RUNS, (texts, parts, group) => {
    try {
      for (const name of requireNames(texts, groups, { group, privilege: parts.join(', ') }))
        expect(known.has(toKey(name))).toBe(true);
    } catch (error) {
      expect(error).toBeInstanceOf(UserError);
      expect(String(error).length).toBeLessThan(2_500);
    }
  });
});

test('a suggestion keeps the privileges typed before, and adds one', () => {
  forAll([chosen, fc.array(hostile)], RUNS, (names, others) => {
    const before = splitList(names.map(toPath).join(','));
    for (const { value } of toListChoices(before, [...all.map(toPath), ...others])) {
      expect(splitList(value).slice(0, before.length)).toEqual(before);
      expect(splitList(value).length).toBeLessThanOrEqual(before.length + 1);
    }
    expect(toListChoices(before, names.map(toPath))).toEqual([]);
  });
});

test.each([
  ['ship view', { found: { group: 'ship', privilege: 'view' } }],
  ['pilot ships', { found: { group: 'ship', privilege: 'pilot_ships' } }],
  ['ships', { why: 'unknown', near: ['ship'] }],
  ['shp viw', { why: 'unknown', near: ['ship/view'] }],
  ['taxes', { why: 'unknown', near: ['cities/set_taxes'] }],
  ['npc', { why: 'isGroup', near: ['npc/view', 'npc/rename', 'npc/makeover'] }],
  ['rename', { why: 'several', near: ['ship/rename', 'vehicle/rename', 'station/rename'] }],
  ['second_in_command', { found: { group: 'second_in_command', privilege: 'second_in_command' } }],
  ['quux', { why: 'unknown', near: [] }],
])('“%s” is read as %o', (text, match) => {
  expect(findName(groups, text)).toMatchObject(match);
});

test('two names that sound alike are told apart by a slash', () => {
  const alike = [
    { name: 'npc', privileges: [{ name: 'transport_view' }] },
    { name: 'npc_transport', privileges: [{ name: 'view' }] },
  ];
  const both = ['npc/transport_view', 'npc_transport/view'];
  expect(findName(alike, 'npc transport view')).toEqual({ why: 'several', near: both });
  expect(both.map((text) => findName(alike, text))).toEqual(listNames(alike).map((found) => ({ found })));
});

test('a given group is searched first, and matches in others are mentioned', () => {
  const inShip = (privilege: string) => requireNames(english, groups, { group: 'Ship', privilege });
  expect(inShip('view, cities/view').map(toPath)).toEqual(['ship/view', 'cities/view']);
  expect(() => inShip('set taxes')).toThrow('in the group ship. Did you mean cities/set\\_taxes?');
  expect(() => inShip('viwe')).toThrow('Did you mean ship/view');
});

test.each(inAll(TEXTS))('all mistakes in a list are reported at once, in $language', (texts) => {
  expect(() => requireNames(texts, groups, { privilege: 'ships view, ship, ship view, rename' })).toThrow(
    /ship\/view.*\n.*ship.*\n.*rename/,
  );
});

test('a list of a thousand unknown names takes about as long as the few of them that are reported', () => {
  const listOf = (count: number) => Array.from({ length: count }, (_, index) => `some_privilxge_${index}`).join(',');
  const timeOf = (privilege: string): number => {
    const startedAt = performance.now();
    for (let run = 0; run < 3; run += 1) expect(() => requireNames(english, groups, { privilege })).toThrow(UserError);
    return performance.now() - startedAt;
  };
  expect(timeOf(listOf(1_000))).toBeLessThan(20 * timeOf(listOf(5)));
});
