import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { commands } from '../../commands/index.ts';
import { createRest } from '../../src/discord/connection/rest.ts';
import { findDifferences } from '../../src/discord/register/differences.ts';
import { keepRegistered } from '../../src/discord/register/keepRegistered.ts';
import { readRegistered, toRegistrations, toRoute } from '../../src/discord/register/registration.ts';
import { openStore } from '../../src/store/openStore.ts';
import type { Store } from '../../src/store/store.ts';
import { useDiscord } from '../sandbox/discord/useDiscord.ts';
import { raw } from '../support/collections.ts';
import { emptyDatabase } from '../support/redisDatabase.ts';

const discord = useDiscord('each');
let stores: Store[];
let logged: string;
beforeEach(async () => {
  const redisUrl = await emptyDatabase(inject('redisUrl'));
  const log = pino({ level: 'silent' });
  stores = await Promise.all([1, 2, 3].map(() => openStore({ redisUrl, file: '' }, log)));
  logged = '';
});
afterEach(() => Promise.all(stores.map((store) => store.close())));

const restOf = () => createRest({ token: discord.botToken, apiUrl: discord.apiUrl, cdnUrl: discord.cdnUrl });
const puts = () => discord.requests.filter(({ method }) => method === 'PUT').map(({ path }) => path);

/** Starts a process up to the end of its first try; returns the names that it learned. */
async function start(store: Store | undefined, declared = commands, guildId?: string): Promise<string[]> {
  if (!store) throw new Error('there are three stores');
  let names: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => (logged += line) });
  const onRegistered = (registered: { name: string }[]): unknown => (names = registered.map(({ name }) => name));
  const parts = { rest: restOf(), store, log, commands: declared, where: { guildId }, onRegistered };
  const registration = keepRegistered(parts);
  await registration.firstTry;
  registration.stop();
  return names;
}

describe('a starting process', () => {
  test('registers the commands once for all processes, when the declaration changes, and in each server', async () => {
    const learned = await Promise.all(stores.map((store) => start(store)));
    for (const names of learned) expect(names).toHaveLength(commands.length);
    await start(stores[0]);
    expect(puts()).toHaveLength(1);
    expect(logged.match(/registered the commands/g)).toHaveLength(1);

    await Promise.all(stores.map((store) => start(store, commands.slice(1))));
    expect(puts()).toHaveLength(2);
    await start(stores[1], commands, discord.guildId);
    expect(puts().at(-1)).toBe(`/applications/${discord.applicationId}/guilds/${discord.guildId}/commands`);
  });

  test('that is older leaves the commands of a newer release, and those that replaced its own', async () => {
    const newer = commands.slice(1);
    for (const each of [commands, newer, commands]) await start(stores[0], each);
    expect(puts()).toHaveLength(2);
    expect(logged).toContain('left the commands of a newer process');
    expect(await start(stores[1])).toHaveLength(newer.length);

    const stored = stores[0]?.collection(raw('commands', z.unknown()));
    const releasedBy = async (value: unknown) => {
      await stored?.set(`everywhere ${discord.applicationId}`, value);
      await start(stores[2]);
      return puts().length;
    };
    expect(await releasedBy({ hash: 'other', release: '99.0.0', replaced: [] })).toBe(2);
    expect(await releasedBy({ hash: 'other', release: '0.0.99', replaced: [] })).toBe(3);
    expect(await releasedBy('the hash of an earlier release')).toBe(4);
  });

  const faults = [{ what: 500, times: 4 } as const, { what: 429, retryAfterMs: 3_600_000 } as const];
  test.each(faults)('continues if Discord refuses with $what, and the next one registers', async (fault) => {
    discord.faults.next({ method: 'PUT', ...fault });
    expect(await start(stores[0])).toEqual([]);
    expect(logged).toContain('could not register or read the commands');
    expect(logged).toMatch(fault.what === 429 ? /"retryInMs":36000\d\d,/ : /"retryInMs":60000,/);
    expect(await start(stores[1])).toHaveLength(commands.length);
  });

  test('does not retry a registration that Discord calls invalid', async () => {
    await start(stores[0], commands, '123456789012345678');
    expect(logged).toContain('could not register or read the commands');
    expect(logged).not.toContain('retryInMs');
  });
});

test('compares what Discord has with the declaration', async () => {
  const [rest, place] = [restOf(), { applicationId: discord.applicationId }];
  const others = ['logout', 'strange'].map((name) => ({ name, description: 'From elsewhere' }));
  await rest.put(toRoute(place), { body: [...toRegistrations(commands.slice(2)), ...others] });
  const differences = findDifferences(commands, await readRegistered(rest, place));
  expect(differences).toEqual({ missing: ['login'], changed: ['logout'], unknown: ['strange'] });
});
