import { Resvg } from '@resvg/resvg-js';
import { expect, test } from 'vitest';
import { colorOf } from '../../src/charts/colors.ts';
import { drawProfile } from '../../src/charts/profileCard.ts';
import { forAll } from '../support/forAll.ts';
import { hostile, RUNS } from '../support/sendable.ts';

const color = colorOf('20:1');
const VAEL = { name: 'Vael Ondar', facts: ['Human · Level 7'], faction: 'Pelian Compact', color };
const textsOf = (svg: string) =>
  [...svg.matchAll(/font-size="(\d+)"[^>]*>([^<]*)</g)].map(([, px, text]) => [px, text]);

test('any name, race and faction become a picture whose texts are at least 11 px high on a phone', () => {
  // There, the picture is 284 px wide.
  const smallest = (11 * 800) / 284;
  forAll([hostile, hostile, hostile], RUNS, (name, race, faction) => {
    const svg = drawProfile({ name, facts: [race], faction, color });
    expect(new Resvg(svg).render().width).toBe(800);
    for (const [px] of textsOf(svg)) expect(Number(px)).toBeGreaterThanOrEqual(smallest);
  });
});

test('letters that the font lacks are left out, and the faction has its color', () => {
  const texts = textsOf(drawProfile({ ...VAEL, name: 'Zoë 漢字 Ωmega' })).map(([, text]) => text);
  expect(texts).toEqual(['ZΩ', 'Zoë Ωmega', 'Human · Level 7', 'Pelian Compact']);
  expect(drawProfile(VAEL)).toContain(`fill="${color}">Pelian Compact<`);
});
