import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cardView } from '../../commands/galaxy/card.ts';
import { TEXTS } from '../../commands/galaxy/en.ts';
import { fitHistory, type History, ids, type ListQuery, SORTS } from '../../commands/galaxy/ids.ts';
import { listView } from '../../commands/galaxy/lists/listView.ts';
import { selectPlaces } from '../../commands/galaxy/lists/select.ts';
import { Atlas } from '../../src/galaxy/atlas.ts';
import { type GalaxyPlace, KINDS, type Kind } from '../../src/galaxy/places.ts';
import { parseCustomId, readArgs, withOwner } from '../../src/view/customId.ts';
import { forAll } from '../support/forAll.ts';
import { OWNER } from '../support/ids.ts';
import { labelsOf, textOf } from '../support/messages.ts';
import { amount, expectSendable, hostile, RUNS, textsOf } from '../support/sendable.ts';

const english = TEXTS.en;
const NOW = new Date();

const uid = fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 9 })).map((parts) => parts.join(':'));
const reference = fc.record({ uid: fc.oneof(uid, hostile), name: hostile }, { requiredKeys: ['name'] });
const kind = fc.constantFrom(...KINDS);
const rules = { isSafeZone: fc.boolean(), hasGroundPvp: fc.boolean(), hasSpacePvp: fc.boolean() };
const place: fc.Arbitrary<GalaxyPlace> = fc.record(
  {
    ...{ kind, uid, name: hostile, population: amount, x: amount, y: amount, knownSystems: amount },
    ...{ controlledBy: reference, sector: reference, system: reference, planet: reference, container: reference },
    type: reference,
    combat: fc.record(rules, { requiredKeys: [] }),
  },
  { requiredKeys: ['kind', 'uid', 'name'] },
);
const galaxies = fc.array(place, { minLength: 1, maxLength: 30, size: 'max' }).map(toGalaxy);

function toGalaxy(places: readonly GalaxyPlace[]) {
  const atlas = new Atlas();
  for (const each of places) atlas.add(each.kind, [each]);
  return { atlas, completedAt: NOW as Date | undefined };
}

const toPage = <T>(items: readonly T[]) => {
  const total = items.length;
  return { items: items.slice(0, 20), startIndex: 1, itemCount: 20, total, hasMore: total > 20 };
};

function showList(galaxy: ReturnType<typeof toGalaxy>, query: ListQuery, texts = english) {
  const list = toPage(selectPlaces(galaxy.atlas, query, query.from ? { x: 0, y: 0 } : undefined));
  return listView(texts, galaxy, { query, list, isFromCopy: true, way: [{}, { ...query, page: 1 }] });
}

function showCard(galaxy: ReturnType<typeof toGalaxy>, place: GalaxyPlace, texts = english) {
  return cardView(texts, galaxy, { place, others: [], distance: undefined, way: [{ card: place.uid }] });
}

const linesOf = (view: Parameters<typeof textOf>[0]): string[] => textOf(view).split('\n');

test('Discord accepts every list and every card, whatever the game says', () => {
  forAll(
    [textsOf(TEXTS), galaxies, kind, fc.constantFrom(...SORTS), fc.constantFrom('9:1', undefined)],
    RUNS,
    (texts, galaxy, kind, sort, from) => {
      expectSendable(showList(galaxy, { kind, sort, from: sort === 'distance' ? from : undefined }, texts));
      for (const place of galaxy.atlas.list(kind)) {
        const others = galaxy.atlas.list(kind);
        const way: History = [{ kind, sort, page: 1 }, { card: '9:1' }, {}, { card: place.uid }];
        expectSendable(cardView(texts, galaxy, { place, others, distance: 1.25, way }));
      }
    },
  );
});

