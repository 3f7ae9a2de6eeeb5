import fc from 'fast-check';
import { expect, test } from 'vitest';
import { colorOf, GROUND, INK } from '../../src/charts/colors.ts';
import { forAll } from '../support/forAll.ts';

const channelsOf = (color: string): number[] => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));

/** As WCAG 2 has it. */
function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(color).map((channel) =>
    channel <= 10 ? channel / 255 / 12.92 : ((channel / 255 + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const contrastOf = (one: string, other: string): number => (luminanceOf(one) + 0.05) / (luminanceOf(other) + 0.05);

test('every UID has a color that stands out from the dark ground, and a name that does from its territory', () => {
  forAll([fc.nat()], (id) => {
    const color = colorOf(`20:${id}`);
    expect(color).toMatch(/^#[0-9a-f]{6}$/);
    expect(contrastOf(color, GROUND)).toBeGreaterThan(4.5);
    const mixed = channelsOf(color).map((channel, at) =>
      Math.round(0.36 * channel + 0.64 * (channelsOf(GROUND)[at] ?? 0)),
    );
    const territory = `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
    expect(contrastOf(INK, territory)).toBeGreaterThan(4.5);
  });
});

test('a color never changes from one release to the next', () => {
  expect(['20:501', '20:502', '1:1002', '25:101'].map(colorOf)).toEqual(['#749c3f', '#ff92d2', '#ffb7f0', '#4ecc92']);
});

test('owners whose UIDs follow each other are told apart', () => {
  const colors = Array.from({ length: 12 }, (_, index) => channelsOf(colorOf(`20:${501 + index}`)));
  const distances = colors.flatMap((one, index) =>
    colors.slice(index + 1).map((other) => Math.hypot(...one.map((channel, at) => channel - (other[at] ?? 0)))),
  );
  expect(Math.min(...distances)).toBeGreaterThan(25);
});
