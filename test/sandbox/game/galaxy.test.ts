import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask, startService, vael } from './support.ts';

let world: Awaited<ReturnType<typeof startService>>;
beforeAll(async () => {
  world = await startService({ limitPerHour: 100_000 });
});
afterAll(() => world.service.close());

interface Place {
  attributes: { uid: string; name: string; href: string };
  controlledby: object;
  population: number | string;
  location: Record<string, unknown> & { coordinates: Record<string, { attributes?: { x: unknown; y: unknown } }> };
  knownsystems?: number;
  type?: object;
}
const resources: [resource: string, singular: string, total: number][] = [
  ['systems', 'system', 1080],
  ['planets', 'planet', 4320],
  ['sectors', 'sector', 160],
  ['stations', 'station', 560],
  ['cities', 'city', 880],
];
const page = async (resource: string, singular: string, start: number, count: number) => {
  const { status, swcapi } = await ask(
    world.service,
    `GET galaxy/${resource}/?start_index=${start}&item_count=${count}`,
  );
  expect(status).toBe(200);
  return {
    attributes: swcapi[resource]?.['attributes'],
    items: swcapi[resource]?.[singular] as unknown as Place[],
    keys: Object.keys(swcapi),
  };
};

describe.each(resources)('galaxy.%s.list', (resource, singular, total) => {
  test('gives pages without a token, each item once and in the same order', async () => {
    const uids: string[] = [];
    for (let start = 1; start <= total; start += 50) {
      const { attributes, items, keys } = await page(resource, singular, start, 50);
      expect(keys).toEqual([resource]);
      expect(attributes).toEqual({ start, total, count: items.length });
      uids.push(...items.map((item) => item.attributes.uid));
    }
    expect(new Set(uids).size).toBe(total);
    expect((await page(resource, singular, 7, 3)).items.map((item) => item.attributes.uid)).toEqual(uids.slice(6, 9));
  });

  test('gives items in the shape of the wire, its numbers as numbers, with coordinates and references that are empty', async () => {
    const { items } = await page(resource, singular, 1, 50);
    for (const item of items) {
      expect(item.attributes).toEqual({
        uid: expect.stringMatching(/^\d+:\d+$/u),
        name: expect.any(String),
        href: expect.stringContaining(resource),
      });
      expect(Object.keys(item.location)).toEqual(['container', 'sector', 'system', 'planet', 'city', 'coordinates']);
      expect(Object.keys(item.location.coordinates)).toEqual(['galaxy', 'system', 'surface']);
    }
    const kinds = (values: unknown[]) => new Set(values.map((value) => (value === null ? 'null' : typeof value)));
    expect(kinds(items.map(({ location }) => location.coordinates['galaxy']?.attributes?.x))).toEqual(
      new Set(['number', 'null']),
    );
    expect(kinds(items.map(({ population }) => population))).toEqual(new Set(['number']));
    expect(items.some(({ controlledby }) => Object.keys(controlledby).length === 0)).toBe(true);
    expect(items.some(({ controlledby }) => 'value' in controlledby)).toBe(true);
  });

  test('is a 404 without paging parameters; one alone takes the default of the other', async () => {
    const { status, swcapi } = await ask(world.service, `GET galaxy/${resource}`);
    expect([status, swcapi['error_code']]).toEqual([404, 404]);
    for (const [query, attributes] of [
      ['start_index=2', { start: 2, total, count: 50 }],
      ['item_count=7', { start: 1, total, count: 7 }],
    ] as const) {
      const page = await ask(world.service, `GET galaxy/${resource}?${query}`);
      expect(page.swcapi[resource]?.['attributes']).toEqual(attributes);
    }
  });

  test('refuses bad paging parameters with 400', async () => {
    for (const query of [
      'start_index=0&item_count=50',
      'start_index=1&item_count=51',
      'start_index=1&item_count=0',
      'start_index=x&item_count=5',
      'start_index=&item_count=5',
    ]) {
      expect((await ask(world.service, `GET galaxy/${resource}?${query}`)).status).toBe(400);
    }
  });

  test('gives an empty page with the right total past the end', async () => {
    expect(await page(resource, singular, total + 1, 50)).toMatchObject({
      attributes: { start: total + 1, total, count: 0 },
      items: [],
    });
  });
});

describe('the galaxy', () => {
  test('says where things are: systems in sectors, planets and stations in systems, cities on planets', async () => {
    const first = async (resource: string, singular: string) => (await page(resource, singular, 1, 1)).items[0];
    const uid = (type: number) => ({ attributes: { uid: expect.stringMatching(new RegExp(`^${type}:`, 'u')) } });
    expect((await first('systems', 'system'))?.location).toMatchObject({ sector: uid(25), system: {} });
    expect((await first('planets', 'planet'))?.location).toMatchObject({ sector: uid(25), system: uid(9), planet: {} });
    expect((await first('stations', 'station'))?.location).toMatchObject({ system: uid(9) });
    expect((await first('cities', 'city'))?.location).toMatchObject({
      sector: uid(25),
      system: uid(9),
      planet: uid(8),
    });
    expect(await first('sectors', 'sector')).toMatchObject({
      knownsystems: expect.any(Number),
      location: { sector: {} },
    });
    expect(await first('stations', 'station')).toMatchObject({ type: { value: expect.any(String) } });
  });

  test('can be told to ask for a token', async () => {
    const closed = await startService({ galaxyRequiresToken: true });
    const request = 'galaxy/systems?start_index=1&item_count=1';
    expect((await ask(closed.service, `GET ${request}`)).status).toBe(401);
    const token = await closed.service.grantToken({ handle: vael.handle, scopes: [] });
    expect((await ask(closed.service, `GET ${request}`, { token })).status).toBe(200);
    expect((await ask(closed.service, 'GET character/handlecheck/Pell')).status).toBe(200);
    await closed.service.close();
  });
});
