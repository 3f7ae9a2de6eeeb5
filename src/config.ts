import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { z } from 'zod';
import { NamedError } from './errors.ts';

/** Variables are missing, wrong or unknown; `problems` names each one, without its value. */
export class ConfigError extends NamedError {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The configuration has problems:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.problems = problems;
  }
}

const LOOPBACK = /^(localhost|\[::1\]|127(\.\d{1,3}){3})$/;
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const required = (what: string) => z.string({ error: `is missing: ${what}` });
const integer = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be from ${min} to ${max}`);
const integerOrNone = (min: number, max: number) =>
  z.union([z.literal('none').transform(() => undefined), integer(min, max)], `must be from ${min} to ${max}, or none`);
const snowflake = z.string().regex(/^\d{17,20}$/, 'must be a Discord id: 17 to 20 digits');

/** An address to which secrets may be sent: https, or http to this machine. */
const secureUrl = z
  .string()
  .refine((text) => URL.canParse(text), 'must be a URL')
  .transform((text) => new URL(text))
  // They would be sent and shown together with the address.
  .refine(({ username, password }) => !username && !password, {
    error: 'must have no user or password before its host',
    abort: true,
  })
  .refine(
    ({ protocol, hostname }) => protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname)),
    'must start with https:// (only this machine may have http://, e.g. http://127.0.0.1:3000)',
  );

const folderUrl = secureUrl.transform((url) =>
  url.pathname.endsWith('/') ? url : new URL(`${url.href.replace(/[?#].*/, '')}/`),
);

const tokenKeys = required('32 random bytes in base64; make one with: openssl rand -base64 32')
  // 32 bytes; Node's decoder would skip a typing error.
  .transform((text) => text.split(',').map((key) => /^[\w+/-]{43}=?$/.exec(key.trim())?.[0] ?? ''))
  .transform((keys) => keys.map((key) => Buffer.from(key, 'base64')))
  .refine(
    // About 30 of 32 random bytes differ; a key with fewer than 16 isn't random.
    (keys) => keys.every((key) => new Set(key).size >= 16),
    'must be 32 random bytes in base64, or several such keys separated by commas, newest first',
  );

const discordEnvironment = z.object({
  DISCORD_TOKEN: required("the bot's token, from the Discord developer portal"),
  DISCORD_APPLICATION_ID: snowflake.optional(),
  DISCORD_GUILD_ID: snowflake.optional(),
  DISCORD_PUBLIC_KEY: z
    .string()
    .regex(/^[0-9a-f]{64}$/i, "must be the application's public key: 64 hex digits")
    .toLowerCase()
    .optional(),
  DISCORD_GATEWAY: z.literal('on', { error: 'must be on, or empty' }).optional(),
  DISCORD_API_URL: secureUrl.prefault('https://discord.com/api'),
  DISCORD_CDN_URL: secureUrl.prefault('https://cdn.discordapp.com'),
});

const storeEnvironment = z.object({
  REDIS_URL: z
    .string()
    .refine((text) => /^rediss?:\/\/[^\s/]+/.test(text) && URL.canParse(text), 'must look like redis://host:6379')
    .optional(),
  REDIS_REPLICAS: integer(0, 10).optional(),
  DATABASE_FILE: z.string().default('data/commlink.sqlite'),
});

const environment = discordEnvironment.extend({
  ...storeEnvironment.shape,
  GAME_BASE_URL: required("the game service's address, e.g. https://www.swcombine.com/ws/v2.0/").pipe(folderUrl),
  OAUTH_CLIENT_ID: required('the client id that the game gave you'),
  OAUTH_CLIENT_SECRET: required('the client secret that the game gave you'),
  PUBLIC_URL: required('the address at which browsers reach the login pages, e.g. https://bot.example.org')
    .pipe(folderUrl)
    .refine(
      ({ pathname }) => pathname === '/',
      'must be a host without a path: the login pages need a host of their own',
    )
    .refine(
      ({ hostname }) => hostname.includes('.') || hostname.startsWith('['),
      'must have a dot in its host, e.g. http://127.0.0.1:3000, because Discord refuses links to localhost and the like',
    ),
  WEB_HOST: z.string().default('127.0.0.1'),
  WEB_PORT: integer(0, 65_535).prefault('3000'),
  METRICS_HOST: z.string().default('127.0.0.1'),
  METRICS_PORT: integer(0, 65_535).optional(),
  TOKEN_KEY: tokenKeys,
  QUOTA_PER_TOKEN: integer(1, 1_000_000).prefault('600'),
  QUOTA_PER_ADDRESS: integerOrNone(1, 1_000_000).prefault('600'),
  GALAXY_COPY: z.enum(['on', 'off'], { error: 'must be on or off' }).default('on'),
  GAME_SITE_URL: folderUrl.optional(),
  TRANSFER_TYPED_ABOVE: integer(0, Number.MAX_SAFE_INTEGER).prefault('1000000'),
  OPERATOR_CONTACT: z.string().max(200, 'must be at most 200 characters').optional(),
  LINK_IDLE_DAYS: integerOrNone(30, 10_000).prefault('180'),
  WRITES: z.enum(['on', 'off'], { error: 'must be on or off' }).default('on'),
  LOG_LEVEL: z.enum(LOG_LEVELS, { error: `must be one of ${LOG_LEVELS.join(', ')}` }).default('info'),
});

/** The problem of a setting's value, in a sentence without it. */
export function problemOf(name: keyof typeof environment.shape, value: string): string | undefined {
  const { error } = environment.shape[name].safeParse(value || undefined);
  return error && `${name} ${error.issues[0]?.message}.`;
}

const ENDPOINTS = ['OAUTH_AUTHORIZATION_URL', 'OAUTH_TOKEN_URL', 'OAUTH_REVOCATION_URL'];
const endpoint = required(`without OAUTH_ISSUER, set all of ${ENDPOINTS.join(', ')}`).pipe(secureUrl);
const issuer = required(`set it, or set ${ENDPOINTS.join(', ')}`).pipe(secureUrl);
/** The game's OAuth server: discovered from its issuer, else these addresses. */
const discoveredServer = z
  .object({ OAUTH_ISSUER: issuer })
  .transform((env) => ({ server: { issuer: env.OAUTH_ISSUER } }));
const givenServer = z
  .object({ OAUTH_AUTHORIZATION_URL: endpoint, OAUTH_TOKEN_URL: endpoint, OAUTH_REVOCATION_URL: endpoint })
  .transform((env) => ({
    server: {
      authorizationUrl: env.OAUTH_AUTHORIZATION_URL,
      tokenUrl: env.OAUTH_TOKEN_URL,
      revocationUrl: env.OAUTH_REVOCATION_URL,
    },
  }));

const SETTINGS = [...Object.keys(environment.shape), 'OAUTH_ISSUER', ...ENDPOINTS];
/** Includes what Docker Compose, Node and the system read in `.env`. */
const IS_KNOWN = RegExp(`^(${SETTINGS.join('|')}|REDIS_PASSWORD|COMMLINK_IMAGE|TZ|(COMPOSE|NODE|HTTPS?|NO)_\\w+)$`);

export type Config = ReturnType<typeof toConfig>;

/** Reads environment variables (.env.example). Throws {@link ConfigError} with all problems. */
export function readConfig(variables: NodeJS.ProcessEnv): Config {
  const given = withoutEmpty(variables);
  const hasEndpoints = given['OAUTH_ISSUER'] === undefined && ENDPOINTS.some((name) => given[name] !== undefined);
  return toConfig(read(environment.and(hasEndpoints ? givenServer : discoveredServer), variables));
}

/** Discord's part of the configuration, for registering commands. Throws {@link ConfigError}. */
export function readDiscordConfig(variables: NodeJS.ProcessEnv): Config['discord'] {
  return toDiscordConfig(read(discordEnvironment, variables, Object.keys(discordEnvironment.shape)));
}

/** The store's part of the configuration, for operators' tasks. Throws {@link ConfigError}. */
export function readStoreConfig(variables: NodeJS.ProcessEnv): Config['store'] {
  return toStoreConfig(read(storeEnvironment, variables, Object.keys(storeEnvironment.shape)));
}

/** The environment with what `.env` of the working directory adds, if it exists. Throws
 * {@link ConfigError} if the file has unknown names. */
export function loadDotEnv(): NodeJS.ProcessEnv {
  if (!existsSync('.env')) return process.env;
  const settings = parseEnv(readFileSync('.env', 'utf8'));
  Object.assign(process.env, { ...settings, ...process.env });
  const unknown = Object.keys(settings).filter((name) => !IS_KNOWN.test(name));
  // A key that wraps to a line of its own is read as a long name.
  const toProblem = (name: string): string =>
    findTypingError(name, 3) ?? `${name.length > 40 ? 'A line of .env' : name} isn't a setting: see .env.example`;
  if (unknown.length > 0) throw new ConfigError(unknown.map(toProblem));
  return process.env;
}

function read<T>(schema: z.ZodType<T>, variables: NodeJS.ProcessEnv, settings = SETTINGS): T {
  const given = withoutEmpty(variables);
  const { data, error } = schema.safeParse(given);
  // Other programs have variables too, with names that may be near to a setting's.
  const absent = settings.filter((name) => given[name] === undefined);
  const findError = (name: string) => findTypingError(name, name.length < 12 ? 1 : 2, absent) ?? [];
  const typingErrors = Object.keys(given).flatMap(findError);
  if (!error && typingErrors.length === 0) return data;
  const problems = error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`) ?? [];
  throw new ConfigError([...typingErrors, ...problems]);
}

/** A sentence if the name isn't a setting, but near to one of these. */
function findTypingError(name: string, maxEdits: number, settings = SETTINGS): string | undefined {
  if (IS_KNOWN.test(name)) return undefined;
  const near = (edits: number) => settings.filter((setting) => isNear(name.toUpperCase(), setting, edits));
  const [meant] = Array.from({ length: maxEdits + 1 }, (_, edits) => near(edits)).flat();
  return meant && `${name} isn't a setting. Did you mean ${meant}?`;
}

/** True if at most so many letters were added, left out, changed or swapped. */
function isNear(one: string, other: string, edits: number): boolean {
  let same = 0;
  while (same < one.length && one[same] === other[same]) same += 1;
  const [a, b] = [one.slice(same), other.slice(same)];
  if (a === b || edits === 0) return a === b;
  const isSwapped = a.length > 1 && a[0] === b[1] && a[1] === b[0];
  const steps = [[1, 0], [0, 1], [1, 1], ...(isSwapped ? [[2, 2]] : [])];
  return steps.some(([ofA, ofB]) => isNear(a.slice(ofA), b.slice(ofB), edits - 1));
}

/** Kubernetes sets WEB_PORT=tcp://… for a service called web. */
function withoutEmpty(variables: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const isEmpty = (text: string) => /^[^=]*(=\s*$|_PORT=tcp:)/.test(text);
  return Object.fromEntries(Object.entries(variables).filter(([name, value = '']) => !isEmpty(`${name}=${value}`)));
}

function toConfig(env: z.output<typeof environment> & z.output<typeof discoveredServer | typeof givenServer>) {
  return {
    discord: toDiscordConfig(env),
    /** Interactions come over the gateway rather than as HTTP requests. */
    usesGateway: env.DISCORD_PUBLIC_KEY === undefined || env.DISCORD_GATEWAY === 'on',
    /** `siteUrl`: the game's website, for links to its pages. */
    game: { baseUrl: env.GAME_BASE_URL, ...(env.GAME_SITE_URL && { siteUrl: env.GAME_SITE_URL }) },
    oauth: { clientId: env.OAUTH_CLIENT_ID, clientSecret: env.OAUTH_CLIENT_SECRET, server: env.server },
    /** Browsers find the login pages at `publicUrl`; the process listens at `host` and `port`. */
    web: { publicUrl: env.PUBLIC_URL, host: env.WEB_HOST, port: env.WEB_PORT },
    metrics: env.METRICS_PORT === undefined ? undefined : { host: env.METRICS_HOST, port: env.METRICS_PORT },
    store: toStoreConfig(env),
    /** 32 bytes each, newest first: the first key seals, all of them open. */
    tokenKeys: env.TOKEN_KEY,
    /** Max requests an hour: per player, and for all players together if that is limited. */
    quota: { perToken: env.QUOTA_PER_TOKEN, perAddress: env.QUOTA_PER_ADDRESS },
    /** The bot keeps a copy of the galaxy, for which it reads all lists once a day. */
    galaxy: { isCopied: env.GALAXY_COPY === 'on' },
    /** Transfers of more credits are confirmed by typing the amount. */
    transfer: { typedConfirmationAbove: env.TRANSFER_TYPED_ABOVE },
    /** The operator's contact, for the bot's pages, and the days until unused links expire. */
    legal: { contact: env.OPERATOR_CONTACT, linkIdleDays: env.LINK_IDLE_DAYS },
    /** True if this process refuses to change the game, whatever `npm run thaw` says. */
    areWritesOff: env.WRITES === 'off',
    log: { level: env.LOG_LEVEL },
  };
}

function toStoreConfig(env: z.output<typeof storeEnvironment>) {
  return { redisUrl: env.REDIS_URL, replicas: env.REDIS_REPLICAS, file: env.DATABASE_FILE };
}

function toDiscordConfig(env: z.output<typeof discordEnvironment>) {
  return {
    token: env.DISCORD_TOKEN,
    ...(env.DISCORD_APPLICATION_ID && { applicationId: env.DISCORD_APPLICATION_ID }),
    ...(env.DISCORD_GUILD_ID && { guildId: env.DISCORD_GUILD_ID }),
    ...(env.DISCORD_PUBLIC_KEY && { publicKey: env.DISCORD_PUBLIC_KEY }),
    apiUrl: withoutTrailingSlash(env.DISCORD_API_URL),
    cdnUrl: withoutTrailingSlash(env.DISCORD_CDN_URL),
  };
}

function withoutTrailingSlash(url: URL): string {
  return url.href.replace(/\/+$/, '');
}
