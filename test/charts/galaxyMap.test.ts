import { Resvg } from '@resvg/resvg-js';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { drawMap, type GalaxyMap, type MapSystem, toLegend, toScale } from '../../src/charts/galaxyMap.ts';
import { createMaps, MapsBusy } from '../../src/charts/render.ts';
import { forAll } from '../support/forAll.ts';
import { hostile, RUNS } from '../support/sendable.ts';

/** Answers each map with what it got, a moment later, and never answers a map that is called `hang`. */
const ECHO = `import { parentPort } from 'node:worker_threads';
parentPort.on('message', (json) => json.includes('hang') || setTimeout(() => parentPort.postMessage(json), 5));`;
const of = (person: string, signal = new AbortController().signal) => ({ person, signal });
const WORDS = { none: 'no owner', others: (count: number) => `${count} more` };

const system = (name: string, x: number, y: number, group = '20:1'): MapSystem => ({ name, x, y, group, weight: 1 });

function toMap(systems: readonly MapSystem[], radius = 10): GalaxyMap {
  const legend = toLegend(systems, WORDS);
  const empty = { marks: [], others: [], regions: [] };
  const scale = { scale: toScale(radius), scaleLabel: '5 units' };
  return { ...empty, ...scale, systems, middle: { x: 0, y: 0 }, radius, reach: radius / 10, legend };
}

/** The names on a map with their boxes, as wide as narrow letters at least. */
function labelsOf(svg: string) {
  const texts = svg.matchAll(/<text x="([\d.-]+)" y="([\d.-]+)" text-anchor="(\w+)"[^>]*>([^<]*)</g);
  return [...texts].map(([, x, y, anchor, name = '']) => {
    const width = name.length * 9;
    const left = Number(x) - (anchor === 'end' ? width : anchor === 'middle' ? width / 2 : 0);
    return { name, left, right: left + width, top: Number(y) - 20, bottom: Number(y) };
  });
}

test('a system beyond the edge has a territory, but no dot, name or row in the legend', () => {
  const drawn = drawMap({ ...toMap([]), others: [{ x: 10.5, y: 0, group: '20:1' }] });
  expect(drawn).toMatch(/<path d="M[^"]+" fill="#[^"]+"\/>/);
  expect(drawn).not.toContain('<circle');
  expect(labelsOf(drawn)).toEqual([]);
});

test('names of systems, marks and regions never overlap, and stay on the map', () => {
  const name = fc.string({ unit: fc.constantFrom(...'aeimtWM-'), minLength: 1, maxLength: 60 });
  const coordinate = fc.double({ min: -10, max: 10, noNaN: true });
  const named = fc.tuple(name, coordinate, coordinate).map(([name, x, y]) => system(name, x, y));
  const some = (most: number) => fc.array(named, { maxLength: most });
  forAll([some(80), some(40), some(2)], RUNS, (systems, regions, asked) => {
    const marks = asked.map((mark) => ({ ...mark, kind: 'asked' as const }));
    const labels = labelsOf(drawMap({ ...toMap(systems), regions, marks }));
    for (const one of labels) {
      expect(one.left).toBeGreaterThanOrEqual(0);
      expect(one.right).toBeLessThanOrEqual(800);
      expect(one.bottom).toBeLessThanOrEqual(470);
      for (const other of labels) {
        const isApart =
          one.right <= other.left || other.right <= one.left || one.bottom <= other.top || other.bottom <= one.top;
        expect(one === other || isApart, `${one.name} and ${other.name}`).toBe(true);
      }
    }
  });
});

test('what was asked for is ringed and named even among heavier systems at its point, and on top of them', () => {
  const heavy = Array.from({ length: 30 }, (_, index) => ({ ...system(`Heavy ${index}`, 0, 0), weight: 9 }));
  const svg = drawMap({ ...toMap(heavy), marks: [{ kind: 'asked', name: 'Mine', x: 0, y: 0 }] });
  expect(labelsOf(svg).map(({ name }) => name)).toContain('Mine');
  expect(svg.indexOf('<circle cx="400" cy="235" r="20"')).toBeGreaterThan(
    svg.lastIndexOf('<circle cx="400" cy="235" r="9"'),
  );
});