describe('a list', () => {
  const sector = { uid: '25:1', name: 'Kelbris Reaches beyond the Hollow Lantern Expanse' };
  const controlledBy = { uid: '20:1', name: 'Pell' };
  const [container, type] = [
    { uid: '9:1', name: 'Alpha' },
    { uid: '5:9', name: 'Relay' },
  ];
  const galaxy = toGalaxy([
    { kind: 'sectors', ...sector, knownSystems: 1 },
    { kind: 'systems', uid: '9:1', name: 'Alpha', sector, population: 5_000_000, x: 0, y: 0 },
    { kind: 'systems', uid: '9:2', name: 'Beta', sector, population: 0, x: 3, y: 4, controlledBy },
    { kind: 'systems', uid: '9:3', name: 'gamma', population: 7 },
    { kind: 'systems', uid: '9:4', name: 'X'.repeat(100), sector, population: 1_234_567 },
    { kind: 'stations', uid: '5:1', name: 'Dock', container, type },
  ]);
  const names = (query: ListQuery, origin?: { x: number; y: number }) =>
    selectPlaces(galaxy.atlas, query, origin).map(({ place }) => place.uid);

  test.each<[Partial<ListQuery>, string[]]>([
    [{}, ['9:1', '9:2', '9:3', '9:4']],
    [{ sort: 'population' }, ['9:1', '9:4', '9:3', '9:2']],
    [{ sector: '25:1' }, ['9:1', '9:2', '9:4']],
    [{ owner: '20:1' }, ['9:2']],
    [{ minPopulation: 7 }, ['9:1', '9:3', '9:4']],
    [{ kind: 'stations', type: '5:9' }, ['5:1']],
    [{ kind: 'stations', type: '5:8' }, []],
    [{ kind: 'sectors' }, ['25:1']],
  ])('of %o has these places', (query, uids) => {
    expect(names({ kind: 'systems', sort: 'name', ...query })).toEqual(uids);
  });

  test('by distance leaves out its starting point and places without coordinates', () => {
    expect(names({ kind: 'systems', sort: 'distance', from: '9:1' }, { x: 0, y: 0 })).toEqual(['9:2']);
    expect(names({ kind: 'systems', sort: 'distance', from: 'me', radius: 4 }, { x: 0, y: 0 })).toEqual(['9:1']);
    const view = showList(galaxy, { kind: 'systems', sort: 'distance', from: '9:1' });
    expect(textOf(view)).toMatch(/\*\*Beta\*\*.*· 5\n/);
  });

  test('has a line of at most 32 characters for a place, without “pop. 0”', () => {
    const lines = linesOf(showList(galaxy, { kind: 'systems', sort: 'name' })).filter((line) => line.startsWith('**'));
    expect(lines).toEqual([
      '**Alpha**\u00a0· Kelbris Reach…\u00a0· pop.\u00a05M',
      '**Beta**\u00a0· Kelbris Reaches beyon…',
      '**gamma**\u00a0· pop.\u00a07',
      `**${'X'.repeat(17)}…**\u00a0· pop.\u00a01.2M`,
    ]);
    for (const line of lines) expect(line.replaceAll('*', '').length).toBeLessThanOrEqual(32);
  });
});

