import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv, stripVTControlCharacters } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { call } from '../sandbox/discord/rest.ts';
import { freePort } from '../support/machine/redis.ts';
import { startProgram } from '../support/program.ts';
import { makeTemporaryFolder } from '../support/temporaryFolder.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** Only root can give a file to another user. */
const [isRoot, NOBODY] = [process.getuid?.() === 0, 65_534];
const SECRET = 'commlink-sandbox-secret';

test('npm run setup asks until answers are right, writes a private .env, sets up Discord, and ends with the doctor', async () => {
  const folder = makeTemporaryFolder();
  const start = (path: string, environment: Record<string, string> = {}, ...words: string[]) => {
    const program = startProgram(path, environment, words, { cwd: folder });
    onTestFinished(() => void program.process.kill());
    return program;
  };
  const PUBLIC_URL = `http://127.0.0.1:${await freePort()}`;
  const [callback = '', ...legal] = ['login/callback', 'terms', 'privacy'].map((path) => `${PUBLIC_URL}/${path}`);
  const game = start('sandbox/game/main.ts', { SERVICE_PORT: '0', SERVICE_REDIRECT_URI: callback });
  const discord = start('sandbox/page/main.ts', { SANDBOX_PORT: '0' });
  await Promise.all([discord.says('DISCORD_TOKEN='), game.says('issuer')]);
  const { DISCORD_TOKEN = '', DISCORD_API_URL = '' } = parseEnv(discord.output());
  const [, GAME_BASE_URL, OAUTH_ISSUER] = /base URL +(\S+)\s+issuer +(\S+)/.exec(game.output()) ?? [];
  const own = { DISCORD_API_URL, GAME_BASE_URL, OAUTH_ISSUER, WEB_PORT: new URL(PUBLIC_URL).port };
  const lines = Object.entries(own).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(join(folder, '.env.example'), readFileSync(join(ROOT, '.env.example'), 'utf8') + lines.join(''));

  const file = join(folder, '.env');
  const readEnv = () => parseEnv(readFileSync(file, 'utf8'));
  const target = { apiUrl: DISCORD_API_URL, botToken: DISCORD_TOKEN };
  const readApplication = async () => (await call(target, 'GET', '/applications/@me')).body;
  const setUp = async (...answers: string[]): Promise<string> => {
    const program = start('src/boot.js', {}, 'setup');
    program.process.stdin.end(`${answers.join('\n')}\n`);
    await program.ended;
    return program.output();
  };

  const contact = '"Jane" <jane@example.org> $5 #1';
  const output = await setUp(
    ...['', DISCORD_TOKEN, 'commlink', SECRET, 'http://localhost:3000', PUBLIC_URL, 'mongodb', 'sqlite', ''],
    ...["Jane O'Hara", contact, 'my server', '', 'gateway', 'yes'],
  );
  const problems = ['DISCORD_TOKEN is missing', 'PUBLIC_URL must have a dot', 'Choose one', 'OPERATOR_CONTACT must'];
  for (const problem of [...problems, 'DISCORD_GUILD_ID must']) expect(output.split(`  ${problem}`)).toHaveLength(2);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, 'utf8')).toMatch(/^OPERATOR_CONTACT=.*\n# Where this process listens/m);
  const first = readEnv();
  const answered = { ...own, DISCORD_TOKEN, OAUTH_CLIENT_SECRET: SECRET, PUBLIC_URL, OPERATOR_CONTACT: contact };
  expect(first).toMatchObject({ ...answered, TOKEN_KEY: expect.stringMatching(/^.{43}=$/), DISCORD_GATEWAY: 'on' });
  expect(first['DISCORD_PUBLIC_KEY']).toMatch(/^eb203c5e/);
  const { integration_types_config } = await readApplication();
  expect(JSON.stringify(integration_types_config)).toContain('["bot","applications.commands"]');
  for (const text of [callback, ...legal, '✔ Installation: ', '✔ Login: The game accepts'])
    expect(output).toContain(text);
  for (const secret of [DISCORD_TOKEN, SECRET, first['TOKEN_KEY']]) expect(output).not.toContain(secret);

  await setUp('no', '', 'other', '', '', 'compose', '-', '', 'http', 'no');
  expect(await setUp('yes', '', 'other')).toContain('Nothing was changed.');
  expect(readEnv()).toEqual(first);

  if (isRoot) chownSync(file, NOBODY, NOBODY);
  expect(await setUp('yes', '', '', '', '', 'compose', '-', '', 'http', 'no')).not.toMatch(/[0-9a-f]{64}/);
  if (isRoot) expect(statSync(file).uid).toBe(NOBODY);
  const REDIS_PASSWORD = expect.stringMatching(/^[0-9a-f]{64}$/);
  expect(readEnv()).toEqual({ ...first, OPERATOR_CONTACT: '', DISCORD_GATEWAY: '', REDIS_PASSWORD });
  chmodSync(file, 0o644);
  const bot = start('src/boot.js');
  await bot.says('Commlink is up');
  await bot.says('Every user of this machine can read .env');
  expect((await readApplication())['interactions_endpoint_url']).toBe(`${PUBLIC_URL}/interactions`);

  // On a terminal, which repeats what is typed. An empty chroot has none.
  const toScript = (command: string) => ['-qec', command, '/dev/null'];
  if (spawnSync('script', toScript('true'), { timeout: 5_000 }).status !== 0) return;
  const command = `${process.execPath} ${ROOT}src/boot.js setup`;
  const terminal = spawn('script', toScript(command), { cwd: folder });
  let shown = '';
  terminal.stdout.on('data', (data: Buffer) => (shown += stripVTControlCharacters(data.toString())));
  for (const [prompt, answer] of Object.entries({ '[no]: ': 'yes', '[as it is]: ': 'wrong.token' })) {
    await expect.poll(() => shown, { timeout: 20_000 }).toContain(prompt);
    terminal.stdin.write(`${answer}\r`);
  }
  await once(terminal, 'close');
  expect(shown).toMatch(/\[no\]: yes\s+The bot.*\[as it is\]: \s+Discord refuses the token: check DISCORD_TOKEN\./);
}, 120_000);
