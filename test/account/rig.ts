import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { createClient } from '@keyv/redis';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, onTestFinished } from 'vitest';
import { createGameService, type GameServiceOptions } from '../../sandbox/game/service.ts';
import { createTokenSources } from '../../src/account/accessToken.ts';
import { createLinks, type Link, type Links } from '../../src/account/links.ts';
import { createLogin } from '../../src/account/login.ts';
import { LoginProblem } from '../../src/account/loginProblem.ts';
import type { DiscordUser } from '../../src/account/logins.ts';
import { createOAuth, type OAuth, type Tokens } from '../../src/account/oauth.ts';
import { createSealer } from '../../src/account/seal.ts';
import { ALL_SCOPES } from '../../src/game/scopes.ts';
import { openStore } from '../../src/store/openStore.ts';
import type { Store } from '../../src/store/store.ts';
import { createRig, createSource } from '../game/rig.ts';
import { createTinyBrowser } from '../support/browser.ts';
import { startHttpServer } from '../support/httpServer.ts';
import { emptyDatabase } from '../support/redisDatabase.ts';

export const silent = pino({ level: 'silent' });

const redisOfFile = async () => openStore({ redisUrl: await ownRedis(), file: '' }, silent);
/** The store for rules that both engines share, until the test ends. */
export const openRedis = async () => closeAfterTest(await redisOfFile());
/** A store in memory, until the test ends. */
export const openMemory = async (log = silent) => closeAfterTest(await openStore({ file: ':memory:' }, log));

function closeAfterTest(store: Store): Store {
  onTestFinished(() => store.close());
  return store;
}

const redisUrls = new Map<string | undefined, Promise<string>>();
/** A Redis for each file, although they share this module: another's bot would do what is due. */
function ownRedis(): Promise<string> {
  const { testPath } = expect.getState();
  const url = redisUrls.get(testPath) ?? emptyDatabase(inject('redisUrl'));
  redisUrls.set(testPath, url);
  return url;
}

export type Outside = Awaited<ReturnType<typeof startOutside>>;

/** The outside world: the game's service with its own clock, and a page for callbacks. */
export async function startOutside(options: GameServiceOptions = {}) {
  const landing = await startHttpServer((_, response) => response.end('landed'));
  const publicUrl = new URL(landing.url);
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
      await landing[Symbol.asyncDispose]();
    },
  };
}

export type ProcessOptions = {
  outside: Outside;
  store: Store;
  keys?: Buffer[];
  isLive?: boolean;
  /** Stores the link of a refresh. */
  replaceLink?: Links['replace'];
  onLost?: (discordUserId: string, locale: string | undefined) => Promise<unknown>;
};

export const KEY = randomBytes(32);

export type Process = ReturnType<typeof startProcess>;

/** The account part of one process, with its own clock. `given`: all tokens that it got. */
export function startProcess({ outside, store, isLive = false, replaceLink, ...options }: ProcessOptions) {
  const { keys = [KEY], onLost = async () => {} } = options;
  const { service, publicUrl, client } = outside;
  const clock = { now: outside.clock.now };
  const now = () => clock.now;
  const sealer = createSealer(keys);
  const links = createLinks(store, sealer);
  const { client: game } = createRig(service);
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
    login: createLogin({ store, links, oauth, sealer, game, log: silent, publicUrl, now }),
    tokenSources: createTokenSources({
      ...{ store, oauth, sealer, game, log: silent, onLost, now },
      links: { ...links, ...(replaceLink && { replace: replaceLink }) },
      wait: async () => {},
    }),
    clock,
    given,
    [Symbol.asyncDispose]: () => game.close(),
  };
}

/** Two processes over one store, and a new user for each test of a `describe`. */
export function useProcesses() {
  const [outside, here, there, user] = [{} as Outside, {} as Process, {} as Process, {} as DiscordUser];
  const stores: Store[] = [];
  beforeAll(async () => {
    Object.assign(outside, await startOutside());
    stores.push(await redisOfFile(), await redisOfFile());
  });
  afterAll(async () => {
    for (const store of stores) await store.close();
    await outside[Symbol.asyncDispose]();
  });
  beforeEach(() => {
    const [first, second] = stores.map((store) => startProcess({ outside, store }));
    Object.assign(here, first);
    Object.assign(there, second);
    Object.assign(user, newUser());
  });
  afterEach(async () => {
    outside.service.faults.clear();
    for (const process of [here, there]) await process[Symbol.asyncDispose]();
  });
  return { outside, here, there, user };
}

export function newUser(): DiscordUser {
  const id = `${randomInt(1e9, 2 ** 47)}`.padStart(18, '9');
  return { id, name: `User ${id}`, username: `user.${id}` };
}

/** Signs in and decides on the game's pages; returns the callback's query. */
export async function consent(url: URL, handle: string, decision = 'allow'): Promise<URLSearchParams> {
  const browser = createTinyBrowser();
  const question = await browser.submit(await browser.open(url), { handle, password: 'sandbox' });
  const landed = await browser.submit(question, { decision });
  if (landed.html !== 'landed') throw new Error(`not back at the bot, but at ${landed.url.href}: ${landed.html}`);
  return landed.url.searchParams;
}

type Part = Pick<Process, 'login'>;

export async function reachCallback({ login }: Part, user: DiscordUser, handle = 'Vael Ondar') {
  const { loginId, url } = await login.begin(user, ALL_SCOPES);
  const linkToken = tokenOf(url);
  const started = await login.start(linkToken, undefined, ALL_SCOPES);
  return { loginId, linkToken, cookie: started.cookie, callback: await consent(started.url, handle) };
}

/** A login up to the code. */
export async function signIn(part: Part, user: DiscordUser, handle?: string) {
  const reached = await reachCallback(part, user, handle);
  const { code } = await part.login.finish(reached.callback, reached.cookie);
  return { ...reached, code };
}

/** A login up to the confirmation. */
export async function acceptCode(part: Part, user: DiscordUser, handle?: string) {
  const login = await signIn(part, user, handle);
  await part.login.enterCode(login.loginId, user.id, login.code);
  return login;
}

export async function linkUp(part: Part, user: DiscordUser, handle?: string): Promise<Link> {
  const { loginId } = await acceptCode(part, user, handle);
  return await part.login.confirm(loginId, user.id);
}

export function tokenOf(link: URL): string {
  return link.pathname.split('/').at(-1) ?? '';
}

/** The error of a step of a login, or `done`. */
export async function problemOf(step: Promise<unknown>): Promise<string> {
  try {
    await step;
    return 'done';
  } catch (error) {
    if (error instanceof LoginProblem) return error.code;
    throw error;
  }
}

/** True if the game accepts this access token. */
export async function isAlive({ game }: Pick<Process, 'game'>, accessToken: string | undefined): Promise<boolean> {
  return await succeeds(game.actingAs(createSource(accessToken ?? '')).character.me());
}

/** True if the OAuth server accepts this refresh token, which uses it up. */
export async function isRefreshable({ oauth }: Pick<Process, 'oauth'>, token: string | undefined): Promise<boolean> {
  return await succeeds(oauth.refresh(token ?? ''));
}

async function succeeds(call: Promise<unknown>): Promise<boolean> {
  return await call.then(() => true).catch(() => false);
}

/** Everything in Redis that mentions `about`, as raw text. */
export async function rawText(about: string): Promise<string> {
  const client = await createClient({ url: await ownRedis() }).connect();
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
