import { chmodSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDiscord, type Discord } from '../../sandbox/discord/discord.ts';
import { environmentFor } from '../support/environment.ts';
import { startHttpServer } from '../support/httpServer.ts';
import { freePort } from '../support/machine/redis.ts';
import { startProgram } from '../support/program.ts';
import { makeTemporaryFolder } from '../support/temporaryFolder.ts';
import { createWitness, type Witness } from '../support/witness.ts';

const MAIN = 'src/boot.js';
const occupied = await startHttpServer(() => {});

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
    await occupied[Symbol.asyncDispose]();
    await discord.close();
    witness.assertClean();
  });

  test('names missing variables at once and exits with 1', async () => {
    const { code, output } = await run({});
    expect(code).toBe(1);
    for (const name of ['DISCORD_TOKEN', 'TOKEN_KEY']) expect(output).toContain(`${name} is missing`);
    expect(output).not.toContain('    at ');
  });

  test.each([
    ['DISCORD_TOKEN', 'MTIwMDAwMDAwMDAwMDAwMDAwMA.wrong.token', 'Discord refuses the token: check DISCORD_TOKEN.'],
    ['REDIS_URL', 'redis://:wrong.token@127.0.0.1:1', "Redis at redis://127.0.0.1:1 can't be reached"],
    ['WEB_PORT', new URL(occupied.url).port, "The login pages can't be served at 127.0.0.1:"],
  ])('says in one line what is wrong with %s, without the secret', async (name, value, sentence) => {
    const { code, output } = await run({ ...environment, [name]: value });
    expect(code).toBe(1);
    expect(output).toContain(sentence);
    expect(output).not.toContain('wrong.token');
    if (name === 'DISCORD_TOKEN') expect(witness.acknowledgeRefusal(0).status).toBe(401);
  });

  test('ends with one line and exit code 1 when Discord closes the gateway permanently', async () => {
    const bot = startProgram(MAIN, environment);
    await bot.says('Commlink is up');
    discord.gateway.drop(4014);
    expect(await bot.ended).toBe(1);
    expect(bot.output()).toMatch(/^Discord closed the connection permanently \(4014\): .*Intents/m);
  });

  test('starts even if the game is away, says what it waits for, and stops cleanly on a signal', async () => {
    discord.application['interactions_endpoint_url'] = 'https://elsewhere.example/';
    const bot = startProgram(MAIN, environment);
    await bot.says('Commlink is up');
    await bot.says('waiting for the game’s OAuth server');
    // One of the doctor's cheap checks.
    await bot.says('Interactions: Discord sends them to https://elsewhere.example/.');
    discord.application['interactions_endpoint_url'] = null;
    // At least READY: the witness must have checked something.
    expect(discord.schemaChecker.checked.dispatches).toBeGreaterThan(0);
    bot.process.kill('SIGTERM');
    expect(await bot.ended).toBe(0);
    expect(bot.output()).not.toContain('a very secret secret');
  });

  test('is not healthy before it has the gateway', async () => {
    const WEB_PORT = `${await freePort()}`;
    const asked = () => discord.requests.filter(({ path }) => path === '/gateway/bot').length;
    const before = asked();
    discord.faults.next({ path: /gateway\/bot$/, what: 'hang' });
    const bot = startProgram(MAIN, { ...environment, WEB_PORT });
    await expect.poll(asked, { timeout: 10_000 }).toBe(before + 1);
    expect((await fetch(`http://127.0.0.1:${WEB_PORT}/healthz`)).status).toBe(503);
    bot.process.kill('SIGKILL');
    await bot.ended;
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
