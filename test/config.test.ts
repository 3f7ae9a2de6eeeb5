import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig, readDiscordConfig, readStoreConfig } from '../src/config.ts';
import { forAll } from './support/forAll.ts';

const KEY = randomBytes(32);
const good = {
  DISCORD_TOKEN: 'discord.token.value',
  GAME_BASE_URL: 'https://game.example/ws/v2.0/',
  OAUTH_CLIENT_ID: 'client',
  OAUTH_CLIENT_SECRET: 'client-secret',
  OAUTH_ISSUER: 'https://game.example/',
  PUBLIC_URL: 'https://bot.example',
  TOKEN_KEY: KEY.toString('base64'),
};

/** Used only by Docker Compose. */
const OF_COMPOSE = ['REDIS_PASSWORD', 'COMMLINK_IMAGE'];

const DISCORD = { apiUrl: 'https://discord.com/api', cdnUrl: 'https://cdn.discordapp.com' };

function problemsOf(changes: Record<string, string | undefined>, base: Record<string, string> = good): string[] {
  try {
    readConfig({ ...base, ...changes });
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return [...error.problems];
    throw error;
  }
}
const namesIn = (problems: string[]): string[] => problems.map((problem) => problem.split(' ')[0] ?? '');

describe('the configuration', () => {
  test('needs only the seven variables that have no default', () => {
    expect(readConfig(good)).toEqual({
      discord: { token: 'discord.token.value', ...DISCORD },
      usesGateway: true,
      game: { baseUrl: new URL('https://game.example/ws/v2.0/') },
      oauth: {
        clientId: 'client',
        clientSecret: 'client-secret',
        server: { issuer: new URL('https://game.example/') },
      },
      web: { publicUrl: new URL('https://bot.example/'), host: '127.0.0.1', port: 3000 },
      store: { file: 'data/commlink.sqlite' },
      tokenKeys: [KEY],
      quota: { perToken: 600, perAddress: 600 },
      galaxy: { isCopied: true },
      transfer: { typedConfirmationAbove: 1_000_000 },
      legal: { linkIdleDays: 180 },
      areWritesOff: false,
      log: { level: 'info' },
    });
  });

  test('is in .env.example with every setting, and with its defaults commented out', () => {
    const read = (file: string): string => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
    const example = read('.env.example');
    const listed = [...example.matchAll(/^(?:# )?([A-Z_]{5,})=/gm)].map(([, name]) => name);
    const settings = [...read('src/config.ts').matchAll(/\b([A-Z_]{5,}): /g)].map(([, name]) => name);
    expect(listed.toSorted()).toEqual([...settings, ...OF_COMPOSE].toSorted());

    const defaults = [...example.matchAll(/^# ([A-Z_]{5,})=(.+)$/gm)].map(([, name, value]) => [name, value]);
    expect(defaults.length).toBeGreaterThan(12);
    expect(readConfig({ ...good, ...Object.fromEntries(defaults) })).toEqual(readConfig(good));
  });

  test('limits all players together unless that is turned off', () => {
    expect(readConfig({ ...good, QUOTA_PER_ADDRESS: '' }).quota).toEqual({ perToken: 600, perAddress: 600 });
    expect(readConfig({ ...good, QUOTA_PER_ADDRESS: '50' }).quota).toEqual({ perToken: 600, perAddress: 50 });
    expect(readConfig({ ...good, QUOTA_PER_ADDRESS: 'none' }).quota).toEqual({ perToken: 600 });
  });

  test('treats an empty variable, one of spaces, or a Kubernetes service’s, as not set', () => {
    expect(readConfig({ ...good, WEB_PORT: 'tcp://10.96.0.5:80', METRICS_PORT: 'tcp://10.96.0.6:80' })).toEqual(
      readConfig(good),
    );
    const empty = Object.fromEntries(Object.keys(good).map((name, index) => [name, ' '.repeat(index % 3)]));
    expect(problemsOf(empty)).toEqual(problemsOf({}, {}));
    expect(problemsOf({ REDIS_URL: '', WEB_PORT: ' ', LOG_LEVEL: '', DISCORD_GUILD_ID: '' })).toEqual([]);
  });

  /** Invalid values, each with a part that must not be shown. */
  const wrong: Record<string, string[]> = {
    DISCORD_APPLICATION_ID: ['s3cret', '123', '1'.repeat(21), '12345678901234567x'],
    DISCORD_GUILD_ID: ['s3cret'],
    DISCORD_PUBLIC_KEY: ['s3cret', 'a'.repeat(63), 'g'.repeat(64)],
    DISCORD_GATEWAY: ['s3cret'],
    DISCORD_API_URL: ['s3cret', 'http://s3cret.example', 'ftp://s3cret.example'],
    DISCORD_CDN_URL: ['s3cret'],
    GALAXY_COPY: ['s3cret'],
    GAME_SITE_URL: ['s3cret', 'javascript:s3cret'],
    GAME_BASE_URL: [
      's3cret',
      'http://s3cret.example/',
      'http://127.0.0.1.s3cret.example/',
      'http://localhost.s3cret/',
      'javascript:s3cret',
      'file:///s3cret',
      '//s3cret.example/',
    ],
    OAUTH_ISSUER: ['s3cret', 'http://s3cret.example/', 'https://user:s3cret@game.example/'],
    PUBLIC_URL: ['s3cret', 'http://s3cret.example', 'https://s3cret@bot.example', 'https://bot.example/s3cret'],
    REDIS_URL: ['s3cret', 'http://s3cret', 'redis://', 'redis:///s3cret', 'redis://s3cret:99999'],
    TOKEN_KEY: [
      's3cret',
      randomBytes(31).toString('base64'),
      randomBytes(33).toString('base64'),
      randomBytes(32).toString('hex'),
      Buffer.alloc(32).toString('base64'),
      Buffer.alloc(32, 's3cret').toString('base64'),
      `${KEY.toString('base64')},${Buffer.alloc(32, 255).toString('base64')}`,
      `${KEY.toString('base64')},s3cret`,
      `${KEY.toString('base64')},`,
      `s3cret!${KEY.toString('base64')}`,
      `${KEY.toString('base64').slice(0, 20)} !? ${KEY.toString('base64').slice(20)}`,
    ],
    WEB_PORT: ['s3cret', '-1', '65536', '3000.5', '1e3', '0x10'],
    QUOTA_PER_TOKEN: ['s3cret', '0', '-600', '1.5'],
    QUOTA_PER_ADDRESS: ['s3cret', '0', 'None', 'off'],
    TRANSFER_TYPED_ABOVE: ['s3cret', '-1', '9'.repeat(20)],
    LOG_LEVEL: ['s3cret', 'INFO', 'verbose'],
  };

  test.each(Object.entries(wrong))('a wrong %s is named once, and its value is not shown', (name, values) => {
    for (const value of values) {
      const problems = problemsOf({ [name]: value });
      expect({ value, names: namesIn(problems) }).toEqual({ value, names: [name] });
      expect(problems.join()).not.toMatch(/s3cret/);
      expect(problems.join()).not.toContain(KEY.toString('base64').slice(0, 20));
      expect(problems[0]).toMatch(/ must /);
    }
  });

  test('names wrong and missing variables together, once each', () => {
    const values = Object.fromEntries(Object.entries(wrong).map(([name, [value]]) => [name, value]));
    const expected = [...Object.keys(wrong), 'DISCORD_TOKEN', 'OAUTH_CLIENT_ID', 'OAUTH_CLIENT_SECRET'];
    expect(namesIn(problemsOf(values, {})).sort()).toEqual(expected.sort());
  });
});

test.each([
  ...['REDIS_URI REDIS_URL', 'REDIS_ULR REDIS_URL', 'TOKEN_KEYS TOKEN_KEY', 'QUOTA_PER_ADRES QUOTA_PER_ADDRESS'],
  // Kubernetes makes some of these of a service's name.
  ...['discord_token DISCORD_TOKEN', 'REDIS_PORT', 'REDIS_SERVICE_HOST', 'REDIS_PORT_6379_TCP', 'REDIS_HOST'],
  ...['REDIS_TLS_URL', 'REDIS_SSL', 'DATABASE_URL', 'DB_HOST', 'DB_PORT', 'PORT', 'TZ', 'NODE_ENV', 'HTTP_PROXY'],
])('of the names in the environment, only near misses are errors: %s', (names) => {
  const [name = '', meant] = names.split(' ');
  const expected = meant === undefined ? [] : [`${name} isn't a setting. Did you mean ${meant}?`];
  const problems = problemsOf({ [name]: 's3cret', [meant ?? '']: undefined });
  expect(problems.filter((problem) => !problem.includes(' is missing: '))).toEqual(expected);
});

test('a near miss of what is set, or of what a task doesn’t need, is no error', () => {
  for (const name of ['DISCORD_TOKEN_1', 'AUTH_CLIENT_ID', 'OAUTH2_CLIENT_ID'])
    expect(problemsOf({ [name]: 's3cret' })).toEqual([]);
  expect(problemsOf({ REDIS_URL: 'redis://localhost', REDIS_URI: 's3cret' })).toEqual([]);
  expect(readStoreConfig({ DISCORD_TOKENS: 's3cret', WRITE: 'off' })).toEqual({ file: 'data/commlink.sqlite' });
});

describe('addresses', () => {
  const own = ['http://localhost:1/', 'http://127.0.0.1:1/', 'http://127.9.9.9/', 'http://[::1]:1/'];
  test.each([...own, 'https://a.example/'])('%s may receive secrets', (url) => {
    expect(readConfig({ ...good, GAME_BASE_URL: url }).game.baseUrl.href).toBe(url);
  });

  test('a folder’s address ends with a slash and has no query or fragment', () => {
    const { game, web } = readConfig({ ...good, GAME_BASE_URL: 'https://game.example/ws/v2.0?a=b#c' });
    expect(game.baseUrl.href).toBe('https://game.example/ws/v2.0/');
    expect(new URL('login/x', web.publicUrl).href).toBe('https://bot.example/login/x');
  });

  test('browsers aren’t sent to a host without a dot, because Discord refuses links to it', () => {
    for (const url of ['http://localhost:3000', 'https://commlink', 'https://intranet:8443/'])
      expect(problemsOf({ PUBLIC_URL: url })).toEqual([expect.stringContaining('must have a dot in its host')]);
    for (const url of ['http://127.0.0.1:3000/', 'http://[::1]:3000/', 'https://bot.example/'])
      expect(readConfig({ ...good, PUBLIC_URL: url }).web.publicUrl.href).toBe(url);
  });

  test('Discord’s addresses don’t end with a slash', () => {
    const given = { DISCORD_API_URL: 'http://localhost:1/api/', DISCORD_CDN_URL: 'http://localhost:1' };
    const { apiUrl, cdnUrl } = readConfig({ ...good, ...given }).discord;
    expect({ apiUrl, cdnUrl }).toEqual({ apiUrl: 'http://localhost:1/api', cdnUrl: 'http://localhost:1' });
  });
});

describe('the OAuth server', () => {
  const { OAUTH_ISSUER, ...withoutIssuer } = good;
  const endpoints = {
    OAUTH_AUTHORIZATION_URL: 'https://game.example/ws/oauth2/auth/',
    OAUTH_TOKEN_URL: 'https://game.example/ws/oauth2/token/',
    OAUTH_REVOCATION_URL: 'https://game.example/ws/oauth2/revoke',
  };

  test('is discovered from its issuer, even if endpoints are set too', () => {
    expect(readConfig({ ...good, ...endpoints }).oauth.server).toEqual({ issuer: new URL(OAUTH_ISSUER) });
  });

  test('can be three endpoints that are set', () => {
    expect(readConfig({ ...withoutIssuer, ...endpoints }).oauth.server).toEqual({
      authorizationUrl: new URL(endpoints.OAUTH_AUTHORIZATION_URL),
      tokenUrl: new URL(endpoints.OAUTH_TOKEN_URL),
      revocationUrl: new URL(endpoints.OAUTH_REVOCATION_URL),
    });
  });

  test.each(Object.keys(endpoints))('a missing or wrong %s is named', (name) => {
    expect(namesIn(problemsOf({ [name]: undefined }, { ...withoutIssuer, ...endpoints }))).toEqual([name]);
    expect(namesIn(problemsOf({ [name]: 'nonsense' }, { ...withoutIssuer, ...endpoints }))).toEqual([name]);
  });
});

test('property: a list of keys is read as all its keys, newest first', () => {
  // All bytes of a key differ, because a key with repeated bytes may be refused.
  const key = fc.uniqueArray(fc.nat(255), { minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes));
  forAll([fc.array(key, { minLength: 1, maxLength: 4 })], (keys) => {
    const text = keys.map((each) => each.toString('base64')).join(' , ');
    expect(readConfig({ ...good, TOKEN_KEY: text }).tokenKeys).toEqual(keys);
  });
});

test('registering commands needs only Discord’s variables', () => {
  const guildId = '123456789012345678';
  const read = readDiscordConfig({ DISCORD_TOKEN: 't', DISCORD_GUILD_ID: guildId });
  expect(read).toEqual({ token: 't', guildId, ...DISCORD });
  expect(() => readDiscordConfig({ TOKEN_KEY: 'x' })).toThrow(/DISCORD_TOKEN is missing/);
});
