import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createClient } from '@keyv/redis';
import { pino } from 'pino';
import { inject } from 'vitest';
import { createGameService, type GameService, type GameServiceOptions } from '../../sandbox/game/service.ts';
import { createTokenSources, type TokenSources } from '../../src/account/accessToken.ts';
import { createLinks, type Link, type Links } from '../../src/account/links.ts';
import { createLogin, type Login } from '../../src/account/login.ts';
import { LoginProblem } from '../../src/account/loginProblem.ts';
import type { DiscordUser } from '../../src/account/logins.ts';
import { createOAuth, type OAuth, type Tokens } from '../../src/account/oauth.ts';
import { createSealer, type Sealer } from '../../src/account/seal.ts';
import { createGameClient, type GameClient } from '../../src/game/client.ts';
import { ALL_SCOPES, type Scope } from '../../src/game/scopes.ts';
import type { Logger } from '../../src/log.ts';
import { openQuota } from '../../src/quota/openQuota.ts';
import { openStore } from '../../src/store/openStore.ts';
import type { Store } from '../../src/store/store.ts';
import { createTinyBrowser, type TinyBrowser } from '../support/browser.ts';

const silent = pino({ level: 'silent' });

/** The two engines, to run a suite over each. */
export const engines = [
  { engine: 'Redis', open: () => openStore({ redisUrl: inject('redisUrl'), file: '' }, silent) },
  { engine: 'SQLite', open: () => openStore({ file: sqliteFile }, silent) },
];
const folder = mkdtempSync(join(tmpdir(), 'commlink-account-'));
export const sqliteFile = join(folder, 'store.sqlite');
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

/** The outside world: the game's service with its own clock, and a page for callbacks. */
export type Outside = AsyncDisposable & {
  service: GameService;
  publicUrl: URL;
  client: { clientId: string; clientSecret: string };
  clock: { now: number };
};

export async function startOutside(options: GameServiceOptions = {}): Promise<Outside> {
  const landing = createServer((_, response) => response.end('landed'));
  landing.listen(0, '127.0.0.1');
  await once(landing, 'listening');
  const publicUrl = new URL(`http://127.0.0.1:${(landing.address() as AddressInfo).port}/`);
  const client = { clientId: 'commlink-test', clientSecret: randomUUID() };
  const clock = { now: Date.now() };
  const service = await createGameService({
    clients: [{ ...client, redirectUris: [new URL('login/callback', publicUrl).href] }],
    limitPerHour: 1_000_000,
    clock: () => clock.now,
    ...options,
  });
  return {
    service,
    publicUrl,
    client,
    clock,
    async [Symbol.asyncDispose]() {
      await service.close();
      landing.closeAllConnections();
      landing.close();
      await once(landing, 'close');
    },
  };
}

/** The account part of one process, with its own clock. */
export type Process = AsyncDisposable & {
  store: Store;
  sealer: Sealer;
  links: Links;
  oauth: OAuth;
  game: GameClient;
  login: Login;
  tokenSources: TokenSources;
  clock: { now: number };
  /** All tokens that the OAuth server sent this process. */
  given: Tokens[];
};

export type ProcessOptions = {
  outside: Outside;
  store: Store;
  keys?: Buffer[];
  isLive?: boolean;
  /** How a refresh stores its link. */
  replaceLink?: Links['replace'];
  /** Called when refreshed tokens were lost. */
  onLost?: (discordUserId: string, locale: string | undefined) => Promise<unknown>;
  wait?: (ms: number) => Promise<unknown>;
  log?: Logger;
};

export const KEY = randomBytes(32);

export function startProcess({
  outside,
  store,
  keys = [KEY],
  isLive = false,
  replaceLink,
  onLost = async () => {},
  wait = async () => {},
  log = silent,
}: ProcessOptions): Process {
  const { service, publicUrl, client } = outside;
  const clock = { now: outside.clock.now };
  const now = () => clock.now;
  const sealer = createSealer(keys);
  const links = createLinks(store, sealer);
  const game = createGameClient({
    baseUrl: new URL(service.baseUrl),
    queue: openQuota({ perToken: 1_000_000 }),
    log,
    pause: async () => {},
  });
  const endpoint = (name: string): URL => new URL(`/ws/oauth2/${name}`, service.url);
  const server = isLive
    ? { authorizationUrl: endpoint('auth/'), tokenUrl: endpoint('token/'), revocationUrl: endpoint('revoke') }
    : { issuer: new URL(service.issuer) };
  const real = createOAuth({ ...client, server, redirectUrl: new URL('login/callback', publicUrl), now });
  const given: Tokens[] = [];
  const noted = async (tokens: Promise<Tokens>): Promise<Tokens> => {
    given.push(await tokens);
    return tokens;
  };
  const oauth: OAuth = {
    ...real,
    exchange: (query, expected) => noted(real.exchange(query, expected)),
    refresh: (refreshToken) => noted(real.refresh(refreshToken)),
  };
  return {
    store,
    sealer,
    links,
    oauth,
    game,
    login: createLogin({ store, links, oauth, sealer, game, log, publicUrl, now }),
    tokenSources: createTokenSources({
      store,
      links: { ...links, ...(replaceLink && { replace: replaceLink }) },
      oauth,
      sealer,
      game,
      log,
      onLost,
      now,
      wait,
    }),
    clock,
    given,
    [Symbol.asyncDispose]: () => game.close(),
  };
}