describe('a card', () => {
  const owner = { uid: '1:7', name: 'Marshal Iri Tosk' };
  const galaxy = toGalaxy([
    { kind: 'sectors', uid: '25:1', name: 'Lone' },
    {
      kind: 'systems',
      uid: '9:1',
      name: '*Bold* _one_',
      container: { uid: '25:1', name: 'Lone' },
      controlledBy: owner,
    },
    ...Array.from({ length: 7 }, (_, index) => ({
      kind: 'planets' as Kind,
      uid: `8:${index}`,
      name: `P${index}`,
      container: { uid: '9:1', name: '*Bold* _one_' },
      population: index,
    })),
  ]);
  const [system, sector] = [galaxy.atlas.find('9:1'), galaxy.atlas.find('25:1')] as [GalaxyPlace, GalaxyPlace];
  const labelsAt = (place: GalaxyPlace) => labelsOf(showCard(galaxy, place));

  test('counts a system’s places, names the first and adds up the population; a sector’s names their owners', () => {
    const text = textOf(showCard(galaxy, system));
    expect(text).toContain('## \\*Bold\\* \\_one\\_');
    expect(text).toContain('**Planets:** 7: P0, P1, P2, P3, P4 and 2 more');
    expect(text).toContain('**Population:** 21');
    expect(text).not.toMatch(/Stations|Cities|Coordinates/);
    expect(textOf(showCard(galaxy, sector))).toContain('**Owners of its systems:** Marshal Iri Tosk (1)');
  });

  test('offers to look up and to write to an owner only who is a character', () => {
    expect(labelsAt(system)).toEqual(expect.arrayContaining(['Look up the owner', 'Message the owner']));
    const labels = labelsAt({ ...system, controlledBy: { uid: '20:7', name: 'Pell' } });
    expect(labels.join()).not.toContain('owner');
  });

  test('offers no map, distance or neighbors without coordinates', () => {
    expect(labelsAt(system)).toEqual(expect.not.arrayContaining(['Map', 'Nearby', 'Distance from me']));
    expect(labelsAt({ ...system, x: 0, y: 0 })).toEqual(expect.arrayContaining(['Map', 'Nearby']));
  });

  test.each([
    [NOW, /^-# Copied from the game <t:\d+:R>$/],
    [new Date(NOW.getTime() - 8 * 24 * 3_600_000), /^-# ⚠ .* out of date$/],
    [undefined, /still loading the galaxy \(9 places so far\)/],
  ])('says how old the copy of the galaxy is: %s', (completedAt, line) => {
    expect(linesOf(showCard({ ...galaxy, completedAt }, system)).at(-1)).toMatch(line);
  });
});

describe('the way to a view', () => {
  const wayIn = (id: string) => {
    const parts = parseCustomId(withOwner(id, OWNER))?.parts;
    return parts && (readArgs(ids.go.args, parts)?.['way'] as History | undefined);
  };

  test('begins later where a custom id has no room for all of it', () => {
    const list = { kind: 'cities', sort: 'population', page: 3, sector: '25:101', minPopulation: 1_000 } as const;
    const way: History = [{}, list, ...Array.from({ length: 30 }, (_, step) => ({ card: `9:${1_000_000 + step}` }))];
    const kept = wayIn(fitHistory(way, (steps) => ids.go({ way: steps })) ?? '') ?? [];
    expect(kept.length).toBeLessThan(10);
    expect(kept).toEqual(way.slice(-kept.length));
    expect(wayIn(ids.go({ way: way.slice(0, 3) }))).toEqual(way.slice(0, 3));
  });

  test('has no custom id if its last step is too long', () => {
    expect(fitHistory([{ card: '9:1' }, { card: 'x'.repeat(200) }], (steps) => ids.go({ way: steps }))).toBeUndefined();
  });
});

test('stations and cities are listed with what is around them and their coordinates', () => {
  const system = { uid: '9:1', name: 'Alpha' };
  const galaxy = toGalaxy([
    { kind: 'systems', ...system, x: -3, y: 14, combat: { hasSpacePvp: true } },
    { kind: 'planets', uid: '8:1', name: 'Terra', system, combat: { isSafeZone: true } },
    { kind: 'stations', uid: '5:1', name: 'Dock', system, type: { uid: '5:9', name: 'Relay' } },
    { kind: 'stations', uid: '5:2', name: 'Lost' },
    { kind: 'cities', uid: '7:1', name: 'Port', planet: { uid: '8:1', name: 'Terra' } },
  ]);
  const linesOfList = (kind: Kind) => linesOf(showList(galaxy, { kind, sort: 'name' })).slice(2, -1);
  expect(linesOfList('stations')).toEqual(['**Dock**\u00a0· Relay', '-# Alpha (-3,\u00a014)', '**Lost**']);
  expect(linesOfList('cities')).toEqual(['**Port**', '-# Terra, Alpha (-3,\u00a014)']);
  const rulesAt = (kind: Kind) => galaxy.atlas.list(kind).map((place) => textOf(showCard(galaxy, place)));
  expect(rulesAt('stations')[0]).toContain('**Combat:** PvP in space');
  expect(rulesAt('cities')[0]).toContain('**Combat:** safe zone');
});

test.each([
  [{ isSafeZone: true, hasGroundPvp: false }, 'safe zone', 'Schutzzone'],
  [{ hasGroundPvp: true, hasSpacePvp: true }, 'PvP on the ground, PvP in space', 'PvP am Boden, PvP im All'],
  [{ hasSpacePvp: false }, 'no PvP', 'kein PvP'],
])('a card says what the rules of combat are: %j', (combat, inEnglish, inGerman) => {
  const place: GalaxyPlace = { kind: 'planets', uid: '8:1', name: 'Terra', combat };
  const galaxy = toGalaxy([place]);
  const [kept = place] = galaxy.atlas.list('planets');
  expect(linesOf(showCard(galaxy, kept))).toContain(`**Combat:** ${inEnglish}`);
  expect(linesOf(showCard(galaxy, kept, TEXTS.de))).toContain(`**Kampf:** ${inGerman}`);
});
