import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { createClient } from '@keyv/redis';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Fault } from '../../sandbox/game/faults.ts';
import { readConfig } from '../../src/config.ts';
import { diagnose, keepChecking } from '../../src/doctor/diagnose.ts';
import { evaluateFreeSpace } from '../../src/doctor/storeChecks.ts';
import { createLogger } from '../../src/log.ts';
import { openEngine } from '../../src/store/openStore.ts';
import { startRedis } from '../faults/redis.ts';
import { startHttpServer } from '../support/httpServer.ts';
import { freePort } from '../support/machine/redis.ts';
import { startProgram } from '../support/program.ts';
import { useRedisCluster } from '../support/redisCluster.ts';
import { makeTemporaryFolder } from '../support/temporaryFolder.ts';
import { linkCharacter, startWorld, type World } from '../support/world.ts';

const folder = makeTemporaryFolder();
let world: World;
beforeAll(async () => {
  world = await startWorld({ environment: { DATABASE_FILE: join(folder, 'commlink.sqlite'), OPERATOR_CONTACT: 'us' } });
  await linkCharacter(world.player, 'Vael Ondar');
});
afterAll(() => world.stop());

type Changes = Record<string, string>;

const IS_LOCAL = /PUBLIC_URL and log in/;

/** The lines that aren't green with these settings changed: `✘ subject: sentence → fix`. */
async function problemsOf(changes: Changes = {}, now?: () => number): Promise<string[]> {
  const outcomes = await diagnose(() => ({ ...world.environment, ...changes }), now);
  return outcomes.flatMap(({ status, subject, sentence, fix }) =>
    status === 'ok' || IS_LOCAL.test(sentence)
      ? []
      : `${status === 'failure' ? '✘' : '!'} ${subject}: ${sentence} → ${fix}`,
  );
}

const matching = (...patterns: RegExp[]) => patterns.map((line) => expect.stringMatching(line));

