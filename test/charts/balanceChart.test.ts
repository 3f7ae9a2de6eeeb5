import { Resvg } from '@resvg/resvg-js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { drawBalance } from '../../src/charts/balanceChart.ts';
import { widthOf } from '../../src/charts/labels.ts';
import { forAll } from '../support/forAll.ts';

const [from, to] = [Date.UTC(2026, 1), Date.UTC(2026, 2)];

test('any balance is drawn inside its frame, with labels that are at least 11 px high on a phone', () => {
  const step = fc.tuple(fc.integer({ min: from, max: to }), fc.nat({ max: Number.MAX_SAFE_INTEGER }));
  const steps = fc.array(step, { minLength: 1, maxLength: 1_000 });
  forAll([steps, fc.constantFrom('en', 'de')], { numRuns: 60 }, (given, language) => {
    const steps = given.toSorted(([one], [other]) => one - other);
    const svg = drawBalance({ language, from, to, end: to, steps });
    expect(new Resvg(svg).render().width).toBe(800);
    // There, the picture is 284 px wide.
    expect((Number(/font-size="(\d+)"/.exec(svg)?.[1]) * 284) / 800).toBeGreaterThanOrEqual(11);
    const labels = [...svg.matchAll(/<text x="([\d.]+)" y="([\d.]+)" text-anchor="(\w+)"[^>]*>([^<]+)</g)];
    expect(labels.length).toBeGreaterThanOrEqual(5);
    expect(new Set(labels.map(([, , , , text]) => text)).size).toBe(labels.length);
    for (const [, x, y, anchor, text = ''] of labels) {
      const width = widthOf(text) / (anchor === 'end' ? 1 : 2);
      expect(Number(x) - width).toBeGreaterThanOrEqual(0);
      expect(Number(x) + (anchor === 'end' ? 0 : width)).toBeLessThanOrEqual(800);
      expect(Number(y)).toBeLessThan(440);
    }
    for (const [, y] of svg.matchAll(/V([-\d.]+)/g)) expect(Number(y)).toBeGreaterThanOrEqual(30);
  });
});
