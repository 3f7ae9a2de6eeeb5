import { expect, test } from 'vitest';
import { useGame } from './support.ts';

const game = useGame('all');

type Place = {
  attributes: { uid: string; name: string; href: string };
  controlledby: object;
  population: number | string;
  location: Record<string, unknown> & { coordinates: Record<string, { attributes?: { x: unknown; y: unknown } }> };
};
const inside = (type: number) => ({ attributes: { uid: expect.stringMatching(new RegExp(`^${type}:`, 'u')) } });

test.each([
  ['systems', 'system', 1080, { location: { sector: inside(25), system: {} } }],
  ['planets', 'planet', 4320, { location: { sector: inside(25), system: inside(9), planet: {} } }],
  ['sectors', 'sector', 160, { location: { sector: {} }, knownsystems: expect.any(Number) }],
  ['stations', 'station', 560, { location: { system: inside(9) }, type: { value: expect.any(String) } }],
  ['cities', 'city', 880, { location: { sector: inside(25), system: inside(9), planet: inside(8) } }],
])("galaxy.%s.list gives pages in the wire's shape, and in order", async (resource, singular, total, place) => {
  const page = async (query: string) => {
    const { swcapi } = await game.ask(`GET galaxy/${resource}/?${query}`);
    expect(Object.keys(swcapi)).toEqual([resource]);
    const items = swcapi[resource]?.[singular] as unknown as Place[];
    return { attributes: swcapi[resource]?.attributes, items, uids: items.map(({ attributes }) => attributes.uid) };
  };
  const { items, uids } = await page('start_index=1');
  expect((await page('start_index=7&item_count=3')).uids).toEqual(uids.slice(6, 9));
  const past = { start: total + 1, total, count: 0 };
  expect(await page(`start_index=${past.start}&item_count=50`)).toMatchObject({ attributes: past, items: [] });
  expect((await page('start_index=2')).attributes).toEqual({ start: 2, total, count: 50 });
  expect((await page('item_count=7')).attributes).toEqual({ start: 1, total, count: 7 });

  // Numbers are numbers; coordinates and references may be empty.
  const href = expect.stringContaining(resource);
  for (const { attributes, location, population } of items) {
    expect(attributes).toEqual({ uid: expect.stringMatching(/^\d+:\d+$/u), name: expect.any(String), href });
    expect(Object.keys(location).join(' ')).toBe('container sector system planet city coordinates');
    expect(Object.keys(location.coordinates).join(' ')).toBe('galaxy system surface');
    expect(population).toBeTypeOf('number');
  }
  const xs = items.map(({ location }) => location.coordinates['galaxy']?.attributes?.x);
  expect(new Set(xs.map((x) => x === null || typeof x))).toEqual(new Set(['number', true]));
  expect(new Set(items.map(({ controlledby }) => 'value' in controlledby))).toEqual(new Set([true, false]));
  expect(items[0]).toMatchObject(place);
});
