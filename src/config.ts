import { existsSync } from 'node:fs';
import { z } from 'zod';

/** The process's configuration, made only by {@link readConfig}. */
export type Config = {
  discord: { token: string; applicationId?: string; guildId?: string; apiUrl: string; cdnUrl: string };
  game: { baseUrl: URL };
  oauth: OAuthConfig;
  /** Browsers find the login pages at `publicUrl`; the process listens at `host` and `port`. */
  web: { publicUrl: URL; host: string; port: number };
  /** Where metrics are served, if they are. */
  metrics?: { host: string; port: number };
  store: { redisUrl?: string; file: string };
  /** 32 bytes each, newest first: the first key seals, all of them open. */
  tokenKeys: Buffer[];
  /** Requests an hour: of each player, and of all players together if that is limited. */
  quota: { perToken: number; perAddress?: number };
  /** Credits above which a transfer is confirmed by typing its amount. */
  transfer: { typedConfirmationAbove: number };
  log: { level: string };
};

export type OAuthConfig = {
  clientId: string;
  clientSecret: string;
  server: { issuer: URL } | { authorizationUrl: URL; tokenUrl: URL; revocationUrl: URL };
};

/** One or more variables are missing or wrong; `problems` names each one, without its value. */
export class ConfigError extends Error {
  override name = 'ConfigError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The configuration has problems:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.problems = problems;
  }
}

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
const secureUrl = z.string().transform((text, context) => {
  const url = URL.parse(text);
  if (url && (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname)))) return url;
  context.addIssue(
    url ? 'must start with https:// (only this machine may have http://, e.g. http://127.0.0.1:3000)' : 'must be a URL',
  );
  return z.NEVER;
});

const folderUrl = secureUrl.transform((url) =>
  url.pathname.endsWith('/') ? url : new URL(`${url.href.replace(/[?#].*/, '')}/`),
);

const tokenKeys = required('32 random bytes in base64; make one with: openssl rand -base64 32').transform(
  (text, context) => {
    const keys = text.split(',').map((key) => key.trim());
    // 32 bytes; Node's decoder would skip a typing error.
    if (keys.every((key) => /^[\w+/-]{43}=?$/.test(key))) {
      const bytes = keys.map((key) => Buffer.from(key, 'base64'));
      // About 30 of 32 random bytes differ; a key with fewer than 16 isn't random.
      if (bytes.every((key) => new Set(key).size >= 16)) return bytes;
    }
    context.addIssue('must be 32 random bytes in base64, or several such keys separated by commas, newest first');
    return z.NEVER;
  },
);

const environment = z.object({
  DISCORD_TOKEN: required("the bot's token, from the Discord developer portal"),
  DISCORD_APPLICATION_ID: snowflake.optional(),
  DISCORD_GUILD_ID: snowflake.optional(),
  DISCORD_API_URL: secureUrl.prefault('https://discord.com/api'),
  DISCORD_CDN_URL: secureUrl.prefault('https://cdn.discordapp.com'),
  GAME_BASE_URL: required("the game service's address, e.g. https://www.swcombine.com/ws/v2.0/").pipe(folderUrl),
  OAUTH_CLIENT_ID: required('the client id that the game gave you'),
  OAUTH_CLIENT_SECRET: required('the client secret that the game gave you'),
  OAUTH_ISSUER: secureUrl.optional(),
  OAUTH_AUTHORIZATION_URL: secureUrl.optional(),
  OAUTH_TOKEN_URL: secureUrl.optional(),
  OAUTH_REVOCATION_URL: secureUrl.optional(),
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
  REDIS_URL: z
    .string()
    .refine((text) => /^rediss?:\/\/[^\s/]+/.test(text) && URL.canParse(text), 'must look like redis://host:6379')
    .optional(),
  DATABASE_FILE: z.string().default('data/commlink.sqlite'),
  TOKEN_KEY: tokenKeys,
  QUOTA_PER_TOKEN: integer(1, 1_000_000).prefault('600'),
  QUOTA_PER_ADDRESS: integerOrNone(1, 1_000_000).prefault('600'),
  TRANSFER_TYPED_ABOVE: integer(0, Number.MAX_SAFE_INTEGER).prefault('1000000'),
  LOG_LEVEL: z.enum(LOG_LEVELS, { error: `must be one of ${LOG_LEVELS.join(', ')}` }).default('info'),
});

type Environment = z.output<typeof environment>;

const discordEnvironment = environment.pick({
  DISCORD_TOKEN: true,
  DISCORD_APPLICATION_ID: true,
  DISCORD_GUILD_ID: true,
  DISCORD_API_URL: true,
  DISCORD_CDN_URL: true,
});

