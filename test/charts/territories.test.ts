import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toTerritories } from '../../src/charts/territories.ts';
import { RUNS } from '../support/sendable.ts';

const REACH = 10;
type Point = { x: number; y: number };

const polygonsOf = (path: string): Point[][] =>
  path
    .split('M')
    .filter(Boolean)
    .map((polygon) =>
      polygon
        .replace('Z', '')
        .split('L')
        .map((corner) => corner.split(' ').map(Number))
        .map(([x = Number.NaN, y = Number.NaN]) => ({ x, y })),
    );

const isInside = ({ x, y }: Point, polygon: readonly Point[]): boolean =>
  polygon.every((from, index) => {
    const to = polygon[(index + 1) % polygon.length] ?? from;
    return (to.x - from.x) * (y - from.y) - (to.y - from.y) * (x - from.x) >= 0;
  });

test('a territory is what is nearest to a system of its owner, and ends at a distance from it', () => {
  const coordinate = fc.integer({ min: 0, max: 60 });
  const point = fc.record({ x: coordinate, y: coordinate, group: fc.constantFrom('a', 'b', 'c', undefined) });
  fc.assert(
    fc.property(
      fc.uniqueArray(point, { selector: ({ x, y }) => `${x} ${y}`, minLength: 1, maxLength: 40 }),
      (points) => {
        const territories = toTerritories(points, REACH);
        for (let step = 0; step < 60; step += 1) {
          const probe = { x: step * 1.01 + 0.37, y: (step * 37) % 60.3 };
          const far = points.map((each) => Math.hypot(each.x - probe.x, each.y - probe.y));
          const [nearest = Infinity, next = Infinity] = far.toSorted((one, other) => one - other);
          // At the edge it could be either.
          if (next - nearest < 0.5 || Math.abs(nearest - REACH) > 0.6 === false) continue;
          const owner = nearest < REACH ? points[far.indexOf(nearest)]?.group : undefined;
          const found = territories.filter(({ shape }) => polygonsOf(shape).some((cell) => isInside(probe, cell)));
          expect(found.map(({ group }) => group)).toEqual(owner === undefined ? [] : [owner]);
        }
      },
    ),
    RUNS,
  );
});

test('neighbors of one owner have no border between them, those of two owners have', () => {
  const at = (x: number, group?: string) => ({ x, y: 0, group });
  const crosses = (points: Parameters<typeof toTerritories>[0]) =>
    toTerritories(points, REACH).map(({ outline }) =>
      polygonsOf(outline).some(([from, to]) => from?.x === 5 && to?.x === 5 && from.y !== to.y),
    );
  expect(crosses([at(0, 'a'), at(10, 'a')])).toEqual([false]);
  expect(crosses([at(0, 'a'), at(10, 'b')])).toEqual([true, true]);
  expect(crosses([at(0, 'a'), at(10)])).toEqual([true]);
});

test.each([
  ['one system', [[3, 3]], 1],
  [
    'systems at one point',
    [
      [3, 3],
      [3, 3],
      [3, 3],
    ],
    1,
  ],
  [
    'systems on one line',
    [
      [0, 0],
      [1, 1],
      [2, 2],
      [3, 3],
    ],
    4,
  ],
])('%s have territories', (_, points, cells) => {
  const [territory] = toTerritories(
    points.map(([x = 0, y = 0]) => ({ x, y, group: 'a' })),
    REACH,
  );
  expect(polygonsOf(territory?.shape ?? '')).toHaveLength(cells);
  expect(territory?.shape).not.toMatch(/NaN|Infinity/);
});
