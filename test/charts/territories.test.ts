import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toTerritories } from '../../src/charts/territories.ts';
import { RUNS } from '../support/sendable.ts';

const REACH = 10;
type Point = { x: number; y: number };

const polygonsOf = (path: string): Point[][] =>
  path
    .split(/M|Z/)
    .filter(Boolean)
    .map((polygon) =>
      polygon.split('L').map((corner) => {
        const [x = Number.NaN, y = Number.NaN] = corner.split(' ').map(Number);
        return { x, y };
      }),
    );

const isInside = ({ x, y }: Point, polygon: readonly Point[]): boolean =>
  polygon.filter((from, index) => {
    const to = polygon[(index + 1) % polygon.length] ?? from;
    return from.y > y !== to.y > y && x < from.x + ((y - from.y) / (to.y - from.y)) * (to.x - from.x);
  }).length %
    2 ===
  1;

test('a territory is what is nearest to a system of its owner, and ends at a distance from it', () => {
  const coordinate = fc.integer({ min: 0, max: 60 });
  const group = fc.constantFrom('a', 'b', 'c', undefined);
  const pointsAt = (y: typeof coordinate) =>
    fc.array(fc.record({ x: coordinate, y, group }), { minLength: 1, maxLength: 40 });
  // Also all on one line.
  const points = fc.oneof(pointsAt(coordinate), pointsAt(fc.constant(30)));
  fc.assert(
    fc.property(points, (all) => {
      const shapes = [...toTerritories(all, REACH).shapes];
      expect(shapes.join()).not.toMatch(/NaN|Infinity/);
      for (let step = 0; step < 60; step += 1) {
        const probe = { x: step * 1.01 + 0.37, y: (step * 37) % 60.3 };
        const far = all.map(({ x, y }) => Math.hypot(x - probe.x, y - probe.y));
        const [nearest = Infinity, next = Infinity] = far.toSorted((one, other) => one - other);
        // At a border it could be either.
        if (next - nearest < 0.5 || Math.abs(nearest - REACH) < 0.6) continue;
        const owner = nearest < REACH ? all[far.indexOf(nearest)]?.group : undefined;
        const found = shapes.filter(([, shape]) => polygonsOf(shape).some((cell) => isInside(probe, cell)));
        expect(found.map(([group]) => group)).toEqual(owner === undefined ? [] : [owner]);
      }
    }),
    RUNS,
  );
});

test('neighbors of one owner have no border between them, those of two owners have one', () => {
  const around = [0, 90, 180, 270].map((angle, index) => {
    const turn = (angle * Math.PI) / 180;
    return { x: (8 + index) * Math.cos(turn), y: (8 + index) * Math.sin(turn), group: 'a' };
  });
  const bordersOf = (middle: string | undefined) =>
    toTerritories([{ x: 0, y: 0, group: middle }, ...around], REACH).borders.match(/M/g)?.length ?? 0;
  expect(['a', 'b', undefined].map(bordersOf)).toEqual([0, 4, 4]);
});
