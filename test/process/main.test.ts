import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDiscord, type Discord } from '../../sandbox/discord/discord.ts';
import { createWitness, type Witness } from '../support/witness.ts';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const REGISTER = fileURLToPath(new URL('../../src/register.ts', import.meta.url));

type Ended = { code: number | null; output: string };

/** Runs a process with exactly this environment until it ends. */
async function run(file: string, environment: Record<string, string>): Promise<Ended> {
  const child = start(file, environment);
  const [code] = (await once(child.process, 'close')) as [number | null];
  return { code, output: child.output() };
}

function start(file: string, environment: Record<string, string>) {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', file], {
    env: { PATH: process.env['PATH'] ?? '', ...environment },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (output += data.toString()));
  return { process: child, output: () => output };
}

/** Resolves once the process has written this text. */
function until(child: ReturnType<typeof start>, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = (): void => {
      if (child.output().includes(text)) resolve();
    };
    child.process.stdout.on('data', look);
    child.process.once('close', () => reject(new Error(child.output())));
    look();
  });
}

describe('the process of npm start', () => {
  const folder = mkdtempSync(join(tmpdir(), 'commlink-process-'));
  let discord: Discord;
  let witness: Witness;
  let environment: Record<string, string>;
  beforeAll(async () => {
    discord = await createDiscord({ identifyIntervalMs: 0 });
    witness = createWitness(discord);
    environment = {
      DISCORD_TOKEN: discord.botToken,
      DISCORD_API_URL: discord.apiUrl,
      DISCORD_CDN_URL: discord.cdnUrl,
      GAME_BASE_URL: 'http://127.0.0.1:9/ws/v2.0/',
      OAUTH_CLIENT_ID: 'id',
      OAUTH_CLIENT_SECRET: 'a very secret secret',
      OAUTH_ISSUER: 'http://127.0.0.1:9/',
      PUBLIC_URL: 'http://127.0.0.1:3000',
      WEB_PORT: '0',
      DATABASE_FILE: join(folder, 'commlink.sqlite'),
      TOKEN_KEY: randomBytes(32).toString('base64'),
    };
  });
  afterAll(async () => {
    await discord.close();
    rmSync(folder, { recursive: true, force: true });
    witness.assertClean();
  });

  test('names every missing variable at once and exits with 1', async () => {
    const { code, output } = await run(MAIN, {});
    expect(code).toBe(1);
    for (const name of [
      'DISCORD_TOKEN',
      'GAME_BASE_URL',
      'OAUTH_CLIENT_ID',
      'OAUTH_CLIENT_SECRET',
      'OAUTH_ISSUER',
      'PUBLIC_URL',
      'TOKEN_KEY',
    ]) {
      expect(output).toContain(`${name} is missing`);
    }
    expect(output).not.toContain('    at ');
  });

  test('says in one line that Discord refuses the token', async () => {
    const { code, output } = await run(MAIN, {
      ...environment,
      DISCORD_TOKEN: 'MTIwMDAwMDAwMDAwMDAwMDAwMA.wrong.token',
    });
    expect(code).toBe(1);
    expect(output).toContain('Discord refuses the token: check DISCORD_TOKEN.');
    expect(output).not.toContain('wrong.token');
    expect(witness.acknowledgeRefusal(0).status).toBe(401);
  });

  test('says in one line that it can’t reach Redis', async () => {
    const { code, output } = await run(MAIN, { ...environment, REDIS_URL: 'redis://:secret@127.0.0.1:1' });
    expect(code).toBe(1);
    expect(output).toMatch(/Redis at redis:\/\/127\.0\.0\.1:1 cannot be reached/);
    expect(output).not.toContain('secret');
  });

  test('says in one line that the port of the login pages is taken', async () => {
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const { port } = holder.address() as { port: number };
    const { code, output } = await run(MAIN, { ...environment, WEB_PORT: String(port) });
    holder.close();
    expect(code).toBe(1);
    expect(output).toContain(`The login pages cannot be served at 127.0.0.1:${port}`);
  });

  test('ends with one line and exit code 1 when Discord closes the gateway for good', async () => {
    const child = start(MAIN, environment);
    await until(child, 'Commlink is up');
    discord.gateway.drop(4014);
    const [code] = (await once(child.process, 'close')) as [number];
    expect(code).toBe(1);
    expect(child.output()).toMatch(/^Discord closed the connection for good \(4014\): .*Intents/m);
  });

  test('starts even if the game is away, says what it waits for, and stops cleanly on a signal', async () => {
    const child = start(MAIN, environment);
    await until(child, 'Commlink is up');
    await until(child, 'waiting for the game’s OAuth server');
    // At least READY, so that the witness had something to check.
    expect(discord.schemaChecker.checked.dispatches).toBeGreaterThan(0);
    child.process.kill('SIGTERM');
    const [code] = (await once(child.process, 'close')) as [number];
    expect(code).toBe(0);
    expect(child.output()).not.toContain('a very secret secret');
  });

  test('other users of the machine can’t read its files, even if they could before', async () => {
    const data = join(folder, 'private');
    const modes = (): string[] =>
      readdirSync(data).map((file) => `${file} ${(statSync(join(data, file)).mode & 0o777).toString(8)}`);
    const files = ['commlink.quota.sqlite', 'commlink.quota.sqlite-wal', 'commlink.sqlite'];
    const all = [...files, 'commlink.sqlite-shm', 'commlink.sqlite-wal'];
    for (const expected of ['made', 'made before']) {
      const child = start(MAIN, { ...environment, DATABASE_FILE: join(data, 'commlink.sqlite') });
      await until(child, 'Commlink is up');
      expect({ expected, modes: modes() }).toEqual({ expected, modes: all.map((file) => `${file} 600`) });
      expect(readFileSync(`/proc/${child.process.pid}/status`, 'utf8')).toMatch(/^Umask:\t0077$/m);
      // A kill leaves the files beside the databases.
      child.process.kill('SIGKILL');
      await once(child.process, 'close');
      for (const file of all) chmodSync(join(data, file), 0o644);
    }
  });

  test('npm run register needs only Discord’s settings, and registers all commands', async () => {
    const { DISCORD_TOKEN = '', DISCORD_API_URL = '' } = environment;
    const done = await run(REGISTER, { DISCORD_TOKEN, DISCORD_API_URL });
    expect(done).toEqual({ code: 0, output: expect.stringMatching(/^Registered \d+ commands everywhere\.\n$/) });
    const refused = await run(REGISTER, { DISCORD_TOKEN: 'wrong', DISCORD_API_URL });
    expect(refused).toEqual({ code: 1, output: 'Discord refuses the token: check DISCORD_TOKEN.\n' });
    expect(witness.acknowledgeRefusal(0).status).toBe(401);
  });
});
