import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createClient } from '@keyv/redis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDiscord, type Discord } from '../../sandbox/discord/discord.ts';
import { environmentFor } from '../support/environment.ts';
import { startHttpServer } from '../support/httpServer.ts';
import { fromApt, onPath } from '../support/machine/find.ts';
import { freePort, SERVERS, startServer } from '../support/machine/redis.ts';
import { startProgram } from '../support/program.ts';
import { makeTemporaryFolder } from '../support/temporaryFolder.ts';

const folder = makeTemporaryFolder();
const at = (name: string): string => join(folder, name);
const [port, tlsPort, fullPort] = [await freePort(), await freePort(), await freePort()];
const redis = (user = ':pw@', to = port, protocol = 'redis') => ({ REDIS_URL: `${protocol}://${user}127.0.0.1:${to}` });
const occupied = await startHttpServer((_, response) => response.end('Not a bot'));
/** Root may read every file. */
const nobody = process.getuid?.() === 0 ? { uid: 65_534 } : {};
/** In root's home, only root can run the project. */
const canOthersRun = spawnSync(process.execPath, ['-v'], nobody).status === 0;
const isOther = canOthersRun && 'uid' in nobody;

let discord: Discord;
let environment: Record<string, string>;
const servers: Awaited<ReturnType<typeof startServer>>[] = [];
beforeAll(async () => {
  discord = await createDiscord({ identifyIntervalMs: 0 });
  environment = { ...environmentFor(discord), DATABASE_FILE: at('commlink.sqlite') };
  const request = 'req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=redis -keyout key.pem -out cert.pem';
  execFileSync('openssl', request.split(' '), { stdio: 'ignore', cwd: folder });
  const certificate = { 'tls-key-file': at('key.pem'), 'tls-cert-file': at('cert.pem'), 'tls-auth-clients': 'no' };
  const server = onPath(SERVERS) ?? fromApt('redis-server', SERVERS) ?? 'redis-server';
  servers.push(await startServer(server, port, { dir: folder, 'tls-port': `${tlsPort}`, ...certificate }));
  servers.push(await startServer(server, fullPort, { dir: folder, maxmemory: '1' }));
  const client = await createClient({ url: redis('').REDIS_URL }).connect();
  for (const rights of ['noScripts +@all -@scripting', 'default'])
    await client.sendCommand(`ACL SETUSER ${rights} on >pw ~* &*`.split(' '));
  client.destroy();
  mkdirSync(at('closed'));
  writeFileSync(at('closed/x'), '', { mode: 0o600 });
  chmodSync(at('closed'), 0o555);
  for (const name of [dirname(folder), folder]) chmodSync(name, 0o755);
});
afterAll(async () => {
  for (const server of servers) server.kill('SIGKILL');
  await occupied[Symbol.asyncDispose]();
  await discord.close();
});

const start = (settings: Record<string, string> = {}) => startProgram('src/boot.js', { ...environment, ...settings });

/** The output of the doctor and of a start with these settings, which end with 1. */
async function runBoth(settings: Record<string, string>, file = '', as: { uid?: number } = {}): Promise<string[]> {
  const cwd = mkdtempSync(at('cwd-'));
  chmodSync(cwd, 0o755);
  if (file) writeFileSync(join(cwd, '.env'), file, { mode: 0o600 });
  const both = [['doctor'], []].map(async (words) => {
    const program = startProgram('src/boot.js', { ...environment, ...settings }, words, { cwd, ...as });
    expect(await program.ended).toBe(1);
    return program.output();
  });
  return await Promise.all(both);
}

const TLS = 'REDIS_URL begins with rediss:// for TLS, else with redis://';
const RIGHTS = 'all commands for its keys: ACL SETUSER';
const OWNER = "Give the file and its folder to the bot's user";
type Row = [what: string, settings: Record<string, string>, reason: string, wayOut: string, as?: { uid?: number }];
const DENIED = 'EACCES: permission denied, open.*';
const CLOSED: Row = ['a closed folder', { DATABASE_FILE: at('closed/y') }, DENIED, OWNER, nobody];
const FOREIGN: Row = ['another’s file', { DATABASE_FILE: at('closed/x') }, 'it belongs to .*', OWNER, nobody];

