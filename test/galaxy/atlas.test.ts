import { describe, expect, test } from 'vitest';
import { Atlas } from '../../src/galaxy/atlas.ts';

const ref = (uid: string, name: string) => ({ uid, name });

function createAtlas(): Atlas {
  const atlas = new Atlas();
  atlas.add('sectors', [{ uid: '25:1', name: 'Corellian' }]);
  atlas.add('systems', [
    { uid: '9:1', name: 'Corellia', sector: ref('25:1', 'Corellian'), x: 0, y: 0 },
    { uid: '9:2', name: 'D’Qár', sector: ref('25:1', 'Corellian'), x: 3, y: 4 },
    { uid: '9:3', name: 'Nowhere' },
  ]);
  atlas.add('planets', [
    { uid: '8:1', name: 'Corellia Prime', system: ref('9:1', 'Corellia'), population: 3_000 },
    { uid: '8:2', name: 'Drall', system: ref('9:1', 'Corellia'), population: 500 },
  ]);
  atlas.add('stations', [{ uid: '5:1', name: 'Centerpoint', container: ref('9:1', 'Corellia') }]);
  atlas.add('cities', [{ uid: '4:1', name: 'Coronet', planet: ref('8:1', 'Corellia Prime') }]);
  return atlas;
}

describe('an atlas', () => {
  const atlas = createAtlas();
  const place = (uid: string) => {
    const found = atlas.find(uid);
    if (!found) throw new Error(uid);
    return found;
  };
  const names = (places: readonly { name: string }[]) => places.map(({ name }) => name);

  test.each([
    ['coronet', 'Coronet'],
    ['CENTER', 'Centerpoint'],
    ['dqar', 'D’Qár'],
    ["d'qar", 'D’Qár'],
    ['prime', 'Corellia Prime'],
    ['corellia', 'Corellia'],
    ['corellia zz', 'Corellia'],
    ['darll', 'Drall'],
    ['coronte', 'Coronet'],
    ['centrpoint', 'Centerpoint'],
    ['corelliaprime', 'Corellia Prime'],
    ['corelliaprme', 'Corellia Prime'],
    ['zzzz', undefined],
    ['', undefined],
    ['’', undefined],
  ])('%j is found as %s', (typed, name) => {
    expect(atlas.search(typed, 5)[0]?.name).toBe(name);
  });

  test.each([
    ['a name as typed comes before one that differs in accents', 'Twin', ['Twín', 'TWIN', 'Twin'], 'Twin'],
    ['accents that are typed count', 'twín', ['Twin', 'Twín'], 'Twín'],
    ['a whole name with a typo comes before a beginning', 'corelia', ['Corelian Gate', 'Corellia'], 'Corellia'],
    ['swapped letters are found though other names are like it', 'yavni', ['Yavin', 'Yavna'], 'Yavin'],
  ])('%s', (_, typed, given, first) => {
    const named = new Atlas();
    for (const [index, name] of given.entries())
      named.add(index === 0 ? 'systems' : 'cities', [{ uid: `9:${index}`, name, population: 1000 / (1 + index) }]);
    expect(named.search(typed, 5)[0]?.name).toBe(first);
  });

  test('a sector is measured at the middle of its systems, anything else where it is', () => {
    const measured = ['25:1', '8:1', '9:3'].map((uid) => atlas.centerOf(place(uid)));
    expect(measured).toEqual([{ x: 2, y: 2 }, { x: 0, y: 0 }, undefined]);
  });

  test('near a point are the nearest systems, with what they contain and their sectors', () => {
    const near = (...kinds: ('systems' | 'cities' | 'sectors')[]) => names(atlas.near({ x: 3, y: 3 }, kinds, 3));
    expect(near('systems')).toEqual(['D’Qár', 'Corellia', 'Nowhere']);
    expect(near('cities', 'systems')).toEqual(['D’Qár', 'Corellia', 'Coronet']);
    expect(near('sectors')).toEqual(['Corellian']);
  });

  test('only the first 100 characters of a text are searched for, and a repeated word counts once', () => {
    expect(names(atlas.search(`${'drall '.repeat(17)}coronet`, 5))).toEqual(['Drall']);
    const found = ['Corellia', 'Corellia Prime', 'Corellian'];
    expect(names(atlas.search('corellia '.repeat(1_000), 5)).toSorted()).toEqual(found);
  });

  test('a hostile text takes no longer than a hundred names', () => {
    const large = new Atlas();
    const letters = [...'aeioubdgklmnprst'];
    const parts = letters.flatMap((one) => letters.map((other) => `${one}${other}`));
    for (const end of ['Prime', 'Major', 'II', 'Dock'])
      large.add(
        'planets',
        parts.map((part) => ({ uid: `8:${part}${end}`, name: `${part}${part} ${end}` })),
      );
    const timeOf = (work: () => unknown): number => {
      const startedAt = performance.now();
      work();
      return performance.now() - startedAt;
    };
    const plain = timeOf(() => parts.slice(0, 100).map((part) => large.search(`${part}${part}`, 25)));
    // The machine may be busy during one of them.
    for (const hostile of ['i '.repeat(3_000), `${parts.join(' ')} `.repeat(8), 'prime major dock '.repeat(400)])
      expect(Math.min(...[1, 2, 3].map(() => timeOf(() => large.search(hostile, 25))))).toBeLessThan(plain);
  });

  test('a place that is added again isn’t there twice', () => {
    const twice = createAtlas();
    twice.add('systems', [{ uid: '9:3', name: 'Somewhere' }]);
    expect(['nowhere', 'somewhere'].map((name) => names(twice.search(name, 5)))).toEqual([
      ['Somewhere'],
      ['Somewhere'],
    ]);
    expect(twice.size).toBe(8);
  });

  test('a system has its planets and stations, and the cities of its planets', () => {
    const content = ['Corellia Prime', 'Drall', 'Centerpoint', 'Coronet'];
    expect(names(atlas.contentOf(place('9:1')))).toEqual(content);
  });

  test('a city is in the system and sector of its planet, and where that is', () => {
    const city = place('4:1');
    expect([atlas.systemOf(city)?.name, atlas.sectorOf(city)?.name]).toEqual(['Corellia', 'Corellian']);
    expect([city, place('9:3')].map((one) => atlas.positionOf(one))).toEqual([{ x: 0, y: 0 }, undefined]);
  });

  test('populations add up where the service says none, but a planet with its system’s UID doesn’t hold itself', () => {
    expect(['25:1', '9:2'].map((uid) => atlas.populationOf(place(uid)))).toEqual([3_500, undefined]);
    const odd = new Atlas();
    odd.add('systems', [{ uid: '1:1', name: 'Twin' }]);
    odd.add('planets', [{ uid: '1:1', name: 'Twin', system: ref('1:1', 'Twin') }]);
    expect(odd.populationOf({ uid: '1:1', name: 'Twin', kind: 'systems' })).toBeUndefined();
  });
});
