import { once } from 'node:events';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createClient } from '@keyv/redis';
import type { APIMessage } from 'discord-api-types/v10';
import { expect, test, vi } from 'vitest';
import { onPath } from '../support/machine/find.ts';
import { freePort, SERVERS, startServer } from '../support/machine/redis.ts';
import { buttonOf, confirm, settled, textFrom } from '../support/messages.ts';
import { runOperator } from '../support/operator.ts';
import { restartBot } from '../support/restartBot.ts';
import { makeTemporaryFolder } from '../support/temporaryFolder.ts';
import { beginLogin, linkWithEverything, loginUrlOf, pressForged, startWorld } from '../support/world.ts';

const folder = makeTemporaryFolder();
const TRANSFER = 'character.credits.transfer';

// Each engine's store, with the backup that docs/runbook.md describes.

async function useSqlite() {
  const [file, copy] = [join(folder, 'store.sqlite'), join(folder, 'copy.sqlite')];
  return {
    environment: { DATABASE_FILE: file },
    async backUp() {
      const database = new DatabaseSync(file);
      database.exec(`VACUUM INTO '${copy}'`);
      database.close();
    },
    async restore() {
      for (const suffix of ['-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true });
      copyFileSync(copy, file);
    },
    end: async () => {},
  };
}

async function useRedis() {
  const [dir, newDir] = [mkdtempSync(join(folder, 'redis-')), mkdtempSync(join(folder, 'redis-'))];
  const port = await freePort();
  const REDIS_URL = `redis://127.0.0.1:${port}`;
  const run = (dir: string, appendonly: string) =>
    startServer(onPath(SERVERS) ?? 'redis-server', port, { dir, appendonly, appendfsync: 'always' });
  const ask = async (...words: string[]): Promise<unknown> => {
    const client = await createClient({ url: REDIS_URL }).connect();
    return await client.sendCommand(words).finally(() => client.destroy());
  };
  let server = await run(dir, 'yes');
  const stop = async (): Promise<void> => {
    server.kill('SIGTERM');
    await once(server, 'exit');
  };
  return {
    environment: { REDIS_URL },
    async backUp() {
      await ask('BGSAVE');
      await vi.waitFor(async () => expect(await ask('INFO')).toContain('rdb_bgsave_in_progress:0'), 10_000);
      copyFileSync(join(dir, 'dump.rdb'), join(newDir, 'dump.rdb'));
    },
    async restore() {
      await stop();
      server = await run(newDir, 'no');
      await ask('CONFIG', 'SET', 'appendonly', 'yes');
      await vi.waitFor(async () => expect(await ask('INFO')).toContain('aof_rewrite_in_progress:0'), 10_000);
      await stop();
      server = await run(newDir, 'yes');
    },
    end: stop,
  };
}

test.concurrent.each([
  { name: 'SQLite', use: useSqlite },
  { name: 'Redis', use: useRedis },
])('after a restore over $name nothing is sent twice, the rest continues', { timeout: 90_000 }, async ({ use }) => {
  const store = await use();
  const world = await startWorld({ environment: store.environment, discord: { identifyIntervalMs: 0 } });
  const { player } = world;
  const sent = () => world.game.world.requests(TRANSFER);
  const offer = async (amount: number): Promise<APIMessage> =>
    await player.run('credits transfer', { amount, recipient: 'Marshal Iri Tosk' }).response();
  await linkWithEverything(player, 'Vael Ondar');
  const pending = loginUrlOf(await beginLogin(player));
  const [first, second] = [await offer(10), await offer(20)];
  const confirmId = buttonOf(first, 'Send 10 credits').custom_id ?? '';
  const fault = world.game.faults.add({ operation: TRANSFER, fault: { kind: 'hold', at: 'before' } });
  player.press(second, 'Send 20 credits');
  await fault.reached;
  await store.backUp();
  fault.release();
  await settled(player, second, '## Sent');
  await confirm(player, first, 'Send 10 credits', '## Sent');
  expect(sent()).toBe(2);
  await world.app.stop();

  await store.restore();
  expect(await runOperator(world.environment, ['restored'])).toContain('never sent');
  const edits = () => world.discord.requests.filter(({ method }) => method === 'PATCH').length;
  const before = edits();
  const restored = await restartBot(world.environment);
  // Its process notified them, but the backup doesn't know that.
  await vi.waitFor(() => expect(edits()).toBe(before + 1), 30_000);
  await settled(player, second, /## Sent[\s\S]*20 credits/);
  expect(await textFrom(await pressForged(world, player, confirmId))).toContain('already used or has expired');
  expect((await fetch(pending)).status).toBe(400);
  expect(await textFrom(player.run('profile'))).toContain('Vael Ondar');
  expect(sent()).toBe(2);
  await restored.stop();
  await world.stop();
  await store.end();
});