export function newUser(): DiscordUser {
  const id = `${randomInt(1e9, 2 ** 47)}`.padStart(18, '9');
  return { id, name: `User ${id}`, username: `user.${id}` };
}

/** Signs in and decides on the game's pages; returns the callback's query. */
export async function consent(
  url: URL,
  handle: string,
  { decision = 'allow', browser = createTinyBrowser() }: { decision?: string; browser?: TinyBrowser } = {},
): Promise<URLSearchParams> {
  const question = await browser.submit(await browser.open(url), { handle, password: 'sandbox' });
  const landed = await browser.submit(question, { decision });
  if (landed.html !== 'landed') throw new Error(`not back at the bot, but at ${landed.url.href}: ${landed.html}`);
  return landed.url.searchParams;
}

/** A login up to the code. */
export async function signIn(
  { login }: Pick<Process, 'login'>,
  user: DiscordUser,
  handle: string,
  scopes: readonly Scope[] = ALL_SCOPES,
) {
  const { loginId, url } = await login.begin(user, scopes);
  const linkToken = tokenOf(url);
  const started = await login.start(linkToken, undefined);
  const callback = await consent(started.url, handle);
  const { code } = await login.finish(callback, started.cookie);
  return { loginId, linkToken, cookie: started.cookie, callback, code };
}

/** A whole login. */
export async function linkUp(process: Pick<Process, 'login'>, user: DiscordUser, handle: string): Promise<Link> {
  const { loginId, code } = await signIn(process, user, handle);
  await process.login.enterCode(loginId, user.id, code);
  return await process.login.confirm(loginId, user.id);
}

export function tokenOf(link: URL): string {
  return link.pathname.split('/').at(-1) ?? '';
}

/** The problem that a step of a login ends with, or `done`. */
export async function problemOf(step: Promise<unknown>): Promise<string> {
  const outcome = await step.then(
    () => 'done',
    (error: unknown) => error,
  );
  if (outcome === 'done') return 'done';
  if (outcome instanceof LoginProblem) return outcome.code;
  throw outcome;
}

/** Whether the game accepts this access token. */
export async function isAlive({ game }: Pick<Process, 'game'>, accessToken: string | undefined): Promise<boolean> {
  const source = { budget: 'test', accessToken: async () => accessToken ?? '', renew: async () => undefined };
  return await game
    .actingAs(source)
    .character.me()
    .then(
      () => true,
      () => false,
    );
}

/** Whether the OAuth server accepts this refresh token, which uses it up. */
export async function isRefreshable(
  { oauth }: Pick<Process, 'oauth'>,
  refreshToken: string | undefined,
): Promise<boolean> {
  return await oauth.refresh(refreshToken ?? '').then(
    () => true,
    () => false,
  );
}

/** Everything in the store that mentions `about`, as raw text. */
export async function rawText(engine: string, about: string): Promise<string> {
  if (engine === 'SQLite') {
    const database = new DatabaseSync(sqliteFile, { readOnly: true });
    const rows = database.prepare('SELECT namespace, key, value FROM entry').all();
    database.close();
    return rows
      .map((row) => JSON.stringify(row))
      .filter((text) => text.includes(about))
      .join('\n');
  }
  const client = await createClient({ url: inject('redisUrl') }).connect();
  const found: string[] = [];
  for await (const keys of client.scanIterator({ MATCH: '*', COUNT: 1_000 })) {
    for (const key of keys) {
      const text = `${key} ${(await client.type(key)) === 'string' ? await client.get(key) : ''}`;
      if (text.includes(about)) found.push(text);
    }
  }
  client.destroy();
  return found.join('\n');
}
