import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
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
import { environmentFor } from './support/environment.ts';
import { startHttpServer } from './support/httpServer.ts';
import { textOf } from './support/messages.ts';
import { startProgram } from './support/program.ts';
import { makeTemporaryFolder } from './support/temporaryFolder.ts';
import { createWitness, type Witness } from './support/witness.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const MAX_FILES = 11;
const FILES_IN_FOLDER = 5;
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
const listShips: RequestListener = ({ url = '' }, response) => {
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
};

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
    const game = await startHttpServer(listShips);
    ending.push(() => game[Symbol.asyncDispose]());
    const environment = {
      ...environmentFor(discord),
      GAME_BASE_URL: `${game.url}/`,
      OAUTH_ISSUER: `${game.url}/`,
      DATABASE_FILE: join(folder, 'commlink.sqlite'),
    };
    const store = await openStore({ file: environment.DATABASE_FILE }, pino({ level: 'silent' }));
    await createLinks(store, createSealer([Buffer.from(environment.TOKEN_KEY, 'base64')])).save({
      discordUserId: player.id,
      character: { uid: '1:1', name: 'Jane Doe' },
      scopes: ['CHARACTER_SHIPS'],
      linkedAt: Date.now(),
      tokens: { accessToken: 'token', expiresAt: Date.now() + 3_600_000 },
    });
    await store.close();
    expect(await startProgram(join(folder, 'src/register.ts'), environment).ended).toBe(0);
    const bot = startProgram(join(folder, 'src/main.ts'), environment);
    ending.push(() => bot.process.kill('SIGTERM') && bot.ended);
    await bot.says('Commlink is up');

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