const ENDPOINTS = ['OAUTH_AUTHORIZATION_URL', 'OAUTH_TOKEN_URL', 'OAUTH_REVOCATION_URL'] as const;

/**
 * Reads the configuration from environment variables (.env.example lists them); an empty variable
 * counts as not set. Throws {@link ConfigError} with every problem at once.
 */
export function readConfig(variables: Record<string, string | undefined>): Config {
  const given = withoutEmpty(variables);
  const parsed = environment.safeParse(given);
  const problems = [...toProblems(parsed.error), ...oauthServerProblems(given)];
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems);
  return toConfig(parsed.data);
}

/** Discord's part of the configuration, for registering commands. Throws {@link ConfigError}. */
export function readDiscordConfig(variables: Record<string, string | undefined>): Config['discord'] {
  const parsed = discordEnvironment.safeParse(withoutEmpty(variables));
  if (!parsed.success) throw new ConfigError(toProblems(parsed.error));
  return toDiscordConfig(parsed.data);
}

/** Reads `.env` of the working directory into the environment, if it exists; overwrites nothing. */
export function loadDotEnv(): void {
  if (existsSync('.env')) process.loadEnvFile('.env');
}

function withoutEmpty(variables: Record<string, string | undefined>): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value.trim() !== ''),
  );
}

function toProblems(error: z.ZodError | undefined): string[] {
  return error?.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`) ?? [];
}

function oauthServerProblems(given: Record<string, string | undefined>): string[] {
  if (given['OAUTH_ISSUER'] !== undefined) return [];
  const missing = ENDPOINTS.filter((name) => given[name] === undefined);
  if (missing.length === ENDPOINTS.length) return [`OAUTH_ISSUER is missing: set it, or set ${ENDPOINTS.join(', ')}`];
  return missing.map((name) => `${name} is missing: without OAUTH_ISSUER, set all of ${ENDPOINTS.join(', ')}`);
}

function toConfig(env: Environment): Config {
  return {
    discord: toDiscordConfig(env),
    game: { baseUrl: env.GAME_BASE_URL },
    oauth: { clientId: env.OAUTH_CLIENT_ID, clientSecret: env.OAUTH_CLIENT_SECRET, server: toOAuthServer(env) },
    web: { publicUrl: env.PUBLIC_URL, host: env.WEB_HOST, port: env.WEB_PORT },
    ...(env.METRICS_PORT !== undefined && { metrics: { host: env.METRICS_HOST, port: env.METRICS_PORT } }),
    store: { ...(env.REDIS_URL && { redisUrl: env.REDIS_URL }), file: env.DATABASE_FILE },
    tokenKeys: env.TOKEN_KEY,
    quota: { perToken: env.QUOTA_PER_TOKEN, ...(env.QUOTA_PER_ADDRESS && { perAddress: env.QUOTA_PER_ADDRESS }) },
    transfer: { typedConfirmationAbove: env.TRANSFER_TYPED_ABOVE },
    log: { level: env.LOG_LEVEL },
  };
}

function toDiscordConfig(env: z.output<typeof discordEnvironment>): Config['discord'] {
  return {
    token: env.DISCORD_TOKEN,
    ...(env.DISCORD_APPLICATION_ID && { applicationId: env.DISCORD_APPLICATION_ID }),
    ...(env.DISCORD_GUILD_ID && { guildId: env.DISCORD_GUILD_ID }),
    apiUrl: withoutTrailingSlash(env.DISCORD_API_URL),
    cdnUrl: withoutTrailingSlash(env.DISCORD_CDN_URL),
  };
}

function toOAuthServer(env: Environment): OAuthConfig['server'] {
  const { OAUTH_ISSUER, OAUTH_AUTHORIZATION_URL, OAUTH_TOKEN_URL, OAUTH_REVOCATION_URL } = env;
  if (OAUTH_ISSUER) return { issuer: OAUTH_ISSUER };
  if (OAUTH_AUTHORIZATION_URL && OAUTH_TOKEN_URL && OAUTH_REVOCATION_URL) {
    return {
      authorizationUrl: OAUTH_AUTHORIZATION_URL,
      tokenUrl: OAUTH_TOKEN_URL,
      revocationUrl: OAUTH_REVOCATION_URL,
    };
  }
  throw new ConfigError(['OAUTH_ISSUER is missing']);
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

function withoutTrailingSlash(url: URL): string {
  return url.href.replace(/\/+$/, '');
}
