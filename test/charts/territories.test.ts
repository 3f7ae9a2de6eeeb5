import { Resvg } from '@resvg/resvg-js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { colorOf } from '../../src/charts/colors.ts';
import { createTerritories } from '../../src/charts/territories.ts';
import { forAll } from '../support/forAll.ts';
import { RUNS } from '../support/sendable.ts';

const [REACH, SIZE] = [50, 300];

/** The color at a point, opaque and without borders; undefined where there's none. */
function pixelsOf(sites: Parameters<typeof createTerritories>[0]) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE}" height="${SIZE}">`;
  const shapes = createTerritories(sites, REACH, 'colors')
    .svg.join('')
    .replace(/ fill-opacity="[^"]*"|<path[^>]*stroke[^>]*>/g, '');
  const { pixels } = new Resvg(`${svg}${shapes}</svg>`).render();
  return ({ x, y }: { x: number; y: number }): string | undefined => {
    const at = 4 * (y * SIZE + x);
    return pixels[at + 3] === 0 ? undefined : `#${pixels.subarray(at, at + 3).toString('hex')}`;
  };
}

test('a territory is what is nearest to a system of its owner, and ends at a distance from it', () => {
  const coordinate = fc.integer({ min: -20, max: SIZE + 20 });
  const site = fc.record({ x: coordinate, y: coordinate, group: fc.constantFrom('a', 'b', 'c', undefined) });
  const sites = fc.uniqueArray(site, { selector: ({ x, y }) => `${x} ${y}`, minLength: 1, maxLength: 40 });
  forAll([sites], RUNS, (all) => {
    const colorAt = pixelsOf(all);
    const { groupAt } = createTerritories(all, REACH, 'colors');
    for (let step = 0; step < 60; step += 1) {
      const probe = { x: step * 5, y: (step * 37) % SIZE };
      const far = all.map(({ x, y }) => Math.hypot(x - probe.x - 0.5, y - probe.y - 0.5));
      const [nearest = Infinity, next = Infinity] = far.toSorted((one, other) => one - other);
      // At a border it could be either.
      if (next - nearest < 3 || Math.abs(nearest - REACH) < 2) continue;
      const owner = nearest < REACH ? all[far.indexOf(nearest)]?.group : undefined;
      expect(colorAt(probe)).toBe(owner && colorOf(owner));
      expect(groupAt(probe.x + 0.5, probe.y + 0.5)).toBe(owner);
    }
  });
});

test('neighbors of one owner have no border between them, those of two owners have one', () => {
  const around = [0, 90, 180, 270].map((angle, index) => {
    const turn = (angle * Math.PI) / 180;
    return { x: 50 + (8 + index) * Math.cos(turn), y: 50 + (8 + index) * Math.sin(turn), group: 'a' };
  });
  const bordersOf = (group: string | undefined) =>
    createTerritories([{ x: 50, y: 50, group }, ...around], REACH, 'colors')
      .svg.at(-2)
      ?.match(/M/g)?.length ?? 0;
  expect(['a', 'b', undefined].map(bordersOf)).toEqual([0, 4, 4]);
});

test.each([
  ['one system', [100]],
  ['systems at one point', [100, 100, 100]],
  ['systems on one line', [100, 110, 120, 130]],
])('%s: a territory', (_, points) => {
  const colorAt = pixelsOf(points.map((at) => ({ x: at, y: at, group: 'a' })));
  expect([90, 120, 200].map((at) => colorAt({ x: at, y: at }))).toEqual([colorOf('a'), colorOf('a'), undefined]);
});
