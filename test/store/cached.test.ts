import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { findByHandle, findCharacter } from '../../commands/characters/findCharacter.ts';
import { TEXTS } from '../../commands/galaxy/en.ts';
import { fetchPage } from '../../commands/galaxy/lists/lists.ts';
import { createGameService, type GameService } from '../../sandbox/game/service.ts';
import type { RequestUsage, Services } from '../../src/discord/declare/context.ts';
import { createGameClient } from '../../src/game/client.ts';
import { openQuota } from '../../src/quota/openQuota.ts';
import { openStore } from '../../src/store/openStore.ts';
import { raw, toKeeping } from '../support/collections.ts';
import { emptyDatabase } from '../support/redisDatabase.ts';

const PAGES = 28;
const QUOTA = 600;
const log = pino({ level: 'silent' });

/** Processes of the bot over one store; `askingOf`: the result of a person's command in one. */
async function startProcesses(where: 'Redis' | 'SQLite', count: number, service: GameService) {
  const redisUrl = where === 'Redis' ? await emptyDatabase(inject('redisUrl')) : undefined;
  const start = async () => {
    const store = await openStore({ redisUrl, file: ':memory:' }, log);
    const queue = openQuota({ perToken: QUOTA, store });
    const client = createGameClient({ baseUrl: new URL(service.baseUrl), queue, log });
    onTestFinished(() => Promise.all([store.close(), client.close()]).then(() => {}));
    const services = toKeeping(store) as unknown as Services;
    return (person: number, usage = { budgets: new Set<string>(), cached: 0 }) => ({
      game: client.actingAs(undefined, { person: `person ${person}` }),
      ...{ services, usage },
      language: 'en' as const,
      texts: TEXTS.en,
    });
  };
  const processes = await Promise.all(Array.from({ length: count }, start));
  return (person: number, usage?: RequestUsage) => {
    const process = processes[person % count];
    if (!process) throw new Error('there is always a process');
    return process(person, usage);
  };
}

async function startService(): Promise<GameService> {
  const service = await createGameService({ limitPerHour: QUOTA });
  onTestFinished(() => service.close());
  return service;
}

describe.each([
  ['SQLite', 1],
  ['Redis', 2],
] as const)('over %s, in %i processes', (where, count) => {
  test('a hundred people who turn 28 pages of the galaxy cost a request for each page and process at most', async () => {
    const service = await startService();
    const askingOf = await startProcesses(where, count, service);
    const turnPages = async (person: number): Promise<number> => {
      const usage = { budgets: new Set<string>(), cached: 0 };
      for (let page = 1; page <= PAGES; page += 1) await fetchPage(askingOf(person, usage), 'systems', page);
      return usage.cached;
    };
    const kept = await Promise.all(Array.from({ length: 100 }, (_, person) => turnPages(person)));
    const requests = service.world.requests('galaxy.systems.list');
    // One in all, unless the process that asks is too busy to respond within the wait for its lock.
    expect(requests).toBeGreaterThanOrEqual(PAGES);
    expect(requests).toBeLessThanOrEqual(PAGES * count);
    expect(kept.reduce((sum, each) => sum + each)).toBe(100 * PAGES - requests);
  });

  test('all share one lookup of a handle, but transfers and privilege changes look it up again', async () => {
    const service = await startService();
    const askingOf = await startProcesses(where, count, service);
    const read = (person: number) => findByHandle(askingOf(person), ' vael ondar ');
    const found = await Promise.all(Array.from({ length: 50 }, (_, person) => read(person)));
    expect(new Set(found.map(({ handle }) => handle))).toEqual(new Set(['Vael Ondar']));
    expect(service.world.requests('character.getByHandle')).toBe(1);
    for (const person of [1, 2]) await findCharacter(askingOf(person), 'Vael Ondar');
    expect(service.world.requests('character.getByHandle')).toBe(3);
  });
});

test('a process asks once, however long the game takes', async () => {
  const store = await openStore({ file: ':memory:' }, log);
  onTestFinished(() => store.close());
  let asked = 0;
  const ask = async (): Promise<string> => {
    asked += 1;
    await pause(2_500);
    return 'found';
  };
  const { kept, cached } = toKeeping(store);
  const slow = kept(raw('slow', z.string()), 'key');
  const all = await Promise.all(Array.from({ length: 20 }, () => cached(slow, ask)));
  expect([new Set(all), asked]).toEqual([new Set(['found']), 1]);
});

test('where the one who asks fails, the others ask for themselves', async () => {
  const service = await startService();
  const askingOf = await startProcesses('SQLite', 1, service);
  for (let used = 0; used < QUOTA / 2; used += 1) await askingOf(1).game.galaxy.cities.list();
  const pages = [1, 2].map((person) => fetchPage(askingOf(person), 'systems', 1));
  const ends = await Promise.allSettled(pages);
  expect(ends.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
});
