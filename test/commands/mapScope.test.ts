import { expect, test } from 'vitest';
import { toMapScope } from '../../commands/galaxy/map/mapScope.ts';
import { ASPECT } from '../../src/charts/galaxyMap.ts';
import { Atlas } from '../../src/galaxy/atlas.ts';

const WHOLE = { zoom: 0 };
const SECTOR = { uid: '25:1', name: 'Lone' };

function toAtlas(...points: [x?: number, y?: number][]): Atlas {
  const atlas = new Atlas();
  atlas.add('sectors', [SECTOR]);
  const systems = points.map(([x, y], index) => ({
    uid: `9:${index}`,
    name: `S${index}`,
    ...(index === 0 && { sector: SECTOR, controlledBy: { uid: '20:1', name: 'Pell' } }),
    ...(x !== undefined && y !== undefined && { x, y }),
  }));
  atlas.add('systems', systems);
  atlas.add('cities', [{ uid: '4:1', name: 'Town', system: { uid: '9:0', name: 'S0' } }]);
  return atlas;
}

const shown = (atlas: Atlas, question: Partial<Parameters<typeof toMapScope>[1]>) => {
  const scope = toMapScope(atlas, { ...WHOLE, ...question });
  return scope && { ...scope, systems: scope.systems.map(({ place }) => place.uid), asked: scope.asked?.place.uid };
};

test.each([
  ['an empty galaxy', toAtlas(), {}],
  ['systems without coordinates', toAtlas([], []), {}],
  ['a sector whose system has none', toAtlas([], [1, 1]), { sector: '25:1' }],
  ['a place whose system has none', toAtlas([], [1, 1]), { around: '4:1' }],
])('there is no map of %s', (_, atlas, question) => {
  expect(shown(atlas, question)).toBeUndefined();
});

test('a sector with one system, and systems at one point, have room around them', () => {
  const atlas = toAtlas([5, 5], [5, 5], [500, 0], []);
  const scope = { middle: { x: 5, y: 5 }, systems: ['9:0'], total: 1, withoutPoint: 0, steps: {} };
  expect(shown(atlas, { sector: '25:1' })).toMatchObject({ ...scope, canZoom: { closer: false, wider: false } });
  expect(shown(atlas, { owner: '20:1' })).toMatchObject(scope);
  expect(shown(atlas, {})).toMatchObject({ systems: ['9:0', '9:1', '9:2'], withoutPoint: 1 });
});

test('around a city it is in the middle, and wider shows more up to everything', () => {
  const atlas = toAtlas(...Array.from({ length: 60 }, (_, index): [number, number] => [index, 0]));
  const near = shown(atlas, { around: '4:1' });
  expect(near).toMatchObject({ asked: '4:1', middle: { x: 0, y: 0 }, steps: { east: { y: 0 } } });
  expect(near?.systems).toHaveLength(28);
  expect(shown(atlas, { around: '4:1', zoom: 1 })?.systems).toHaveLength(14);
  expect(near?.near.slice(28, 30).map(({ place, isContext }) => [place.uid, isContext])).toEqual([
    ['9:28', false],
    ['9:29', false],
  ]);
  expect(shown(atlas, { around: '4:1', zoom: -9 })).toMatchObject({ canZoom: { wider: false }, steps: {} });
});

test('an owner’s map begins where most of it is, with neighbors, and the rest is elsewhere', () => {
  const home = Array.from({ length: 30 }, (_, index): [number, number] => [index % 6, Math.floor(index / 6)]);
  const atlas = toAtlas([500, 0], ...home, [10, 2], [-500, 90]);
  const owned = atlas.list('systems').filter(({ x }) => x !== 10);
  atlas.add(
    'systems',
    owned.map((place) => ({ ...place, controlledBy: { uid: '20:1', name: 'Pell' } })),
  );
  const scope = toMapScope(atlas, { ...WHOLE, owner: '20:1' });
  expect(scope?.systems).toHaveLength(30);
  expect(scope?.elsewhere.map(({ point }) => point.x)).toEqual([500, -500]);
  expect(scope?.near.filter(({ isContext }) => isContext).map(({ point }) => point.x)).toEqual([10]);
  expect(toMapScope(atlas, { owner: '20:1', zoom: -9 })?.elsewhere).toEqual([]);
});

test('an owner’s map counts only what they own, has their stations and cities, and the others as context', () => {
  const atlas = toAtlas([0, 0], [10, 0], [20, 0]);
  const pell = { controlledBy: { uid: '20:1', name: 'Pell' } };
  atlas.add('stations', [
    { uid: '5:1', name: 'Dock', system: { uid: '9:2', name: 'S2' }, ...pell },
    { uid: '5:2', name: 'Not theirs', system: { uid: '9:2', name: 'S2' } },
  ]);
  const scope = toMapScope(atlas, { ...WHOLE, owner: '20:1' });
  expect(scope?.systems.map(({ place }) => place.uid)).toEqual(['9:0']);
  expect(scope?.marks.map(({ place, point }) => [place.uid, point.x])).toEqual([['5:1', 20]]);
  expect(scope?.near.filter(({ isContext }) => isContext).map(({ point }) => point.x)).toEqual([10, 20]);
  expect(toMapScope(atlas, WHOLE)?.marks).toEqual([]);
  expect(toMapScope(atlas, { ...WHOLE, owner: '20:1', around: '9:1', sector: '25:1' })).toMatchObject({
    middle: { x: 10, y: 0 },
    systems: [{ place: { uid: '9:0' } }],
  });
});

test('steps go half a map to each side where something is, and a map counts only what it shows', () => {
  const atlas = toAtlas([0, 0], [100, 0], [0, 100], [100, 100], []);
  const whole = shown(atlas, {});
  expect(whole).toMatchObject({ steps: {}, withoutPoint: 1 });
  const near = shown(atlas, { zoom: 1 });
  const { radius = 0, steps } = near ?? {};
  expect(near).toMatchObject({ systems: [], withoutPoint: 0 });
  expect(Object.keys(steps ?? {}).sort()).toEqual(['east', 'north', 'south', 'west']);
  expect(steps?.north).toEqual({ x: 50, y: Math.round(50 + radius / ASPECT) });
  const north = shown(atlas, { zoom: 1, ...steps?.north });
  expect(shown(atlas, { zoom: 1, ...north?.steps.west })).toMatchObject({
    systems: ['9:2'],
    steps: { east: {}, south: {} },
  });
});

test('a galaxy of 200,000 systems has a map', () => {
  const atlas = new Atlas();
  atlas.add(
    'systems',
    Array.from({ length: 200_000 }, (_, index) => ({ uid: `9:${index}`, name: 'S', x: index, y: 0 })),
  );
  expect(toMapScope(atlas, WHOLE)?.systems).toHaveLength(200_000);
});
