import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { createClient } from '@keyv/redis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Outcome } from '../../src/doctor/check.ts';
import { diagnose } from '../../src/doctor/diagnose.ts';
import { judgeFreeSpace } from '../../src/doctor/storeChecks.ts';
import { startHttpServer } from '../support/httpServer.ts';
import { onPath } from '../support/machine/find.ts';
import { freePort, SERVERS, startServer } from '../support/machine/redis.ts';
import { startProgram } from '../support/program.ts';
import { makeTemporaryFolder } from '../support/temporaryFolder.ts';
import { linkCharacter, startWorld, type World } from '../support/world.ts';

const folder = makeTemporaryFolder();
let world: World;
beforeAll(async () => {
  world = await startWorld({ environment: { DATABASE_FILE: join(folder, 'commlink.sqlite') } });
  await linkCharacter(world.player, 'Vael Ondar');
});
afterAll(() => world.stop());

type Changes = Record<string, string>;

/** The lines that aren't green, with these settings changed: `✘ subject: sentence → fix`. */
async function problemsOf(changes: Changes = {}, now?: () => number): Promise<string[]> {
  const outcomes = await diagnose({ ...world.environment, ...changes }, now);
  return outcomes.filter(({ status }) => status !== 'ok').map(toLine);
}

function toLine({ status, subject, sentence, fix }: Outcome): string {
  return `${status === 'failure' ? '✘' : '!'} ${subject}: ${sentence} → ${fix}`;
}

describe('npm run doctor', () => {
  const run = async (changes: Changes = {}) => {
    const program = startProgram('src/doctor.ts', { ...world.environment, ...changes });
    return { code: await program.ended, lines: program.output().trimEnd().split('\n') };
  };

  test('is all green in the sandbox, says who the bot is and how to add it, and ends with 0', async () => {
    const { code, lines } = await run();
    expect(lines.filter((line) => !line.startsWith('✔ '))).toEqual([]);
    expect(lines.map((line) => line.slice(2, line.indexOf(':')))).toEqual([
      ...['Settings', 'Token', 'Clock', 'Installation', 'Interactions', 'SQLite', 'Keys', 'Commands'],
      ...['Login pages', 'Game', 'Clock', 'Login'],
    ]);
    const { applicationId } = world.discord;
    expect(lines.join('\n')).toContain(`The bot is Commlink (${applicationId}).`);
    expect(lines.join('\n')).toContain(`https://discord.com/oauth2/authorize?client_id=${applicationId}`);
    expect(code).toBe(0);
  });

  test('ends with 1 at a red line, which says what to do, and keeps secrets', async () => {
    const OAUTH_CLIENT_SECRET = 'not-the-right-secret';
    const fault = { kind: 'status', status: 503, message: `Echo ${OAUTH_CLIENT_SECRET}` } as const;
    world.game.faults.add({ operation: 'galaxy.sectors.list', fault });
    const { code, lines } = await run({ OAUTH_CLIENT_SECRET });
    expect(lines).toContain("✘ Game: It doesn't respond properly: Echo ….");
    expect(lines.at(-2)).toBe("✘ Login: The game doesn't accept the client's secret.");
    expect(lines.at(-1)).toBe('    → Correct OAUTH_CLIENT_SECRET.');
    const { DISCORD_TOKEN = '', TOKEN_KEY = '' } = world.environment;
    for (const secret of [DISCORD_TOKEN, TOKEN_KEY, OAUTH_CLIENT_SECRET])
      expect(lines.join('\n')).not.toContain(secret);
    expect(code).toBe(1);
  });

  test('names each setting that is missing or wrong on a line', async () => {
    const { code, lines } = await run({ TOKEN_KEY: '', OAUTH_CLIENT_ID: '', WEB_PORT: 'x' });
    expect(lines.filter((line) => line.startsWith('✘ Settings: ')).map((line) => line.split(' ')[2])).toEqual([
      'OAUTH_CLIENT_ID',
      'WEB_PORT',
      'TOKEN_KEY',
    ]);
    expect(code).toBe(1);
  });
});

const CLOSED_PORT = await freePort();
const NOWHERE = `http://127.0.0.1:${CLOSED_PORT}/`;
const KEY = randomBytes(32).toString('hex');
const MINUTE_MS = 60_000;

