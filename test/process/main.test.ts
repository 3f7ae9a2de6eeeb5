import { chmodSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDiscord, type Discord } from '../../sandbox/discord/discord.ts';
import { RELEASE } from '../../src/release.ts';
import { openEngine } from '../../src/store/openStore.ts';
import { environmentFor } from '../support/environment.ts';
import { freePort } from '../support/machine/redis.ts';
import { startProgram } from '../support/program.ts';
import { makeTemporaryFolder } from '../support/temporaryFolder.ts';
import { createWitness, type Witness } from '../support/witness.ts';

const MAIN = 'src/boot.js';

async function run(environment: Record<string, string>) {
  const program = startProgram(MAIN, environment);
  return { code: await program.ended, output: program.output() };
}

describe('the process of npm start', () => {
  const folder = makeTemporaryFolder();
  let discord: Discord;
  let witness: Witness;
  let environment: Record<string, string>;
  beforeAll(async () => {
    discord = await createDiscord({ identifyIntervalMs: 0 });
    witness = createWitness(discord);
    environment = { ...environmentFor(discord), DATABASE_FILE: join(folder, 'commlink.sqlite') };
  });
  afterAll(async () => {
    await discord.close();
    witness.assertClean();
  });

  test('says in one line that Discord refuses the token, without the token', async () => {
    const { code, output } = await run({ ...environment, DISCORD_TOKEN: 'MTIwMDAwMDAwMDAwMDAwMDAwMA.wrong.token' });
    expect({ code, output }).toEqual({ code: 1, output: 'Discord refuses the token: check DISCORD_TOKEN.\n' });
    expect(witness.acknowledgeRefusal(0).status).toBe(401);
  });

  test('refuses a store that a newer release has started with', async () => {
    const DATABASE_FILE = join(folder, 'newer.sqlite');
    const engine = await openEngine({ file: DATABASE_FILE }, pino({ level: 'silent' }));
    await engine.writeAll([{ name: 'commlink:release', key: 'newest', text: '{"value":"9.0.0","version":2}' }]);
    await engine.close();
    const problem = 'A newer release changed the store. Start that one, or restore a backup from before the update';
    expect(await run({ ...environment, DATABASE_FILE })).toEqual({ code: 1, output: expect.stringContaining(problem) });
  });

  test('names its release in the log, and ends with one line and exit code 1 when Discord closes the gateway', async () => {
    const bot = startProgram(MAIN, environment);
    await bot.says('Commlink is up');
    expect(bot.output()).toContain(`"release":"${RELEASE}","port":`);
    discord.gateway.drop(4014);
    expect(await bot.ended).toBe(1);
    expect(bot.output()).toMatch(/^Discord closed the connection permanently \(4014\): .*Intents/m);
  });

  test('starts even if the game is away, says so, and stops cleanly on a signal', async () => {
    discord.application['interactions_endpoint_url'] = 'https://elsewhere.example/';
    // Another start would have checked the login less than an hour ago.
    const bot = startProgram(MAIN, { ...environment, DATABASE_FILE: join(folder, 'away.sqlite') });
    await bot.says('Commlink is up');
    // The doctor's checks.
    await bot.says('Login: This check failed');
    await bot.says('Interactions: Discord sends them to https://elsewhere.example/.');
    discord.application['interactions_endpoint_url'] = null;
    // At least READY: the witness must have checked something.
    expect(discord.schemaChecker.checked.dispatches).toBeGreaterThan(0);
    bot.process.kill('SIGTERM');
    expect(await bot.ended).toBe(0);
    expect(bot.output()).not.toContain('a very secret secret');
  });

  test('is not healthy before it has the gateway, and logs that once', async () => {
    const WEB_PORT = `${await freePort()}`;
    const asked = () => discord.requests.filter(({ path }) => path === '/gateway/bot').length;
    const before = asked();
    discord.faults.next({ path: /gateway\/bot$/, what: 'hang' });
    const bot = startProgram(MAIN, { ...environment, WEB_PORT });
    await expect.poll(asked, { timeout: 20_000 }).toBe(before + 1);
    for (let turn = 0; turn < 3; turn += 1)
      expect((await fetch(`http://127.0.0.1:${WEB_PORT}/healthz`)).status).toBe(503);
    expect(bot.output().match(/starting.*not healthy/g)).toEqual([expect.not.stringContaining('stack')]);
    bot.process.kill('SIGKILL');
    await bot.ended;
  });

  test('has Discord send interactions to it, also if Discord refused its address before', async () => {
    const WEB_PORT = `${await freePort()}`;
    const own = { WEB_PORT, PUBLIC_URL: `http://127.0.0.1:${WEB_PORT}`, DISCORD_PUBLIC_KEY: discord.signer.verifyKey };
    discord.faults.next({ method: 'PATCH', what: 500, times: 4 });
    const bot = startProgram(MAIN, { ...environment, ...own });
    await bot.says("Discord didn't take this address for interactions");
    const last = () => discord.requests.at(-1);
    await expect.poll(last, { timeout: 20_000 }).toMatchObject({ method: 'PATCH', status: 200 });
    bot.process.kill('SIGTERM');
    expect(await bot.ended).toBe(0);
  });

  test('other users of the machine can’t read its files, even if they could before', async () => {
    const data = join(folder, 'private');
    const modes = (): string[] =>
      readdirSync(data).map((file) => `${file} ${(statSync(join(data, file)).mode & 0o777).toString(8)}`);
    const files = ['commlink.quota.sqlite', 'commlink.quota.sqlite-wal', 'commlink.sqlite'];
    const all = [...files, 'commlink.sqlite-shm', 'commlink.sqlite-wal'];
    for (const expected of ['made', 'made before']) {
      const bot = startProgram(MAIN, { ...environment, DATABASE_FILE: join(data, 'commlink.sqlite') });
      await bot.says('Commlink is up');
      expect({ expected, modes: modes() }).toEqual({ expected, modes: all.map((file) => `${file} 600`) });
      expect(readFileSync(`/proc/${bot.process.pid}/status`, 'utf8')).toMatch(/^Umask:\t0077$/m);
      // After a kill, the databases' side files remain.
      bot.process.kill('SIGKILL');
      await bot.ended;
      for (const file of all) chmodSync(join(data, file), 0o644);
    }
  });
});
