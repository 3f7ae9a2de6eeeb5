import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createSealer } from '../../src/account/seal.ts';
import { createSealedStore } from '../../src/account/sealedStore.ts';
import { createTrail } from '../../src/account/trail.ts';
import { openStore } from '../../src/store/openStore.ts';
import type { Store } from '../../src/store/store.ts';
import { raw } from '../support/collections.ts';
import { makeTemporaryFolder } from '../support/temporaryFolder.ts';
import { KEY, openRedis, silent } from './rig.ts';

const VAEL = { uid: '1:1', name: 'Vael Ondar' };
const DAY_MS = 24 * 60 * 60_000;

const file = join(makeTemporaryFolder(), 'store.sqlite');

describe.each([
  { engine: 'Redis', open: openRedis },
  { engine: 'SQLite', open: () => openStore({ file }, silent) },
])("a server's trail over $engine", ({ engine, open }) => {
  let stores: Store[];
  let serverId: string;
  beforeEach(async () => {
    serverId = `server${Math.random()}`;
    stores = await Promise.all([open(), open(), open()]);
  });
  afterEach(() => engine === 'SQLite' && Promise.all(stores.map((store) => store.close())));

  /** The trail as another process sees it. */
  const trailIn = (at = 0) => {
    const sealed = createSealedStore(stores[at] as Store, createSealer([KEY]));
    return { ...sealed, ...createTrail(sealed) };
  };
  const rowsOf = (count: number, state: 'done' | 'unknown' = 'done') =>
    Array.from({ length: count }, (_, index) => {
      const target = { uid: `1:${index + 2}`, name: `Recipient ${index}` };
      return { action: 'credits.transfer' as const, target, detail: '5', state };
    });
  const record = (id: string, { process = 0, person = 'person', rows = rowsOf(1), at = Number(id) } = {}) =>
    trailIn(process).record(serverId, {
      ...{ id, at, channelId: 'channel', rows, undoOf: undefined },
      ...{ person: { id: person + serverId, since: at }, character: VAEL },
    });
  const keysOf = async (name: string) => {
    const keys = (await Array.fromAsync((stores[0] as Store).keysOf(name))).flat();
    return keys.filter((key) => key.includes(serverId));
  };

  test('three processes that write at once lose no entry, and none is readable in the store', async () => {
    const ids = Array.from({ length: 60 }, (_, index) => String(index + 1));
    await Promise.all(ids.map((id, index) => record(id, { process: index % 3, person: `person${index % 5}` })));
    const entries = await trailIn(1).read(serverId);
    expect(entries.map(({ id }) => id)).toEqual(ids.toReversed());
    expect(entries[0]).toMatchObject({ actor: { discordUserId: `person4${serverId}`, character: VAEL }, at: 60 });
    const stored = stores[0]?.collection(raw('trail', z.unknown()));
    expect(await stored?.get(`${serverId}:7`)).toMatch(/^v1\./);
    // An entry that was moved.
    await stored?.set(`${serverId}:7`, await stored.get(`${serverId}:8`));
    expect(await trailIn().read(serverId)).toHaveLength(59);
    // A process that died before it kept the entry, which another then does.
    await stored?.delete(`${serverId}:9`);
    await record('9');
    expect(await trailIn().read(serverId)).toHaveLength(59);
  });

  test('what was unknown is replaced once it is known, in the place where it was posted', async () => {
    await record('1', { rows: rowsOf(2, 'unknown') });
    await record('2');
    await record('1', { process: 1, rows: rowsOf(2) });
    const entries = await trailIn().read(serverId);
    expect(entries.map(({ id, rows }) => [id, rows.map(({ state }) => state)])).toEqual([
      ['2', ['done']],
      ['1', ['done', 'done']],
    ]);
  });

  test('its newest 5,000 rows are read, and each day has its own index', async () => {
    for (let id = 1; id <= 20; id += 1) await record(String(id), { rows: rowsOf(300) });
    const entries = await trailIn().read(serverId);
    expect(entries.map(({ id }) => Number(id))).toEqual(Array.from({ length: 16 }, (_, index) => 20 - index));
    expect(await keysOf('trail-index')).toEqual([expect.stringMatching(/:\d{4}-\d\d-\d\d$/)]);
  });

  test("erasing takes a person's name from every entry, also from those that began before, and no one else's", async () => {
    const { noteErasure, erase, read, now } = trailIn();
    const began = now() - 1;
    await record('1', { at: now() });
    await record('2', { person: 'another', at: now() });
    expect(await keysOf('trail-of')).toHaveLength(2);
    await noteErasure(`person${serverId}`);
    await erase(`person${serverId}`);
    await record('3', { process: 2, at: began });
    const named = (await read(serverId)).map(({ id, actor }) => [id, actor?.discordUserId]);
    expect(Object.fromEntries(named)).toEqual({ '1': undefined, '2': `another${serverId}`, '3': undefined });
    expect(await keysOf('trail-of')).toEqual([`another${serverId}`]);
    // They come back: their old entries still name no one.
    await record('4', { at: now() + DAY_MS });
    const again = (await read(serverId)).flatMap(({ id, actor }) => (actor ? id : []));
    expect(again).toEqual(['4', '2']);
  });
});