test.each<[what: string, lines: RegExp[], changes: Changes]>([
  [
    'another application',
    [/^✘ Token: .*DISCORD_APPLICATION_ID is another one/],
    { DISCORD_APPLICATION_ID: '1'.repeat(18) },
  ],
  [
    'another public key',
    [/^✘ Interactions: DISCORD_PUBLIC_KEY isn't/, /^✘ Interactions: .*gateway/],
    { DISCORD_PUBLIC_KEY: KEY },
  ],
  [
    'a database that can’t be written',
    [/^✘ Database: .*EEXIST/, /^✘ Keys:/],
    { DATABASE_FILE: join(folder, 'commlink.sqlite', 'y.sqlite') },
  ],
  ['a database in memory', [/^! SQLite: Nothing is saved/], { DATABASE_FILE: ':memory:' }],
  [
    'a Redis that is away',
    [/^✘ Database: .*ECONNREFUSED/, /^✘ Keys:/],
    { REDIS_URL: `redis://:pass-word@127.0.0.1:${CLOSED_PORT}` },
  ],
  ['another key', [/^✘ Keys: TOKEN_KEY opens only 0 of 1 links/], { TOKEN_KEY: randomBytes(32).toString('base64') }],
  ['a game that is away', [/^✘ Game: .*ECONNREFUSED/], { GAME_BASE_URL: NOWHERE }],
  ['an OAuth server that is away', [/^✘ Login: .*ECONNREFUSED/], { OAUTH_ISSUER: NOWHERE }],
  ['another client', [/^✘ Login: The game doesn't know/, /^✘ Login: .*accept/], { OAUTH_CLIENT_ID: 'someone-else' }],
  ['a Discord that is away', [/^✘ Token: Discord at .* is unavailable/, /^✘ Commands/], { DISCORD_API_URL: NOWHERE }],
  [
    'an address where no bot runs',
    [/^! Login pages: Nothing responds/, /^✘ Login: The game doesn't know the client, or not/],
    { PUBLIC_URL: NOWHERE, WEB_PORT: String(CLOSED_PORT) },
  ],
  [
    'an address that does not lead to the bot',
    [/^✘ Login pages: .*ECONNREFUSED/, /^✘ Login: The game doesn't know the client, or not/],
    { PUBLIC_URL: NOWHERE },
  ],
])('finds %s', async (_, lines, changes) => {
  expect(await problemsOf(changes)).toEqual(lines.map((line) => expect.stringMatching(line)));
});

test('finds a wrong token', async () => {
  expect(await problemsOf({ DISCORD_TOKEN: 'wrong' })).toEqual([
    expect.stringMatching(/^✘ Token: Discord refuses the token/),
    expect.stringMatching(/^✘ Commands/),
  ]);
  for (const _ of ['application', 'commands']) world.acknowledgeRefusal(0);
});

test('finds a clock that is a minute wrong', async () => {
  expect(await problemsOf({}, () => Date.now() + MINUTE_MS)).toEqual([
    expect.stringMatching(/^✘ Clock: It's (59|60|61) seconds ahead of Discord's/),
    expect.stringMatching(/^✘ Clock: It's (59|60|61) seconds ahead of the game's/),
  ]);
  expect(await problemsOf({}, () => Date.now() - 20_000)).toEqual([]);
});

test.each([
  [{ bot_require_code_grant: true }, /^✘ Installation: .*link doesn't work/],
  [{ integration_types_config: { 0: {}, 1: {} }, custom_install_url: 'https://bot.example' }, undefined],
  [{ integration_types_config: { 0: {} } }, /^✘ Installation: Servers can't.*\n✘ Installation: Users can't/],
  [{ flags: 1 << 18 }, /^! Installation: Privileged intents/],
  [{ interactions_endpoint_url: 'https://other.example/' }, /^✘ Interactions: .*to https:\/\/other.example\//],
])('finds the application settings %o', async (settings, line) => {
  Object.assign(world.discord.application, settings);
  const found = await problemsOf();
  for (const name of Object.keys(settings)) delete world.discord.application[name];
  expect(found.join('\n')).toMatch(line ?? /^$/);
});

test('accepts an interactions endpoint with the application’s public key', async () => {
  const address = new URL('interactions', world.environment['PUBLIC_URL']).href;
  Object.assign(world.discord.application, { interactions_endpoint_url: address, verify_key: KEY });
  expect(await problemsOf({ DISCORD_PUBLIC_KEY: KEY })).toEqual([]);
  for (const name of ['interactions_endpoint_url', 'verify_key']) delete world.discord.application[name];
});

test('finds commands that someone changed, that are not registered yet, and that are shown twice', async () => {
  const { guildId, apiUrl, botToken } = world.discord;
  const register = (...words: string[]) =>
    startProgram('src/register.ts', { DISCORD_TOKEN: botToken, DISCORD_API_URL: apiUrl }, words).ended;
  await register('--clear');
  expect(await problemsOf()).toEqual([expect.stringMatching(/^✘ Commands: Someone changed.*missing: login, logout/)]);
  const inServer = { DISCORD_GUILD_ID: guildId };
  expect(await problemsOf(inServer)).toEqual([expect.stringMatching(/^✘ Commands: They aren't registered yet/)]);
  await register('--guild', guildId);
  expect(await problemsOf(inServer)).toEqual([]);
  await register();
  expect(await problemsOf(inServer)).toEqual([expect.stringMatching(/^! Commands: The server shows them twice/)]);
}, 60_000);

describe('of the game', () => {
  test.each([
    ['is broken', { kind: 'status', status: 503 }, /^✘ Game: It doesn't respond properly: Fault: 503/],
    ['sends a page', { kind: 'html' }, /^✘ Game: It doesn't respond properly: .*isn't JSON/],
    [
      'has no requests left',
      { kind: 'status', status: 429, message: 'rate limit' },
      /^! Game: It has no requests left/,
    ],
  ] as const)('finds that it %s', async (_, fault, line) => {
    world.game.faults.add({ operation: 'galaxy.sectors.list', fault });
    expect(await problemsOf()).toEqual([expect.stringMatching(line)]);
  });

  test('finds a client that is not activated yet', async () => {
    const { OAUTH_CLIENT_ID: clientId = '', OAUTH_CLIENT_SECRET: clientSecret = '', PUBLIC_URL } = world.environment;
    const client = { clientId, clientSecret, redirectUris: [new URL('login/callback', PUBLIC_URL).href] };
    await world.game.registerClient({ ...client, isActive: false });
    expect(await problemsOf()).toEqual([expect.stringMatching(/^✘ Login: .*staff hasn't activated/)]);
    await world.game.registerClient(client);
    expect(await problemsOf()).toEqual([]);
  });
});

test('finds something else at the address of the login pages', async () => {
  await using other = await startHttpServer((_, response) => response.writeHead(404).end('Not here'));
  const [line] = await problemsOf({ PUBLIC_URL: other.url });
  expect(line).toMatch(/^✘ Login pages: .*HTTP 404 from something else\. → Check DNS/);
});

test('finds a disk that is full', () => {
  const statuses = [50, 5_000].map((mib) => judgeFreeSpace('x', mib * 1024 ** 2).map(({ status }) => status));
  expect(statuses).toEqual([['failure'], ['ok']]);
});

describe('of Redis', () => {
  const ends: (() => unknown)[] = [];
  const folders = [makeTemporaryFolder(), makeTemporaryFolder()];
  let url: string;
  let client: ReturnType<typeof createClient>;
  const start = async (settings: Record<string, string>): Promise<string> => {
    const server = onPath(SERVERS);
    if (server === undefined) throw new Error('This test starts servers of its own: install redis-server.');
    const port = await freePort();
    const child = await startServer(server, port, { dir: folders.pop() ?? '', ...settings });
    ends.push(() => child.kill('SIGKILL'));
    return `redis://127.0.0.1:${port}`;
  };
  const set = (name: string, value: string) => client.sendCommand(['CONFIG', 'SET', name, value]);
  beforeAll(async () => {
    url = await start({ appendonly: 'yes', appendfsync: 'always', 'maxmemory-policy': 'noeviction' });
    client = createClient({ url });
    await client.connect();
  });
  afterAll(() => {
    client?.destroy();
    for (const end of ends) end();
  });

  test('is all green for one that keeps every acknowledged write', async () => {
    expect(await problemsOf({ REDIS_URL: url })).toEqual([]);
  });

  test.each([
    ['appendonly', 'no', 'yes', /^✘ Redis: An acknowledged write can be lost.*no append-only file/],
    ['appendfsync', 'everysec', 'always', /^✘ Redis: An acknowledged write can be lost.*appendfsync is everysec/],
    ['appendfsync', 'no', 'always', /^✘ Redis: An acknowledged write can be lost.*appendfsync is no/],
    ['maxmemory-policy', 'allkeys-lru', 'noeviction', /^✘ Redis: It drops data.*allkeys-lru/],
  ])('finds %s %s', async (name, wrong, right, line) => {
    await set(name, wrong);
    const found = await problemsOf({ REDIS_URL: url });
    await set(name, right);
    expect(found).toEqual([expect.stringMatching(line)]);
  });

  test('says that it can’t check a managed one, which forbids CONFIG', async () => {
    await client.sendCommand(['ACL', 'SETUSER', 'managed', 'on', '>pass-word', '~*', '&*', '+@all', '-config']);
    const managed = url.replace('//', '//managed:pass-word@');
    expect(await problemsOf({ REDIS_URL: managed })).toEqual([
      expect.stringMatching(/^! Redis: It doesn't say if it can lose a write/),
    ]);
    const wrong = url.replace('//', '//managed:wrong-word@');
    const found = await problemsOf({ REDIS_URL: wrong });
    expect(found[0]).toMatch(/^✘ Database: .*WRONGPASS/);
    expect(found.join()).not.toContain('wrong-word');
  });

  test('finds replicas that are not waited for, and a replica in place of the primary', async () => {
    const replica = await start({ replicaof: `127.0.0.1 ${new URL(url).port}` });
    const info = () => client.info('replication');
    await expect.poll(info, { timeout: 15_000 }).toContain('state=online');
    expect(await problemsOf({ REDIS_URL: url })).toEqual([
      expect.stringMatching(/^✘ Redis: .*no replica is waited for/),
    ]);
    await set('min-replicas-to-write', '1');
    expect(await problemsOf({ REDIS_URL: url })).toEqual([expect.stringMatching(/^! Redis: A failover can lose/)]);
    expect((await problemsOf({ REDIS_URL: replica }))[0]).toMatch(/^✘ Database: .*READONLY/);
  });
});
