import { pino } from 'pino';
import { afterEach, describe, expect, inject, test, vi } from 'vitest';
import { createGameService, type GameServiceOptions } from '../../sandbox/game/service.ts';
import { createGalaxyCopy } from '../../src/galaxy/copy.ts';
import { createGalaxyReader } from '../../src/galaxy/galaxy.ts';
import { createWalkJob, WALK_JOB } from '../../src/galaxy/walk.ts';
import { createGameClient } from '../../src/game/client.ts';
import { createJobs } from '../../src/jobs/jobs.ts';
import { openQuota } from '../../src/quota/openQuota.ts';
import { openStore } from '../../src/store/openStore.ts';
import { emptyDatabase } from '../support/redisDatabase.ts';

const log = pino({ level: 'silent' });
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** A game, and a process that walks its galaxy; `again`: another process over the same store. */
async function startWalk(where: 'Redis' | 'SQLite', options: GameServiceOptions = {}, perToken = 600) {
  const service = await createGameService(options);
  closing.push(() => service.close());
  const redisUrl = where === 'Redis' ? await emptyDatabase(inject('redisUrl')) : undefined;
  const store = await openStore({ redisUrl, file: ':memory:' }, log);
  closing.push(() => store.close());
  const queue = openQuota({ perToken, store });
  const client = createGameClient({ baseUrl: new URL(service.baseUrl), queue, log, pause: async () => {} });
  closing.push(() => client.close());
  const copy = createGalaxyCopy(store);
  const begin = () => {
    const reader = createGalaxyReader(copy, log);
    const job = createWalkJob(copy, (signal) => client.actingAs(undefined, { priority: 'background', signal }));
    const jobs = createJobs([job], { store, log, pollMs: 5 });
    jobs.start();
    closing.push(jobs.stop);
    const state = () => jobs.stateOf(WALK_JOB);
    const finish = () => vi.waitFor(async () => expect((await state())?.finishedAt).toBeDefined(), 15_000);
    return { reader, jobs, state, finish };
  };
  return { service, copy, begin, store };
}

const LISTS = ['sectors', 'systems', 'planets', 'stations', 'cities'] as const;

describe.each(['Redis', 'SQLite'] as const)('over %s', (where) => {
  test('the first walk reads every list once, and another process then knows every place', async () => {
    const { service, begin } = await startWalk(where, { quirks: where === 'SQLite' });
    await begin().finish();
    const { reader } = begin();
    await reader.refresh();
    const { atlas, completedAt } = reader.now();
    expect(completedAt).toBeInstanceOf(Date);
    let requests = 0;
    for (const kind of LISTS) {
      const response = await fetch(new URL(`galaxy/${kind}/?start_index=1&item_count=1`, service.baseUrl), {
        headers: { accept: 'application/json' },
      });
      const total = Number(/"total":"?(\d+)/.exec(await response.text())?.[1]);
      expect(atlas.list(kind).length, kind).toBe(total);
      requests += Math.ceil(total / 50);
    }
    const asked = LISTS.reduce((sum, kind) => sum + service.world.requests(`galaxy.${kind}.list`), 0);
    expect(asked).toBe(requests + LISTS.length);
  });

  test('a stopped walk resumes where it was, and a partial copy can be searched', async () => {
    const { service, begin } = await startWalk(where);
    const fault = { kind: 'hold', at: 'before' } as const;
    const held = service.faults.add({ operation: 'galaxy.planets.list', nth: 2, fault });
    const first = begin();
    await held.reached;
    await first.reader.refresh();
    expect(first.reader.now().completedAt).toBeUndefined();
    expect(first.reader.now().atlas.list('systems').length).toBeGreaterThan(0);
    const systems = service.world.requests('galaxy.systems.list');
    const stopped = first.jobs.stop();
    held.remove();
    await stopped;
    await begin().finish();
    expect(service.world.requests('galaxy.systems.list')).toBe(systems);
  });
});

test('the walk leaves a fifth of the public budget to people, and resumes when more is available', async () => {
  const { service, begin } = await startWalk('SQLite', { limitPerHour: 10 }, 10);
  const { state } = begin();
  await vi.waitFor(async () => expect((await state())?.dueAt).toBeGreaterThan(Date.now() + 60_000), 15_000);
  expect(LISTS.reduce((sum, kind) => sum + service.world.requests(`galaxy.${kind}.list`), 0)).toBe(8);
  expect(await state()).toMatchObject({ failures: 0, progress: { done: expect.any(Number) } });
});

test('a game that demands a token for its galaxy ends the walk with a problem for the operator', async () => {
  const { service, begin } = await startWalk('SQLite');
  const fault = { kind: 'status', status: 401 } as const;
  service.faults.add({ operation: 'galaxy.sectors.list', times: Number.POSITIVE_INFINITY, fault });
  const { state, reader } = begin();
  await vi.waitFor(async () => expect((await state())?.problem).toContain('token'), 15_000);
  await reader.refresh();
  expect(reader.now()).toMatchObject({ completedAt: undefined });
  expect((await state())?.dueAt).toBeGreaterThan(Date.now() + 3_600_000);
});

test('a galaxy that shrinks while it’s walked ends the walk, and no place is there twice', async () => {
  const { service, begin } = await startWalk('SQLite');
  const body = JSON.stringify({ swcapi: { planets: { attributes: { start: 1, total: 0, count: 0 } } } });
  service.faults.add({ operation: 'galaxy.planets.list', nth: 2, fault: { kind: 'status', status: 200, body } });
  const { reader, finish } = begin();
  await finish();
  await reader.refresh();
  expect(reader.now().atlas.list('planets')).toHaveLength(50);
});

test('a response without a list neither ends the walk nor removes places, and is requested again later', async () => {
  const { service, copy, begin } = await startWalk('SQLite');
  const nothing = { kind: 'status', status: 200, body: '{"swcapi":{"planets":null}}' } as const;
  service.faults.add({ operation: 'galaxy.planets.list', nth: 2, fault: nothing });
  const { state } = begin();
  await vi.waitFor(async () => expect((await state())?.failures).toBe(1), 15_000);
  expect((await state())?.finishedAt).toBeUndefined();
  expect((await copy.read())?.pages).toMatchObject({ planets: 1, stations: 0 });
});
