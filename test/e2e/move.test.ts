import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@keyv/redis';
import { pino } from 'pino';
import { expect, inject, test } from 'vitest';
import { checkVersion, createStore } from '../../src/store/createStore.ts';
import type { Engine, StoredRow } from '../../src/store/engine.ts';
import { copyAll, moveAll } from '../../src/store/move.ts';
import { openEngine } from '../../src/store/openStore.ts';
import { dropUsedUp, restoreFrom } from '../../src/writes/restore.ts';
import { textFrom } from '../support/messages.ts';
import { runOperator } from '../support/operator.ts';
import { emptyDatabase } from '../support/redisDatabase.ts';
import { restartBot } from '../support/restartBot.ts';
import { makeTemporaryFolder } from '../support/temporaryFolder.ts';
import { linkCharacter, startWorld } from '../support/world.ts';

const folder = makeTemporaryFolder();
const log = pino({ level: 'silent' });

async function rowsOf(engine: Engine): Promise<StoredRow[]> {
  const rows = (await Array.fromAsync(engine.readAll())).flat();
  return rows.toSorted((a, b) => `${a.name} ${a.key}`.localeCompare(`${b.name} ${b.key}`));
}

test('people stay linked after npm run move from SQLite to Redis, which overwrites nothing and can go back', async () => {
  const DATABASE_FILE = join(folder, 'store.sqlite');
  const world = await startWorld({ environment: { DATABASE_FILE }, discord: { identifyIntervalMs: 0 } });
  const REDIS_URL = await emptyDatabase(inject('redisUrl'));
  const both = { ...world.environment, REDIS_URL };
  const { player } = world;
  await linkCharacter(player, 'Vael Ondar');

  expect(await runOperator(both, ['move', 'redis'], 1)).toContain('another process of the bot uses it');
  await world.app.stop();
  expect(await runOperator(both, ['move'], 1)).toContain('npm run move -- redis');
  expect(await runOperator(both, ['move', 'redis'])).toMatch(/^Copied \d+ rows/);
  const onRedis = await restartBot(both);
  expect(await textFrom(player.run('profile'))).toContain('Vael Ondar');
  await onRedis.stop();
  await world.stop();

  expect(await runOperator(both, ['move', 'sqlite'], 1)).toContain("The target isn't empty");
  rmSync(DATABASE_FILE);
  expect(await runOperator(both, ['move', 'redis'], 1)).toContain('There is no database file');
  expect(existsSync(DATABASE_FILE)).toBe(false);
  expect(await runOperator(both, ['move', 'sqlite'])).toMatch(/^Copied \d+ rows/);
}, 60_000);

test('a move keeps texts, expiries and times that are due, and leaves locks and counts of requests', async () => {
  const redisUrl = await emptyDatabase(inject('redisUrl'));
  const [from, redis, back] = [
    await openEngine({ file: join(folder, 'from.sqlite') }, log),
    await openEngine({ redisUrl, file: '' }, log),
    await openEngine({ file: join(folder, 'back.sqlite') }, log),
  ];
  const now = Date.now();
  const texts = Array.from({ length: 1_200 }, (_, n) => ({ name: 'commlink:a', key: `${n}::é`, text: `"${n}"` }));
  const other = [
    { name: 'commlink:b', key: 'expires', text: '"x"', at: now + 3_600_000 },
    { name: 'commlink:due', key: 'late', at: now - 60_000 },
    { name: 'commlink:due', key: 'soon', at: now + 60_000 },
  ];
  await from.writeAll([...texts, ...other, { name: 'commlink:lock', key: 'l', text: 'id', at: now + 60_000 }]);
  await from.writeAll([{ name: 'commlink:b', key: 'expired', text: '"x"', at: now - 1 }]);
  const client = await createClient({ url: redisUrl }).connect();
  await client.zAdd('commlink:{quota}:x', { score: 1, value: 'x' });

  expect(await moveAll(from, redis)).toBe(1_203);
  expect(await moveAll(redis, back)).toBe(1_203);
  const [before, after] = [await rowsOf(from), await rowsOf(back)];
  const toComparable = ({ at, ...row }: StoredRow) => ({ ...row, at: at && Math.round((at - now) / 5_000) });
  expect(after.map(toComparable)).toEqual(before.filter(({ name }) => name !== 'commlink:lock').map(toComparable));
  client.destroy();
  for (const engine of [from, redis, back]) await engine.close();
});

test('a move says so if what was copied changes meanwhile', async () => {
  const open = (name: string) => openEngine({ file: join(folder, `${name}.sqlite`) }, log);
  const [from, bot, to] = [await open('live'), await open('live'), await open('copy')];
  await from.writeAll([{ name: 'commlink:a', key: 'k', text: '"1"' }]);
  const writing: Engine = {
    ...to,
    async writeAll(rows) {
      await to.writeAll(rows);
      await bot.writeAll([{ name: 'commlink:a', key: 'k', text: '"2"' }]);
    },
  };
  await expect(moveAll(from, writing)).rejects.toThrow('1 rows differ');
  for (const engine of [from, bot, to]) await engine.close();
});

test('a restore that breaks off leaves a store that the bot refuses', async () => {
  const open = (name: string) => openEngine({ file: join(folder, `${name}.sqlite`) }, log);
  const [backup, target] = [await open('backup'), await open('broken')];
  await backup.writeAll([{ name: 'commlink:a', key: 'k', text: '"1"' }]);
  await dropUsedUp(backup);
  const writeAll = async () => {
    throw new Error('full');
  };
  await expect(restoreFrom(backup, { ...target, writeAll })).rejects.toThrow('full');
  expect(await rowsOf(target)).toMatchObject([{ name: 'commlink:copying' }]);
  await expect(checkVersion(createStore(target))).rejects.toThrow("wasn't finished");
  await expect(copyAll(target, backup)).rejects.toThrow("wasn't finished");
  for (const engine of [backup, target]) await engine.close();
});
