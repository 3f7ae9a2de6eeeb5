import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDiscord, type Discord } from '../sandbox/discord/discord.ts';
import { createLinks } from '../src/account/links.ts';
import { createSealer } from '../src/account/seal.ts';
import { openStore } from '../src/store/openStore.ts';
import { PAGER } from '../src/view/pager.ts';
import { findViolations, readModuleGraph } from './architecture/imports.ts';
import { textOf } from './support/messages.ts';
import { makeTemporaryFolder } from './support/temporaryFolder.ts';
import { createWitness, type Witness } from './support/witness.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const MAX_FILES = 8;
const FILES_IN_FOLDER = 4;
const SHIPS = 45;

/** The files of the example, as the page shows them: a new file's text, or the changes to one that exists. */
const EXAMPLE = [
  ...readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8').matchAll(
    /^`([\w/.]+\.ts)`.*(?:\n.+)*\n\n```(ts|diff)\n([\s\S]*?)^```$/gm,
  ),
].map(([, file = '', kind = '', content = '']) => ({ file, isNew: kind === 'ts', content }));

/** Applies the hunks of a diff; each must fit in exactly one place. */
function applyDiff(source: string, diff: string): string {
  return diff.split(/^@@\n/m).reduce((text, hunk) => {
    const lines = hunk.split('\n').filter((line) => line !== '');
    const without = (sign: string) =>
      lines.filter((line) => !line.startsWith(sign)).map((line) => `${line.slice(1)}\n`);
    const parts = text.split(without('+').join(''));
    if (parts.length !== 2) throw new Error(`This fits in ${parts.length - 1} places:\n${hunk}`);
    return parts.join(without('-').join(''));
  }, source);
}

/** Ships as the game would list them. */
const game = createServer(({ url = '' }, response) => {
  const { pathname, searchParams } = new URL(url, 'http://game');
  const start = Number(searchParams.get('start_index'));
  const count = Math.min(Number(searchParams.get('item_count')), SHIPS - start + 1);
  const ship = Array.from({ length: count }, (_, index) => ({
    attributes: { uid: `5:${start + index}`, name: `Ship ${start + index}` },
    type: { attributes: { uid: '22:1' }, value: 'YT-1300' },
  }));
  const isKnown = pathname === '/character/1%3A1/ships' || pathname === '/character/1:1/ships';
  response.statusCode = isKnown ? 200 : 404;
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ swcapi: { ships: { attributes: { start, total: SHIPS, count }, ship } } }));
});

describe('the example of CONTRIBUTING.md', () => {
  const folder = makeTemporaryFolder();
  const ending: (() => unknown)[] = [];
  let discord: Discord;
  let witness: Witness;

  beforeAll(async () => {
    for (const name of ['src', 'commands', 'package.json', 'tsconfig.json', 'biome.json'])
      cpSync(join(ROOT, name), join(folder, name), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    for (const { file, isNew, content } of EXAMPLE) {
      const path = join(folder, file);
      if (isNew === existsSync(path)) throw new Error(`${file} ${isNew ? 'exists already' : "doesn't exist"}`);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, isNew ? content : applyDiff(readFileSync(path, 'utf8'), content));
    }
    discord = await createDiscord({ identifyIntervalMs: 0 });
    witness = createWitness(discord);
    ending.push(() => discord.close());
    game.listen(0, '127.0.0.1');
    await once(game, 'listening');
    ending.push(() => game.close());
  });
  afterAll(async () => {
    for (const end of ending.reverse()) await end();
    witness?.assertClean();
  });

  test(`changes at most ${MAX_FILES} files, ${FILES_IN_FOLDER} of them in the command's folder`, () => {
    const files = new Set(EXAMPLE.map(({ file }) => file));
    expect(files.size).toBeLessThanOrEqual(MAX_FILES);
    expect([...files].filter((file) => file.startsWith('commands/ships/'))).toHaveLength(FILES_IN_FOLDER);
  });

  test('passes the type checker, the linter and the import directions', () => {
    const run = (tool: string, ...args: string[]) =>
      execFileSync(join(ROOT, 'node_modules/.bin', tool), args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
    expect(run('tsc', '--noEmit')).toBe('');
    expect(run('biome', 'check', '--error-on-warnings', '--vcs-enabled=false', '.')).toContain('No fixes applied');
    expect(findViolations(readModuleGraph(folder))).toEqual([]);
  });

  test('lists ships, page by page', async () => {
    const { player } = discord.people;
    const key = randomBytes(32);
    const file = join(folder, 'commlink.sqlite');
    const store = await openStore({ file }, pino({ level: 'silent' }));
    await createLinks(store, createSealer([key])).save({
      discordUserId: player.id,
      character: { uid: '1:1', name: 'Jane Doe' },
      scopes: ['CHARACTER_SHIPS'],
      linkedAt: Date.now(),
      tokens: { accessToken: 'token', expiresAt: Date.now() + 3_600_000 },
    });
    await store.close();
    const baseUrl = `http://127.0.0.1:${(game.address() as AddressInfo).port}/`;
    const environment = {
      PATH: process.env['PATH'] ?? '',
      DISCORD_TOKEN: discord.botToken,
      DISCORD_API_URL: discord.apiUrl,
      DISCORD_CDN_URL: discord.cdnUrl,
      GAME_BASE_URL: baseUrl,
      OAUTH_CLIENT_ID: 'id',
      OAUTH_CLIENT_SECRET: 'secret',
      OAUTH_ISSUER: baseUrl,
      PUBLIC_URL: 'http://127.0.0.1:3000',
      WEB_PORT: '0',
      DATABASE_FILE: file,
      TOKEN_KEY: key.toString('base64'),
    };
    const start = (main: string) =>
      spawn(process.execPath, ['--disable-warning=ExperimentalWarning', join(folder, main)], { env: environment });
    expect(await once(start('src/register.ts'), 'close')).toEqual([0, null]);
    const bot = start('src/main.ts');
    const closed = once(bot, 'close');
    ending.push(() => bot.kill('SIGTERM') && closed);
    let output = '';
    bot.stdout.on('data', (data: Buffer) => (output += data.toString()));
    await expect.poll(() => output, { timeout: 30_000 }).toContain('Commlink is up');

    const first = await player.run('ships list').response();
    expect(textOf(first)).toMatch(/^## Ships of Jane Doe\n\*\*Ship 1\*\*\s· YT\\?-1300\n/);
    expect(textOf(first)).toContain('**Ship 20**');
    const next = await player.press(first, PAGER.next).response();
    expect(textOf(next)).toMatch(/\*\*Ship 21\*\*[\s\S]*\*\*Ship 40\*\*/);
    const modal = await player.press(next, '2 / 3').modal();
    expect(textOf(await player.submit(modal, { page: '3' }).response())).toContain('**Ship 45**');
    expect(textOf(await player.run('ships list', { page: 4 }).response())).toContain('There are only 3 pages');
  });
}, 60_000);