describe('npm run doctor', () => {
  const run = async (changes: Changes = {}) => {
    const program = startProgram('src/doctor.ts', { ...world.environment, ...changes });
    return { code: await program.ended, lines: program.output().trimEnd().split('\n') };
  };

  test('is green in the sandbox but for its local address, says who the bot is and how to add it, and ends with 0', async () => {
    const { code, lines } = await run();
    const local = lines.splice(0, 2);
    expect(local).toEqual([expect.stringMatching(/^! Settings: Only this machine/), expect.stringMatching(/→/)]);
    expect(lines.filter((line) => !line.startsWith('✔ '))).toEqual([]);
    expect(lines.map((line) => line.slice(2, line.indexOf(':')))).toEqual([
      ...['Token', 'Clock', 'Installation', 'Interactions', 'SQLite', 'Keys', 'Commands'],
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
});

test('the doctor counts what older keys hold, and leaves it to the bot', async () => {
  const { TOKEN_KEY = '' } = world.environment;
  const newKey = randomBytes(32).toString('base64');
  for (let times = 0; times < 2; times += 1)
    expect(await problemsOf({ TOKEN_KEY: `${newKey},${TOKEN_KEY}` })).toEqual(
      matching(/^! Keys: The newest key seals 0 values, older ones [1-9]/),
    );
  expect(await problemsOf()).toEqual([]);
});

test('the doctor refuses a store that a newer release has started with', async () => {
  const DATABASE_FILE = join(folder, 'newer.sqlite');
  const engine = await openEngine({ file: DATABASE_FILE }, pino({ level: 'silent' }));
  await engine.writeAll([{ name: 'commlink:release', key: 'newest', text: '{"value":"9.0.0","version":2}' }]);
  await engine.close();
  expect(await problemsOf({ DATABASE_FILE })).toContainEqual(expect.stringMatching(/^✘ Database: .*A newer release/));
});

const CLOSED_PORT = await freePort();
const NOWHERE = `http://127.0.0.1:${CLOSED_PORT}/`;
const KEY = randomBytes(32).toString('hex');
const UNKNOWN_CLIENT = /^✘ Login: The game doesn't know the client or its redirect/;

test.each<[changes: Changes, ...patterns: RegExp[]]>([
  [{ TOKEN_KEY: '', WEB_PORT: 'x' }, /^✘ Settings: WEB_PORT/, /^✘ Settings: TOKEN_KEY/],
  [{ DISCORD_APPLICATION_ID: '1'.repeat(18) }, /^✘ Token: .*DISCORD_APPLICATION_ID has another ID/],
  [{ DISCORD_PUBLIC_KEY: KEY }, /^✘ Interactions: DISCORD_PUBLIC_KEY isn't/, /^! Interactions: .*gateway/],
  [{ DATABASE_FILE: ':memory:' }, /^! SQLite: Nothing is saved/],
  [{ OPERATOR_CONTACT: '' }, /^! Settings: \/terms and \/privacy don't say who/],
  [{ REDIS_URI: 'redis://127.0.0.1' }, /^✘ Settings: REDIS_URI isn't a setting. Did you mean REDIS_URL\?/],
  [{ REDIS_URL: 'redis://:100%@127.0.0.1' }, /^✘ Database: .*URI malformed/, /^✘ Keys:/],
  [{ TOKEN_KEY: randomBytes(32).toString('base64') }, /^✘ Keys: .*missing ones \d+ \(.*link/],
  [{ GAME_BASE_URL: NOWHERE }, /^✘ Game: .*ECONNREFUSED/],
  [{ OAUTH_ISSUER: NOWHERE }, /^✘ Login: .*ECONNREFUSED/],
  [{ OAUTH_CLIENT_ID: 'someone-else' }, /^✘ Login: The game doesn't know/, /^✘ Login: .*accept/],
  [{ DISCORD_API_URL: NOWHERE }, /^✘ Token: Discord at .* is unavailable/, /^✘ Commands/],
  [{ PUBLIC_URL: NOWHERE }, /^✘ Login pages: .*ECONNREFUSED/, UNKNOWN_CLIENT],
  [{ PUBLIC_URL: NOWHERE, WEB_PORT: `${CLOSED_PORT}` }, /^! Login pages: Nothing responds/, UNKNOWN_CLIENT],
])('the doctor finds the problem of %j', async (changes, ...patterns) => {
  expect(await problemsOf(changes)).toEqual(matching(...patterns));
});

test('the doctor finds a wrong token', async () => {
  const found = await problemsOf({ DISCORD_TOKEN: 'wrong' });
  expect(found).toEqual(matching(/^✘ Token: Discord refuses the token/, /^✘ Commands/));
  for (const _ of ['application', 'commands']) world.acknowledgeRefusal(0);
});

test('the doctor finds a clock that is a minute wrong', async () => {
  const wrong = ["Discord's", "the game's"].map((whose) => new RegExp(`^✘ Clock: .* seconds ahead of ${whose}`));
  expect(await problemsOf({}, () => Date.now() + 60_000)).toEqual(matching(...wrong));
  expect(await problemsOf({}, () => Date.now() - 20_000)).toEqual([]);
});

const endpointUrl = 'https://other.example/';
test.each<[settings: Record<string, unknown>, ...patterns: RegExp[]]>([
  [{ bot_require_code_grant: true }, /^✘ Installation: .*link doesn't work/],
  [{ integration_types_config: { 0: {}, 1: {} }, custom_install_url: 'https://bot.example' }],
  [{ integration_types_config: { 0: {} } }, /^✘ Installation: Servers can't/, /^✘ Installation: Users can't/],
  [{ flags: 1 << 18 }, /^! Installation: Privileged intents/],
  [{ interactions_endpoint_url: endpointUrl }, /^✘ Interactions: .*to https:\/\/other.example\//],
])('the doctor judges the application settings %j', async (settings, ...patterns) => {
  Object.assign(world.discord.application, settings);
  const found = await problemsOf();
  for (const name of Object.keys(settings)) delete world.discord.application[name];
  expect(found).toEqual(matching(...patterns));
});

test('the doctor wants either an interactions endpoint with the application’s public key, or the gateway', async () => {
  const address = new URL('interactions', world.environment['PUBLIC_URL']).href;
  Object.assign(world.discord.application, { interactions_endpoint_url: address, verify_key: KEY });
  expect(await problemsOf({ DISCORD_PUBLIC_KEY: KEY })).toEqual([]);
  const both = { DISCORD_PUBLIC_KEY: KEY, DISCORD_GATEWAY: 'on' };
  expect(await problemsOf(both)).toEqual(matching(/^✘ Interactions: .* → Empty it, or remove DISCORD_GATEWAY/));
  world.discord.application['interactions_endpoint_url'] = null;
  expect(await problemsOf(both)).toEqual([]);
  for (const name of ['interactions_endpoint_url', 'verify_key']) delete world.discord.application[name];
});

test('the doctor finds commands that someone changed, that are not registered yet, and that are shown twice', async () => {
  const { guildId, apiUrl, botToken } = world.discord;
  const register = (...words: string[]) =>
    startProgram('src/boot.js', { DISCORD_TOKEN: botToken, DISCORD_API_URL: apiUrl }, ['register', ...words]).ended;
  await register('--clear');
  expect(await problemsOf()).toEqual(matching(/^✘ Commands: Someone changed.*missing: login, logout/));
  const inServer = { DISCORD_GUILD_ID: guildId };
  expect(await problemsOf(inServer)).toEqual([expect.stringMatching(/^! Commands: They aren't registered yet/)]);
  await register('--guild', guildId);
  expect(await problemsOf(inServer)).toEqual([]);
  await register();
  expect(await problemsOf(inServer)).toEqual([expect.stringMatching(/^! Commands: The server shows them twice/)]);
  await register('--guild', guildId, '--clear');
  expect(await problemsOf(inServer)).toEqual([expect.stringMatching(/^! Commands: They aren't registered yet/)]);
  expect(await problemsOf()).toEqual([]);
}, 60_000);

test.each<[what: string, fault: Fault, line: RegExp]>([
  ['is broken', { kind: 'status', status: 503 }, /^✘ Game: It doesn't respond properly: Fault: 503/],
  ['sends a page', { kind: 'html' }, /^✘ Game: It doesn't respond properly: .*a web page from/],
  ['has no requests left', { kind: 'status', status: 429, message: 'rate limit' }, /^! Game: It has no requests left/],
])('the doctor finds that the game %s', async (_, fault, line) => {
  world.game.faults.add({ operation: 'galaxy.sectors.list', fault });
  expect(await problemsOf()).toEqual(matching(line));
});

test('the doctor finds a client that is not activated yet', async () => {
  const { OAUTH_CLIENT_ID: clientId = '', OAUTH_CLIENT_SECRET: clientSecret = '', PUBLIC_URL } = world.environment;
  const client = { clientId, clientSecret, redirectUris: [new URL('login/callback', PUBLIC_URL).href] };
  await world.game.registerClient({ ...client, isActive: false });
  expect(await problemsOf()).toEqual(matching(/^✘ Login: .*staff hasn't activated/));
  await world.game.registerClient(client);
});

test('the doctor finds something else at the address of the login pages', async () => {
  await using other = await startHttpServer((_, response) => response.writeHead(404).end('Not here'));
  const [line] = await problemsOf({ PUBLIC_URL: other.url });
  expect(line).toMatch(/^✘ Login pages: .*HTTP 404 from something else\. → Check DNS/);
  await using proxy = await startHttpServer((_, response) => response.writeHead(502).end());
  const first = { PUBLIC_URL: proxy.url, WEB_PORT: `${CLOSED_PORT}` };
  expect((await problemsOf(first))[0]).toMatch(/^! Login pages: Nothing responds at .* isn't running/);
  const [taken] = await problemsOf({ ...first, WEB_PORT: new URL(other.url).port });
  expect(taken).toMatch(/^✘ Login pages: Another program uses .*HTTP 404 .* → Stop it, or set another WEB_PORT/);
});

test('the running bot checks the login at most hourly, and logs what it finds', async () => {
  const lines: string[] = [];
  const log = createLogger({ level: 'warn' }, { write: (line) => void lines.push(JSON.parse(line).msg) });
  const config = readConfig({ ...world.environment, OAUTH_CLIENT_SECRET: 'wrong' });
  await keepChecking(config, log);
  await keepChecking(config, log);
  const found = lines.filter((line) => line.startsWith('Login'));
  expect(found).toEqual(["Login: The game doesn't accept the client's secret."]);
});

test('the doctor finds a disk that is full', () => {
  expect([50, 5_000].map((mib) => evaluateFreeSpace('x', mib * 1024 ** 2)[0]?.status)).toEqual(['failure', 'ok']);
});

const cluster = await useRedisCluster();

describe('over Redis, the doctor', () => {
  let redis: Awaited<ReturnType<typeof startRedis>>;
  let client: ReturnType<typeof createClient>;
  const set = (name: string, value: string) => client.sendCommand(['CONFIG', 'SET', name, value]);
  const problems = (REDIS_URL = redis.url) => problemsOf({ REDIS_URL });
  beforeAll(async () => {
    redis = await startRedis();
    client = createClient({ url: redis.url });
    await client.connect();
  });
  afterAll(async () => {
    client?.destroy();
    await redis?.stop();
  });

  test.each([
    ['appendonly', 'no', 'yes', /^✘ Redis: An acknowledged write can be lost.*no append-only file/],
    ['appendfsync', 'everysec', 'always', /^✘ Redis: An acknowledged write can be lost.*appendfsync is everysec/],
    ['maxmemory-policy', 'allkeys-lru', 'noeviction', /^✘ Redis: It drops data.*allkeys-lru/],
  ])('finds %s %s, and is all green with %s', async (name, wrong, right, line) => {
    await set(name, wrong);
    expect(await problems()).toEqual(matching(line));
    await set(name, right);
    expect(await problems()).toEqual([]);
  });

  test('says that it can’t check a managed one, which forbids CONFIG', async () => {
    await client.sendCommand(['ACL', 'SETUSER', 'managed', 'on', '>pass-word', '~*', '&*', '+@all', '-config']);
    const url = redis.url.replace('//', '//managed:pass-word@');
    expect(await problems(url)).toEqual(matching(/^! Redis: It doesn't say if it can lose a write/));
  });

  test('checks every node of a cluster, and that none is missing', async () => {
    const { primaries, third } = cluster;
    for (const { send } of primaries)
      for (const setting of ['appendonly yes', 'appendfsync always']) await send(`CONFIG SET ${setting}`);
    await third.send('CONFIG SET min-replicas-to-write 1');
    const find = () => problemsOf({ REDIS_URL: cluster.url });
    expect(await find()).toEqual([expect.stringMatching(/^! Redis 127.0.0.1:\d+: A failover can lose/)]);
    await primaries[0]?.send('CONFIG SET appendfsync no');
    expect(await find()).toContainEqual(expect.stringMatching(/^✘ Redis 127.0.0.1:\d+: .*appendfsync is no/));
    await third.send('CLUSTER DELSLOTS 16383');
    expect(await find()).toContainEqual(expect.stringMatching(/^✘ Redis .*: Its cluster isn't complete/));
    third.kill();
    expect((await find())[0]).toMatch(/^✘ Database: .*ECONNREFUSED.* → .*every node/);
  });

  test('finds replicas that are not waited for, and a replica in place of the primary', async () => {
    const replica = await startRedis();
    const follower = await createClient({ url: replica.url }).connect();
    await follower.replicaOf('127.0.0.1', Number(new URL(redis.url).port));
    await expect.poll(() => client.info('replication'), { timeout: 20_000 }).toContain('state=online');
    expect(await problems()).toEqual(matching(/^✘ Redis: .*doesn't wait for a replica/));
    await set('min-replicas-to-write', '1');
    expect(await problems()).toEqual(matching(/^! Redis: A failover can lose/));
    const forgets = expect.stringMatching(/^✘ Redis: A failover can forget what was just sent/);
    await client.sendCommand(['ACL', 'SETUSER', 'proxy', 'on', '>pass-word', '~*', '&*', '+@all', '-wait']);
    expect(await problems(redis.url.replace('//', '//proxy:pass-word@'))).toContainEqual(forgets);
    const withReplicas = (REDIS_REPLICAS: string) => problemsOf({ REDIS_URL: redis.url, REDIS_REPLICAS });
    expect(await withReplicas('0')).toContainEqual(forgets);
    expect(await withReplicas('2')).toContainEqual(expect.stringMatching(/^✘ Redis: 1 replicas: without 2/));
    expect((await problems(replica.url))[0]).toMatch(/^✘ Database: .*READONLY/);
    follower.destroy();
    await replica.stop();
  });
});
