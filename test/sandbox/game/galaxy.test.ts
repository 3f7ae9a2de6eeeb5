import { describe, expect, test } from 'vitest';
import { startGame, useGame, vael } from './support.ts';

const game = useGame('all');

type Place = {
  attributes: { uid: string; name: string; href: string };
  controlledby: object;
  population: number | string;
  location: Record<string, unknown> & { coordinates: Record<string, { attributes?: { x: unknown; y: unknown } }> };
  knownsystems?: number;
  type?: object;
};
const page = async (resource: string, singular: string, start: number, count: number) => {
  const { status, swcapi } = await game.ask(`GET galaxy/${resource}/?start_index=${start}&item_count=${count}`);
  expect(status).toBe(200);
  expect(Object.keys(swcapi)).toEqual([resource]);
  return {
    attributes: swcapi[resource]?.attributes,
    items: swcapi[resource]?.[singular] as unknown as Place[],
  };
};

describe.each([
  ['systems', 'system', 1080],
  ['planets', 'planet', 4320],
  ['sectors', 'sector', 160],
  ['stations', 'station', 560],
  ['cities', 'city', 880],
])('galaxy.%s.list', (resource, singular, total) => {
  test('gives pages without a token, each item once and in the same order', async () => {
    const uids: string[] = [];
    for (let start = 1; start <= total; start += 50) {
      const { attributes, items } = await page(resource, singular, start, 50);
      expect(attributes).toEqual({ start, total, count: items.length });
      uids.push(...items.map((item) => item.attributes.uid));
    }
    expect(new Set(uids).size).toBe(total);
    expect((await page(resource, singular, 7, 3)).items.map((item) => item.attributes.uid)).toEqual(uids.slice(6, 9));
    expect(await page(resource, singular, total + 1, 50)).toMatchObject({
      attributes: { start: total + 1, total, count: 0 },
      items: [],
    });
  });

  test("gives items in the wire's shape: numbers as numbers, coordinates and references that may be empty", async () => {
    const { items } = await page(resource, singular, 1, 50);
    for (const item of items) {
      expect(item.attributes).toEqual({
        uid: expect.stringMatching(/^\d+:\d+$/u),
        name: expect.any(String),
        href: expect.stringContaining(resource),
      });
      expect(Object.keys(item.location)).toEqual(['container', 'sector', 'system', 'planet', 'city', 'coordinates']);
      expect(Object.keys(item.location.coordinates)).toEqual(['galaxy', 'system', 'surface']);
      expect(item.population).toBeTypeOf('number');
    }
    const xs = items.map(({ location }) => location.coordinates['galaxy']?.attributes?.x);
    expect(new Set(xs.map((x) => x === null || typeof x))).toEqual(new Set(['number', true]));
    expect(new Set(items.map(({ controlledby }) => 'value' in controlledby))).toEqual(new Set([true, false]));
  });

  test.each([
    ['', 404, undefined],
    ['start_index=2', 200, { start: 2, total, count: 50 }],
    ['item_count=7', 200, { start: 1, total, count: 7 }],
    ['start_index=0&item_count=50', 400, undefined],
    ['start_index=1&item_count=51', 400, undefined],
    ['start_index=1&item_count=0', 400, undefined],
    ['start_index=x&item_count=5', 400, undefined],
  ])('answers ?%s with %i', async (query, expected, attributes) => {
    const { status, swcapi } = await game.ask(`GET galaxy/${resource}?${query}`);
    expect([status, swcapi[resource]?.attributes]).toEqual([expected, attributes]);
  });
});

const inside = (type: number) => ({ attributes: { uid: expect.stringMatching(new RegExp(`^${type}:`, 'u')) } });
test.each([
  ['systems', 'system', { location: { sector: inside(25), system: {} } }],
  ['planets', 'planet', { location: { sector: inside(25), system: inside(9), planet: {} } }],
  ['stations', 'station', { location: { system: inside(9) }, type: { value: expect.any(String) } }],
  ['cities', 'city', { location: { sector: inside(25), system: inside(9), planet: inside(8) } }],
  ['sectors', 'sector', { location: { sector: {} }, knownsystems: expect.any(Number) }],
])('%s say where they are', async (resource, singular, expected) => {
  expect((await page(resource, singular, 1, 1)).items[0]).toMatchObject(expected);
});

test('the galaxy can require a token', async () => {
  await using closed = await startGame({ galaxyRequiresToken: true });
  const request = 'GET galaxy/systems?start_index=1&item_count=1';
  expect((await closed.ask(request)).status).toBe(401);
  expect((await closed.ask(request, { token: await closed.grant(vael, []) })).status).toBe(200);
  expect((await closed.ask('GET character/handlecheck/Pell')).status).toBe(200);
});
