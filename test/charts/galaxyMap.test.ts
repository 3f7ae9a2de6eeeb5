import { setImmediate } from 'node:timers/promises';
import { Resvg } from '@resvg/resvg-js';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { drawMap, type MapSystem, toLegend, toScale } from '../../src/charts/galaxyMap.ts';
import { createMaps, MapsBusy } from '../../src/charts/render.ts';
import { hostile, RUNS } from '../support/sendable.ts';

/** Answers each map with what it got, a moment later, and never answers a map that is called `hang`. */
const ECHO = `import { parentPort } from 'node:worker_threads';
parentPort.on('message', (json) => json.includes('hang') || setTimeout(() => parentPort.postMessage(json), 5));`;
const of = (person: string, signal = new AbortController().signal) => ({ person, signal });
const WORDS = { none: 'no owner', others: (count: number) => `${count} more` };

const system = (name: string, x: number, y: number, group = 'Pell'): MapSystem => ({
  name,
  x,
  y,
  group,
  weight: 1,
  isMarked: false,
});

function toMap(systems: readonly MapSystem[], radius = 10) {
  const legend = toLegend(systems, WORDS);
  return { systems, middle: { x: 0, y: 0 }, radius, legend, scale: toScale(radius), scaleLabel: '5 units' };
}

/** The labels of a map with their boxes, as wide as a narrow letter at least. */
function labelsOf(svg: string) {
  const texts = svg.matchAll(/<text x="([\d.-]+)" y="([\d.-]+)" text-anchor="(\w+)"[^>]*>([^<]*)</g);
  return [...texts].map(([, x, y, anchor, name = '']) => {
    const width = name.length * 8;
    const left = Number(x) - (anchor === 'end' ? width : anchor === 'middle' ? width / 2 : 0);
    return { name, left, right: left + width, top: Number(y) - 15, bottom: Number(y) };
  });
}

test('labels never overlap, and stay on the picture', () => {
  const name = fc.string({ unit: fc.constantFrom(...'aeimtWM-'), minLength: 1, maxLength: 100 });
  const coordinate = fc.double({ min: -10, max: 10, noNaN: true });
  const systems = fc.array(fc.tuple(name, coordinate, coordinate), {
    minLength: 1,
    maxLength: 80,
  });
  fc.assert(
    fc.property(systems, (all) => {
      const labels = labelsOf(drawMap(toMap(all.map(([name, x, y]) => system(name, x, y)))));
      for (const one of labels) {
        expect(one.left).toBeGreaterThanOrEqual(0);
        expect(one.right).toBeLessThanOrEqual(560);
        for (const other of labels) {
          const isApart =
            one.right <= other.left || other.right <= one.left || one.bottom <= other.top || other.bottom <= one.top;
          expect(one === other || isApart, `${one.name} and ${other.name}`).toBe(true);
        }
      }
    }),
    RUNS,
  );
});

test('the marked system is named even among heavier ones at its point', () => {
  const heavy = Array.from({ length: 30 }, (_, index) => ({ ...system(`Heavy ${index}`, 0, 0), weight: 9 }));
  const names = labelsOf(drawMap(toMap([...heavy, { ...system('Mine', 0, 0), isMarked: true }]))).map(
    ({ name }) => name,
  );
  expect(names).toContain('Mine');
});

test('any name, and systems at one point, become a picture', () => {
  fc.assert(
    fc.property(fc.array(hostile, { minLength: 1, maxLength: 5 }), (names) => {
      const svg = drawMap(
        toMap(
          names.map((name) => system(name, 0, 0, name)),
          2,
        ),
      );
      expect(new Resvg(svg).render().width).toBe(860);
    }),
    { ...RUNS, numRuns: 20 },
  );
});

