import querystring from 'node:querystring';
import { type Config, ConfigError, readConfig } from '../config.ts';
import { createRest } from '../discord/connection/rest.ts';
import { reasonOf } from '../errors.ts';
import { createLogger, type Logger } from '../log.ts';
import { CHECKS as ONCE } from '../store/createStore.ts';
import { openCheckedStore } from '../store/openStore.ts';
import { type Store, StoreUnavailable } from '../store/store.ts';
import { findWayOut } from '../store/wayOut.ts';
import { every } from '../time/every.ts';
import { withTimeout } from '../time/withTimeout.ts';
import { type Check, evaluate, type Outcome, type Parts } from './check.ts';
import { checkCommands, checkDiscord } from './discordChecks.ts';
import { checkGame, checkOAuth } from './gameChecks.ts';
import { checkKeys, checkStore } from './storeChecks.ts';
import { checkAddress, checkSettings } from './webChecks.ts';

const CHECK_TIMEOUT_MS = 20_000;
const LOGIN_EVERY_MS = 60 * 60_000;
const LOGIN_FIX = 'Check the OAUTH_ addresses, or wait until the game works again.';

type Row = [subject: string, check: Check, fixIfItFails: string];

/** Checks that also run at a start: one request to Discord, and a look at the database. */
const CHEAP_CHECKS: readonly Row[] = [
  ['Settings', checkSettings, ''],
  ['Discord', checkDiscord, 'Check the network.'],
  ['Database', checkStore, 'Check REDIS_URL, or without it DATABASE_FILE.'],
];
const CHECKS: readonly Row[] = [
  ...CHEAP_CHECKS,
  ['Keys', checkKeys, 'Check TOKEN_KEY.'],
  ['Commands', checkCommands, 'Check DISCORD_TOKEN, and that the bot is in the server DISCORD_GUILD_ID.'],
  ['Login pages', checkAddress, 'Check PUBLIC_URL.'],
  ['Game', checkGame, 'Check the network and GAME_BASE_URL, or wait until it works again.'],
  ['Login', checkOAuth, LOGIN_FIX],
];
const LOGIN_IF_DUE: Row = ['Login', checkOAuthIfDue, LOGIN_FIX];

/** Checks about once an hour for all processes, even if they restart. */
async function checkOAuthIfDue(parts: Parts): Promise<Outcome[]> {
  const isDue = await (await parts.store()).collection(ONCE).add('login', 1, LOGIN_EVERY_MS * 0.9);
  return isDue ? await checkOAuth(parts) : [];
}

/** Runs all checks of a bot with this environment. The outcomes contain no secrets. */
export async function diagnose(read: () => NodeJS.ProcessEnv, now: () => number = Date.now): Promise<Outcome[]> {
  try {
    return await runChecks(CHECKS, readConfig(read()), now);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const fix = 'Correct it in .env; .env.example explains it.';
    return error.problems.flatMap((problem) => evaluate('Settings', [[true, problem.replace(/\w$/, '$&.'), fix]], ''));
  }
}

/** Logs what the cheap checks find, and what the login's finds from then on. Never rejects. */
export async function keepChecking(config: Config, log: Logger): Promise<void> {
  const check = async (checks: readonly Row[]): Promise<void> => {
    for (const { status, subject, sentence, fix } of await runChecks(checks, config, Date.now))
      if (status !== 'ok') log.warn({ fix }, `${subject}: ${sentence}`);
  };
  every(LOGIN_EVERY_MS, () => check([LOGIN_IF_DUE]));
  await check([...CHEAP_CHECKS, LOGIN_IF_DUE]);
}

async function runChecks(checks: readonly Row[], config: Config, now: () => number): Promise<Outcome[]> {
  let opening: Promise<Store> | undefined;
  const store = (): Promise<Store> => {
    opening ??= openCheckedStore(config.store, createLogger({ level: 'silent' }));
    return opening;
  };
  const parts = { config, rest: createRest(config.discord), store, now };
  const run = ([subject, check, fix]: Row): Promise<Outcome[]> =>
    withTimeout(check(parts), CHECK_TIMEOUT_MS).catch((error: unknown) => {
      const reason = reasonOf(error);
      const needsStore = error instanceof StoreUnavailable && 'Fix the database first.';
      const wayOut = subject === 'Database' ? findWayOut(reason) : needsStore;
      return evaluate(subject, [[true, `This check failed: ${reason}.`, wayOut || fix]], '');
    });
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
