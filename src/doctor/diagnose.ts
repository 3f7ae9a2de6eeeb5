import querystring from 'node:querystring';
import { type Config, ConfigError, readConfig } from '../config.ts';
import { createRest } from '../discord/connection/rest.ts';
import { createLogger, type Logger } from '../log.ts';
import { openStore } from '../store/openStore.ts';
import type { Store } from '../store/store.ts';
import { withTimeout } from '../time/withTimeout.ts';
import { type Check, evaluate, type Outcome, reasonOf } from './check.ts';
import { checkCommands, checkDiscord } from './discordChecks.ts';
import { checkGame, checkOAuth } from './gameChecks.ts';
import { checkKeys, checkStore } from './storeChecks.ts';
import { checkAddress } from './webChecks.ts';

const CHECK_TIMEOUT_MS = 20_000;

type Row = [subject: string, check: Check, fixIfItFails: string];

/** Checks that also run at a start: one request to Discord, and a look at the database. */
const CHEAP_CHECKS: readonly Row[] = [
  ['Discord', checkDiscord, 'Check the network.'],
  [
    'Database',
    checkStore,
    "Start Redis (every node) and check REDIS_URL, or make DATABASE_FILE writable for the bot's user.",
  ],
];
const CHECKS: readonly Row[] = [
  ...CHEAP_CHECKS,
  ['Keys', checkKeys, 'Fix the database first.'],
  ['Commands', checkCommands, 'Check DISCORD_TOKEN, and that the bot is in the server DISCORD_GUILD_ID.'],
  ['Login pages', checkAddress, 'Check PUBLIC_URL.'],
  ['Game', checkGame, 'Check the network and GAME_BASE_URL, or wait until it works again.'],
  ['Login', checkOAuth, 'Check the OAUTH_ addresses, or wait until the game works again.'],
];

/** Runs all checks of a bot with this environment. The outcomes contain no secrets. */
export async function diagnose(environment: NodeJS.ProcessEnv, now: () => number = Date.now): Promise<Outcome[]> {
  try {
    const config = readConfig(environment);
    return [...evaluate('Settings', [], 'All are set and valid.'), ...(await runChecks(CHECKS, config, now))];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const fix = 'Correct it in .env; .env.example explains it.';
    return error.problems.flatMap((problem) => evaluate('Settings', [[true, `${problem}.`, fix]], ''));
  }
}

/** Logs what the cheap checks find. Never rejects. */
export async function logProblems(config: Config, log: Logger): Promise<void> {
  for (const { status, subject, sentence, fix } of await runChecks(CHEAP_CHECKS, config, Date.now))
    if (status !== 'ok') log.warn({ fix }, `${subject}: ${sentence}`);
}

async function runChecks(checks: readonly Row[], config: Config, now: () => number): Promise<Outcome[]> {
  let opening: Promise<Store> | undefined;
  const store = (): Promise<Store> => {
    opening ??= openStore(config.store, createLogger({ level: 'silent' }));
    return opening;
  };
  const parts = { config, rest: createRest(config.discord), store, now };
  const run = ([subject, check, fix]: Row): Promise<Outcome[]> =>
    withTimeout(check(parts), CHECK_TIMEOUT_MS).catch((error: unknown) =>
      evaluate(subject, [[true, `This check failed: ${reasonOf(error)}.`, fix]], ''),
    );
  const outcomes = (await Promise.all(checks.map(run))).flat();
  await opening?.then((opened) => opened.close()).catch(() => {});
  // Reasons come from libraries, which may quote what they were given.
  const { password } = new URL(config.store.redisUrl ?? 'redis:');
  const keys = config.tokenKeys.map((key) => key.toString('base64'));
  const secrets = [config.discord.token, config.oauth.clientSecret, password, querystring.unescape(password), ...keys];
  const clean = (text: string): string =>
    secrets.reduce((cleaned, secret) => (secret === '' ? cleaned : cleaned.replaceAll(secret, '…')), text);
  return outcomes.map((outcome) => ({ ...outcome, sentence: clean(outcome.sentence) }));
}