describe('a legend', () => {
  const systems = [...'aaabbcdefghi'].map((group) => ({ group })).concat({ group: WORDS.none });

  test('has the seven largest groups in colors, and the others and those of no group in gray', () => {
    const rows = toLegend(systems, WORDS);
    expect(rows.map(({ name, count }) => `${name} ${count}`).join(', ')).toBe(
      'a 3, b 2, c 1, d 1, e 1, f 1, g 1, 2 more 2, no owner 1',
    );
    expect(new Set(rows.map(({ color }) => color)).size).toBe(9);
  });

  test('has a color only for the group that was asked for', () => {
    expect(toLegend(systems, { ...WORDS, asked: 'i' }).map(({ name }) => name)).toEqual(['i', '8 more', 'no owner']);
  });
});

test('the same map is drawn once, and a map that fails leaves the next ones alone', async () => {
  const { render, close } = createMaps();
  onTestFinished(close);
  const map = toMap([system('Once', 1, 1)]);
  const [one, other] = await Promise.all([render(map, of('a')), render(structuredClone(map), of('b'))]);
  expect(one).toBe(other);
  await expect(render({ ...map, systems: null as never }, of('a'))).rejects.toThrow();
  expect((await render(toMap([system('Next', 1, 1)]), of('a'))).slice(1, 4)).toEqual(
    new Uint8Array(Buffer.from('PNG')),
  );
});

test('any name is drawn, even if XML forbids it or the font lacks its letters', () => {
  const names = fc.oneof(
    hostile,
    fc.string({ unit: 'binary' }),
    fc.constantFrom('\ufffe', '\uffff', '\u{1ffff}', '\udc00x'),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(names, names), { minLength: 1, maxLength: 20 }), (all) => {
      const map = toMap(all.map(([name, group], index) => system(name, index % 10, index / 3, group)));
      expect(new Resvg(drawMap({ ...map, scaleLabel: all[0]?.[0] ?? '' })).render().width).toBe(860);
    }),
    RUNS,
  );
});

describe('a renderer', () => {
  const echo = () => {
    const maps = createMaps({ url: new URL(`data:text/javascript,${encodeURIComponent(ECHO)}`), deadlineMs: 300 });
    onTestFinished(maps.close);
    return maps.render;
  };
  const mapOf = (name: string) => toMap([system(name, 1, 1)]);

  test('draws for the people who wait in turns, and forgets the oldest of one who asks too often', async () => {
    const [render, done] = [echo(), [] as string[]];
    const ask = (person: string, name: string) =>
      render(mapOf(name), of(person)).then(
        () => done.push(name),
        (error) => done.push(`${name} ${error.name}`),
      );
    const first = ['a1', 'a2', 'a3', 'a4', 'a5'].map((name) => ask('a', name));
    await Promise.all([...first, ask('b', 'b1')]);
    expect(done).toEqual(['a2 MapsBusy', 'a1', 'a3', 'b1', 'a4', 'a5']);
  });

  test('refuses maps when too many are waiting', async () => {
    const render = echo();
    const asked = Array.from({ length: 40 }, (_, index) => render(mapOf(`m${index}`), of(`${index}`)));
    const results = await Promise.allSettled(asked);
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(9);
  });

  test('leaves no room to maps whose people stopped waiting', async () => {
    const render = echo();
    const leaving = new AbortController();
    const first = render(mapOf('first'), of('first'));
    const left = Array.from({ length: 30 }, (_, index) => render(mapOf('left'), of(`${index}`, leaving.signal)));
    const ended = Promise.allSettled(left);
    await setImmediate();
    leaving.abort();
    expect(String(await render(mapOf('next'), of('next')))).toContain('next');
    await Promise.all([first, ended]);
  });

  test('replaces a thread that hangs, and drops a map whose person stopped waiting', async () => {
    const render = echo();
    const leaving = new AbortController();
    const [hanging, left, next] = [
      render(mapOf('hang'), of('a')),
      render(mapOf('left'), of('b', leaving.signal)),
      render(mapOf('next'), of('c')),
    ];
    leaving.abort();
    await expect(left).rejects.toThrow(MapsBusy);
    await expect(hanging).rejects.toThrow();
    expect(String(await next)).toContain('next');
  });
});
