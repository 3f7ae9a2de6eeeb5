import { expect, test } from 'vitest';
import { toMapScope } from '../../commands/galaxy/map/mapScope.ts';
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
  return scope && { ...scope, systems: scope.systems.map(({ place }) => place.uid), marked: scope.marked?.uid };
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
  const scope = { middle: { x: 5, y: 5 }, radius: 2, systems: ['9:0', '9:1'], withoutPoint: 0 };
  expect(shown(atlas, { sector: '25:1' })).toMatchObject({ ...scope, canZoom: { closer: false, wider: true } });
  expect(shown(atlas, { owner: '20:1' })).toMatchObject(scope);
  expect(shown(atlas, {})).toMatchObject({ systems: ['9:0', '9:1', '9:2'], withoutPoint: 1 });
});

test('around a city its system is marked and in the middle, and wider shows more up to everything', () => {
  const atlas = toAtlas(...Array.from({ length: 60 }, (_, index): [number, number] => [index, 0]));
  const near = shown(atlas, { around: '4:1' });
  expect(near).toMatchObject({ marked: '9:0', middle: { x: 0, y: 0 }, radius: 25 });
  expect(near?.systems).toHaveLength(26);
  expect(shown(atlas, { around: '4:1', zoom: 1 })?.systems).toHaveLength(13);
  expect(shown(atlas, { around: '4:1', zoom: -9 })).toMatchObject({ canZoom: { wider: false } });
});

test('a galaxy of 200,000 systems has a map', () => {
  const atlas = new Atlas();
  atlas.add(
    'systems',
    Array.from({ length: 200_000 }, (_, index) => ({ uid: `9:${index}`, name: 'S', x: index, y: 0 })),
  );
  expect(toMapScope(atlas, WHOLE)?.systems).toHaveLength(200_000);
});