test.each<Row>([
  ['a wrong password', redis(':secret-word@'), 'WRONGPASS .*', 'Correct the user and password'],
  ['no password', redis(''), 'NOAUTH .*', 'Add the password to REDIS_URL'],
  ['a user who may not run scripts', redis('noScripts:pw@'), "NOPERM .*'evalsha'.*", RIGHTS],
  ['a full Redis', redis('', fullPort), 'OOM .*', 'Redis is full: raise its maxmemory'],
  ['TLS to a Redis without', redis(':pw@', port, 'rediss'), 'Connection timeout.', TLS],
  ['no TLS to a Redis with it', redis(':pw@', tlsPort), '.*(ECONNRESET|closed).*', TLS],
  ['an unknown CA', redis(':pw@', tlsPort, 'rediss'), 'self-signed .*', 'Set NODE_EXTRA_CA_CERTS'],
  ['no Redis', redis('', 1), 'connect ECONNREFUSED .*', 'Start Redis'],
  ['a folder', { DATABASE_FILE: at('closed') }, "it isn't a file.", 'Set DATABASE_FILE to a file'],
  ...(canOthersRun ? [CLOSED] : []),
  ...(isOther ? [FOREIGN] : []),
  ['a taken port', { WEB_PORT: new URL(occupied.url).port }, '.nother program uses .*', 'Stop it'],
])('of %s, doctor and start say what to do', async (_, settings, reason, wayOut, as) => {
  const { mode } = statSync(at('closed'));
  const [doctor = '', started = ''] = await runBoth(settings, '', as);
  expect(doctor).toMatch(RegExp(`^✘ .*: ${reason}\n +→ .*${wayOut}`, 'm'));
  expect(started).toMatch(RegExp(`^[A-Z].*: ${reason} .*${wayOut}.*\n$`));
  expect(doctor + started).not.toContain('secret-word');
  expect(statSync(at('closed')).mode).toBe(mode);
});

type File = [text: string, sentence: RegExp, as?: { uid?: number }];
const LOCKED: File = ['WRITES=on', /EACCES: permission denied, open '.env'$/m, nobody];
test.each<File>([
  ['QUOTA_PER_ADRESS=50', /^.*QUOTA_PER_ADRESS isn't a setting. Did you mean QUOTA_PER_ADDRESS\?$/m],
  ['TOKEN_KEY=\n4Kqk0ssoDcMaMT2Ub3bVQwEMSTOnhNaLwZpdUhF7nPo=', /^(✘ Settings:)? *A line of .env isn't a setting: see/m],
  ...(isOther ? [LOCKED] : []),
])('doctor and start refuse a .env with %j', async (file, sentence, as = {}) => {
  for (const output of await runBoth({}, file, as)) expect(output).toMatch(sentence);
});

test('of a Node that is too old, all programs of an operator say which to install', async () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  const programs = Object.values<string>(scripts).filter((script) => script.includes(' src/'));
  expect(programs).toHaveLength(12);
  for (const script of programs) expect(script).toMatch(/^(exec )?node src\/boot\.js( [a-z-]+)?$/);
  const older = "Object.defineProperty(process,'versions',{value:{...process.versions,node:'22.18.0'}})";
  for (const output of await runBoth({ NODE_OPTIONS: `--import=data:text/javascript,${older}` }))
    expect(output).toBe('Node 22.18.0 is too old. Install Node 24: https://nodejs.org\n');
});

test('of a second process with the same file, the start says what to do', async () => {
  const bot = start();
  await bot.says('Commlink is up');
  const second = start();
  expect(await second.ended).toBe(1);
  expect(second.output()).toMatch(/^The quota file .*: another process of the bot uses it \(.*set REDIS_URL\)\n$/);
  bot.process.kill('SIGTERM');
  expect(await bot.ended).toBe(0);
});

test.each([
  [{}, 'Commlink is up'],
  [redis(), 'Commlink is up'],
  [{ DISCORD_API_URL: 'http://127.0.0.1:1' }, 'waiting for Discord'],
])('a start with %j waits while Discord is down, until a signal', { timeout: 60_000 }, async (settings, last) => {
  // Discord's library tries four times.
  for (const path of [/applications\/@me$/, /gateway\/bot$/])
    for (let time = 0; time < 5; time += 1) discord.faults.next({ path, what: 503 });
  const bot = start(settings);
  await bot.says('waiting for Discord');
  await bot.says(last);
  bot.process.kill('SIGTERM');
  expect(await bot.ended).toBe(0);
});
