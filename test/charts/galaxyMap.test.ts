import { Resvg } from '@resvg/resvg-js';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { drawMap, type GalaxyMap, type MapSystem, toScale } from '../../src/charts/galaxyMap.ts';
import { createMaps, MapsBusy } from '../../src/charts/render.ts';
import { forAll } from '../support/forAll.ts';
import { hostile, RUNS } from '../support/sendable.ts';

/** Answers each map with its input a moment later, but never a map called `hang`. */
const ECHO = `import { parentPort } from 'node:worker_threads';
parentPort.on('message', (json) => json.includes('hang') || setTimeout(() => parentPort.postMessage(json), 5));`;
const of = (person: string, signal = new AbortController().signal) => ({ person, signal });

const system = (name: string, x: number, y: number, group = '20:1'): MapSystem => {
  return { name, x, y, group, groupName: group, weight: 1 };
};

function toMap(systems: readonly MapSystem[], radius = 10): GalaxyMap {
  const empty = { marks: [], elsewhere: [], legend: [], none: 'no owner', style: 'colors', title: 'A title' } as const;
  const scale = { scale: toScale(radius), scaleLabel: '5 units' };
  return { ...empty, ...scale, systems, middle: { x: 0, y: 0 }, radius, reach: radius / 10 };
}

/** All texts of a picture. */
const textsOf = (svg: string) => [...svg.matchAll(/<text[^>]*>([^<]*)</g)].map(([, text]) => text);

/** The names of systems and marks with their boxes, as wide as narrow letters at least. */
function labelsOf(svg: string) {
  const texts = svg.matchAll(/<text x="([\d.-]+)" y="([\d.-]+)" text-anchor="middle" font-size="(\d+)"[^>]*>([^<]*)</g);
  return [...texts].map(([, x, y, size, name = '']) => {
    const half = (name.length * Number(size)) / 8;
    return { name, left: Number(x) - half, right: Number(x) + half, top: Number(y) - 16, bottom: Number(y) };
  });
}

test('a system beyond the edge has a territory, but no dot or name, and its owner is named once', () => {
  const drawn = drawMap(toMap([system('Far', 10.5, 0, 'Pell')]));
  expect(drawn).toMatch(/<path d="M[^"]+" fill="#[^"]+" fill-opacity/);
  expect(drawn).not.toContain('Far');
  expect(textsOf(drawn)).toEqual(['A title', '5 units', 'Pell']);
});

test('names of systems and marks never overlap, and stay on the map', () => {
  const name = fc.string({ unit: fc.constantFrom(...'aeimtWM-'), minLength: 1, maxLength: 60 });
  const coordinate = fc.double({ min: -10, max: 10, noNaN: true });
  const named = fc.tuple(name, coordinate, coordinate).map(([name, x, y]) => system(name, x, y));
  const some = (most: number) => fc.array(named, { maxLength: most });
  forAll([some(80), some(2)], RUNS, (systems, asked) => {
    const marks = asked.map((mark) => ({ ...mark, kind: 'asked' as const }));
    const labels = labelsOf(drawMap({ ...toMap(systems), marks }));
    for (const one of labels) {
      expect(one.left).toBeGreaterThanOrEqual(0);
      expect(one.right).toBeLessThanOrEqual(800);
      expect(one.bottom).toBeLessThanOrEqual(450);
      for (const other of labels) {
        const isApart =
          one.right <= other.left || other.right <= one.left || one.bottom <= other.top || other.bottom <= one.top;
        expect(one === other || isApart, `${one.name} and ${other.name}`).toBe(true);
      }
    }
  });
});

test('what was asked for is ringed and named even among heavier systems at its point, and covers none', () => {
  const heavy = Array.from({ length: 30 }, (_, index) => ({ ...system(`Heavy ${index}`, 0, 0), weight: 9 }));
  const svg = drawMap({ ...toMap(heavy), marks: [{ kind: 'asked', name: 'Mine', x: 0, y: 0 }] });
  expect(labelsOf(svg).map(({ name }) => name)).toContain('Mine');
  expect(svg).toContain('<circle cx="400" cy="225" r="18"');
  // Only the title and the legend, beside the map, are drawn after the stars.
  expect(svg).toMatch(/<circle cx="400" cy="225" r="9"\/><\/g><rect y="-52"/);
});

test('a mark that the map was moved away from is neither drawn nor named', () => {
  const mark = { kind: 'you' as const, name: 'You', y: 0 };
  const drawn = (x: number) => drawMap({ ...toMap([]), marks: [{ ...mark, x }] });
  expect(labelsOf(drawn(9)).map(({ name }) => name)).toEqual(['You']);
  expect(labelsOf(drawn(10.3))).toEqual([]);
  expect(drawn(10.3)).not.toContain('<circle');
});