test('a mark that the map was moved away from is neither drawn nor named', () => {
  const mark = { kind: 'you' as const, name: 'You', y: 0 };
  const drawn = (x: number) => drawMap({ ...toMap([]), marks: [{ ...mark, x }] });
  expect(labelsOf(drawn(9)).map(({ name }) => name)).toEqual(['You']);
  expect(labelsOf(drawn(10.3))).toEqual([]);
  expect(drawn(10.3)).not.toContain('r="12"');
});

test('every text is at least 11 pixels high where a phone shows the picture 285 pixels wide', () => {
  const svg = drawMap(toMap([system('One', 1, 1)]));
  const [, width, fontSize] = /width="(\d+)".* font-size="(\d+)"/.exec(svg) ?? [];
  expect((285 / Number(width)) * Number(fontSize)).toBeGreaterThanOrEqual(11);
  expect(svg.match(/font-size/g)).toHaveLength(1);
});

test('a long name of a system or a region is left out rather than cut, and no row of the legend is', () => {
  const long = 'Kelbris Reaches beyond the Hollow';
  const map = toMap([system(long, 0, 0, long)]);
  const texts = (svg: string) => [...svg.matchAll(/<text[^>]*>([^<]*)</g)].map(([, text]) => text);
  expect(texts(drawMap(map))).toEqual(['5 units', long]);
  expect(texts(drawMap({ ...map, regions: [{ name: long, x: 0, y: 0 }] }))).toEqual(['5 units', long]);
});

test('a picture is never so high that a channel cuts it, however long the names in its legend are', () => {
  const systems = Array.from({ length: 20 }, (_, index) => system('S', index, 0, `Union of the Deep Miners ${index}`));
  const [, width, height] = /width="(\d+)" height="(\d+)"/.exec(drawMap(toMap(systems))) ?? [];
  expect(Number(height) / Number(width)).toBeLessThanOrEqual(360 / 460);
});

test('dots get smaller as they get more', () => {
  const sizes = [100, 400, 2_000].map((count) => {
    const systems = Array.from({ length: count }, (_, index) => system('S', index % 9, index / count));
    return Number(/<circle[^>]* r="([\d.]+)"/.exec(drawMap(toMap(systems)))?.[1]);
  });
  expect(sizes).toEqual(sizes.toSorted((one, other) => other - one));
  expect(new Set(sizes).size).toBe(3);
});

test('a legend has the four largest groups, then the others, unless one is left, and those of no group in one row each', () => {
  const systems = [...'aaabbcdefghijk'].map((group) => ({ group, groupName: group === 'a' ? 'Alpha' : group }));
  const rowsOf = (shown: Parameters<typeof toLegend>[0]) =>
    toLegend(shown, WORDS).map(({ label, count }) => [label, count]);
  const largest = [
    ['Alpha', 3],
    ['b', 2],
    ['c', 1],
    ['d', 1],
  ];
  expect(rowsOf([...systems, {}])).toEqual([...largest, ['7 more', 7], ['no owner', 1]]);
  expect(rowsOf(systems.slice(0, 8))).toEqual([...largest, ['e', 1]]);
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

test('any name is drawn, even if XML forbids it or the font lacks its letters, also at one point', () => {
  const names = fc.oneof(
    hostile,
    fc.string({ unit: 'binary' }),
    fc.constantFrom('\ufffe', '\uffff', '\u{1ffff}', '\udc00x'),
  );
  forAll([fc.array(fc.tuple(names, names), { minLength: 1, maxLength: 20 })], RUNS, (all) => {
    const map = toMap(all.map(([name, group], index) => system(name, index % 4, 0, group)));
    expect(new Resvg(drawMap({ ...map, scaleLabel: all[0]?.[0] ?? '' })).render().width).toBe(800);
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
    const [hanging, left, next] = [
      render(mapOf('hang'), of('a')),
      render(mapOf('left'), of('b', leaving.signal)),
      render(mapOf('next'), of('c')),
    ];
    leaving.abort();
    await expect(left).rejects.toThrow(MapsBusy);
    await expect(hanging).rejects.toThrow(MapsBusy);
    expect(String(await next)).toContain('next');
  });
});