test('every name has letters of at least 9 pixels where a phone shows the picture 320 pixels wide', () => {
  const svg = drawMap(toMap([system('One', 1, 1), system('Two', -5, 1, 'Union of the Deep Miners')]));
  const sizes = [...svg.matchAll(/font-size="(\d+)"/g)].map(([, size]) => Number(size));
  expect((Math.min(...sizes) / 800) * 320).toBeGreaterThanOrEqual(9);
  expect(svg).toContain('width="1600"');
});

test('each owner is named once: on a territory with room, or in the legend, as are systems without an owner', () => {
  const block = (group: string, left: number, count: number) =>
    Array.from({ length: count }, (_, index) => system('', left + (index % 3), Math.floor(index / 3) - 3, group));
  const shown = [...block('Meridian Compact', -7, 18), ...block('Ordo Lumen', 2, 18), system('', -6.4, 0.4, 'Tide')];
  const texts = textsOf(drawMap(toMap([...shown, { name: '', x: 8, y: 3, weight: 1 }])));
  expect(texts).toEqual(['ORDO', 'LUMEN', 'MERIDIAN', 'COMPACT', 'A title', '5 units', 'no owner', 'Tide']);
});

test('borders of sectors need no legend, and arrows point to what is elsewhere', () => {
  const map = toMap([system('', 0, 0, 'Kel'), system('', 0.5, 0, 'Long-named sector')]);
  const elsewhere = [30, 31].map((x) => ({ x, y: 0 }));
  const svg = drawMap({ ...map, style: 'borders', elsewhere: [...elsewhere, { x: 0, y: 40 }] });
  expect(textsOf(svg)).not.toContain('Long-named sector');
  expect(svg.match(/rotate\([\d.-]+\)/g)).toEqual(['rotate(0)', 'rotate(-90)']);
});

test('a long name of a system is left out rather than cut, and no owner is', () => {
  const long = 'Kelbris Reaches beyond the Hollow';
  expect(textsOf(drawMap(toMap([system(long, 0, 0, long)])))).toEqual(['A title', '5 units', long]);
});

test.each([20, 2_000])('a picture of %i owners is never so high that a channel cuts it', (count) => {
  const systems = Array.from({ length: count }, (_, index) => {
    return system('S', (index % 50) / 3 - 8, index / 500, `Union of the Deep Miners ${index}`);
  });
  const svg = drawMap({ ...toMap(systems), reach: 0.1 });
  const [, width, height] = /width="(\d+)" height="(\d+)"/.exec(svg) ?? [];
  expect(Number(height) / Number(width)).toBeLessThanOrEqual(360 / 460);
  expect(textsOf(svg).at(-1)).toMatch(/^\+\d+$/);
});

test('the same map is drawn once, and a map that fails leaves the next ones alone', async () => {
  const { render, close } = createMaps();
  onTestFinished(close);
  const map = toMap([system('Once', 1, 1)]);
  const [one, other] = await Promise.all([render(map, of('a')), render(structuredClone(map), of('b'))]);
  expect(one).toBe(other);
  await expect(render({ ...map, systems: null as never }, of('a'))).rejects.toThrow();
  const next = await render(toMap([system('Next', 1, 1)]), of('a'));
  expect(Buffer.from(next).toString('latin1', 1, 4)).toBe('PNG');
});

test('any name is drawn, even if XML forbids it or the font lacks its letters, also at one point', () => {
  const odd = fc.constantFrom('\ufffe', '\uffff', '\u{1ffff}', '\udc00x');
  const names = fc.oneof(hostile, fc.string({ unit: 'binary' }), odd);
  forAll([fc.array(fc.tuple(names, names), { minLength: 1, maxLength: 20 })], RUNS, (all) => {
    const map = toMap(all.map(([name, group], index) => system(name, index % 4, 0, group)));
    expect(new Resvg(drawMap({ ...map, scaleLabel: all[0]?.[0] ?? '' })).width).toBe(1_600);
  });
});

describe('a renderer', () => {
  const echo = () => {
    const maps = createMaps({ url: new URL(`data:text/javascript,${encodeURIComponent(ECHO)}`), deadlineMs: 1_500 });
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

  test('refuses maps when too many are waiting, among them none whose person stopped', async () => {
    const [render, leaving, refused] = [echo(), new AbortController(), [] as unknown[]];
    for (let index = 0; index < 40; index += 1)
      render(mapOf(`m${index}`), of(`${index}`, leaving.signal)).catch((error) => refused.push(error));
    await expect.poll(() => refused.length).toBe(9);
    leaving.abort();
    expect(String(await render(mapOf('next'), of('next')))).toContain('next');
  });

  test('replaces a thread that hangs, and drops a map whose person stopped waiting', async () => {
    const render = echo();
    const leaving = new AbortController();
    const hanging = render(mapOf('hang'), of('a'));
    const left = render(mapOf('left'), of('b', leaving.signal));
    const next = render(mapOf('next'), of('c'));
    leaving.abort();
    await expect(left).rejects.toThrow(MapsBusy);
    await expect(hanging).rejects.toThrow(MapsBusy);
    expect(String(await next)).toContain('next');
  });
});
