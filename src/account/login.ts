import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { GameClient } from '../game/client.ts';
import { ALL_SCOPES, type Scope } from '../game/scopes.ts';
import type { Logger } from '../log.ts';
import type { Store } from '../store/store.ts';
import { toBudget } from './accessToken.ts';
import { type Link, type Links, openTokens, sealTokens, toLinkLock } from './links.ts';
import { LoginProblem } from './loginProblem.ts';
import { type LoggedOut, logOut } from './logOut.ts';
import { type OAuth, OAuthError, type Tokens } from './oauth.ts';
import type { Sealer } from './seal.ts';

/** How long a login may take from its first message to its confirmation. */
export const LOGIN_LIFETIME_MS = 10 * 60_000;
/** The path of the OAuth callback below the public address, to be registered with the game. */
export const CALLBACK_PATH = 'login/callback';

const MOST_TRIES = 5;
/** The exchange of a code, and whom it is for, from a service that is slow and asked again. */
const LONGEST_STEP_MS = 90_000;

export type Character = Link['character'];
export type DiscordUser = { id: string; name: string };

/**
 * The login flow: a one-time link, bound to the browser that opens it; the game's consent page; a code that this browser
 * alone shows and the Discord user types back; a last look at the character's name; the stored link. Whoever forwards the
 * link to a stranger gains nothing. All methods throw {@link LoginProblem}.
 */
export type Login = {
  begin(user: DiscordUser, scopes: readonly Scope[]): Promise<{ loginId: string; url: URL; expiresAt: number }>;
  /** For the page behind the link: who is linking, and what is asked. Changes nothing. */
  inspect(linkToken: string): Promise<{ user: DiscordUser; scopes: Scope[] }>;
  /** Binds the login to the browser that holds `cookie` (or to a new one) and gives the game's address to go to. */
  start(linkToken: string, cookie: string | undefined): Promise<{ url: URL; cookie: string }>;
  /** Takes the game's answer, once; gives the code to show. */
  finish(callbackQuery: URLSearchParams, cookie: string | undefined): Promise<{ code: string; user: DiscordUser }>;
  /** The code once more, for the same browser, until it was entered. */
  showCode(cookie: string | undefined): Promise<{ code: string; user: DiscordUser }>;
  /** The code as typed back in Discord; gives the character to confirm. */
  enterCode(loginId: string, userId: string, typed: string): Promise<Character>;
  /** Stores the link. */
  confirm(loginId: string, userId: string): Promise<Link>;
  /** Ends the login and gives its tokens back. */
  cancel(loginId: string, userId: string): Promise<void>;
  /** Revokes and erases an existing link. */
  logOut(userId: string): Promise<LoggedOut>;
};

const storedLogin = z.object({
  loginId: z.string(),
  user: z.object({ id: z.string(), name: z.string() }),
  scopes: z.array(z.enum(ALL_SCOPES)),
  expiresAt: z.number(),
  stage: z.enum(['invited', 'authorizing', 'signedIn', 'codeAccepted']),
  browserHash: z.string().optional(),
  state: z.string().optional(),
  /** The PKCE verifier, then the code and the tokens: sealed. */
  secret: z.string().optional(),
  triesLeft: z.number(),
  character: z.object({ uid: z.string(), name: z.string() }).optional(),
  grantedScopes: z.array(z.string()).optional(),
  tokens: z.string().optional(),
});
type StoredLogin = z.output<typeof storedLogin>;

export type LoginOptions = {
  store: Store;
  links: Links;
  oauth: OAuth;
  sealer: Sealer;
  game: GameClient;
  log: Logger;
  /** How browsers reach this process; ends in a slash. */
  publicUrl: URL;
  now?: () => number;
};

export function createLogin({
  store,
  links,
  oauth,
  sealer,
  game,
  log,
  publicUrl,
  now = Date.now,
}: LoginOptions): Login {
  const logins = store.collection('login', storedLogin);
  const idsByLink = store.collection('login-link', z.string());
  const idsByState = store.collection('login-state', z.string());
  const idsByBrowser = store.collection('login-browser', z.string());

  const save = (login: StoredLogin): Promise<void> =>
    logins.set(login.loginId, login, Math.max(1, login.expiresAt - now()));
  const find = async (loginId: string | undefined): Promise<StoredLogin> => {
    const login = loginId === undefined ? undefined : await logins.get(loginId);
    if (!login || login.expiresAt <= now()) throw new LoginProblem('expired');
    return login;
  };
  const findOwn = async (loginId: string, userId: string): Promise<StoredLogin> => {
    const login = await find(loginId);
    if (login.user.id !== userId) throw new LoginProblem('expired');
    return login;
  };
  /** State is read after the lock is taken, so that two tabs, or two processes, cannot both act on the same stage. */
  const locked = <T>(loginId: string, work: () => Promise<T>): Promise<T> =>
    store.withLock(`login:${loginId}`, work, { ttlMs: LONGEST_STEP_MS });
  const revoke = (loginId: string, tokens: Tokens): Promise<void> =>
    oauth.revoke(tokens).catch((err: unknown) => {
      log.warn({ err, loginId }, 'could not revoke the tokens of an abandoned login');
    });
  const giveBack = async ({ loginId, tokens }: StoredLogin): Promise<void> => {
    await logins.delete(loginId);
    if (tokens !== undefined) await revoke(loginId, openTokens(sealer, tokens, loginId));
  };

  return {
    async begin(user, scopes) {
      const [loginId, linkToken] = [randomToken(12), randomToken(24)];
      const expiresAt = now() + LOGIN_LIFETIME_MS;
      await save({ loginId, user, scopes: [...scopes], expiresAt, stage: 'invited', triesLeft: MOST_TRIES });
      await idsByLink.set(hash(linkToken), loginId, LOGIN_LIFETIME_MS);
      return { loginId, url: new URL(`login/${linkToken}`, publicUrl), expiresAt };
    },

    async inspect(linkToken) {
      const { user, scopes } = await find(await idsByLink.get(hash(linkToken)));
      return { user, scopes };
    },

    async start(linkToken, cookie) {
      const { loginId } = await find(await idsByLink.get(hash(linkToken)));
      return await locked(loginId, async () => {
        const login = await find(loginId);
        const isSameBrowser = cookie !== undefined && login.browserHash === hash(cookie);
        const mayStart = login.stage === 'invited' || (login.stage === 'authorizing' && isSameBrowser);
        if (!mayStart) throw new LoginProblem('link_used');
        const browser = isSameBrowser ? cookie : randomToken(24);
        const state = randomToken(24);
        const { url, codeVerifier } = await oauth.authorizationUrl({ scopes: login.scopes, state }).catch(toProblem);
        await save({
          ...login,
          stage: 'authorizing',
          browserHash: hash(browser),
          state,
          secret: sealer.seal(codeVerifier, `verifier:${loginId}`),
        });
        await idsByState.set(hash(state), loginId, LOGIN_LIFETIME_MS);
        return { url, cookie: browser };
      });
    },

    async finish(callbackQuery, cookie) {
      const state = callbackQuery.get('state') ?? '';
      const { loginId } = await find(await idsByState.get(hash(state)));
      return await locked(loginId, async () => {
        const login = await find(loginId);
        // Checked before the state is spent: a stranger's browser must not end the owner's login.
        if (cookie === undefined || login.browserHash !== hash(cookie)) throw new LoginProblem('wrong_browser');
        if (login.stage !== 'authorizing' || login.state !== state || !login.secret) throw new LoginProblem('expired');
        // Spent before the exchange, so that a state never leads to two of them.
        await save({ ...login, state: undefined });
        const codeVerifier = sealer.open(login.secret, `verifier:${loginId}`);
        const tokens = await oauth.exchange(callbackQuery, { state, codeVerifier }).catch(toProblem);
        const { character, scopes } = await whoIs(game, login.user, tokens).catch(async (error: unknown) => {
          // Nobody would ever give these tokens back.
          await revoke(loginId, tokens);
          throw error;
        });
        const code = String(randomInt(1_000_000)).padStart(6, '0');
        await save({
          ...login,
          stage: 'signedIn',
          state: undefined,
          secret: sealer.seal(code, `code:${loginId}`),
          character,
          grantedScopes: scopes,
          tokens: sealTokens(sealer, tokens, loginId),
        });
        await idsByBrowser.set(hash(cookie), loginId, LOGIN_LIFETIME_MS);
        return { code, user: login.user };
      });
    },

    async showCode(cookie) {
      const login = await find(cookie === undefined ? undefined : await idsByBrowser.get(hash(cookie)));
      if (login.stage !== 'signedIn' || !login.secret) throw new LoginProblem('expired');
      return { code: sealer.open(login.secret, `code:${login.loginId}`), user: login.user };
    },

    enterCode: (loginId, userId, typed) =>
      locked(loginId, async () => {
        const login = await findOwn(loginId, userId);
        if (login.stage === 'codeAccepted' && login.character) return login.character;
        if (login.stage !== 'signedIn' || !login.secret || !login.character) throw new LoginProblem('not_signed_in');
        if (isEqual(typed.replace(/[\s-]/g, ''), sealer.open(login.secret, `code:${loginId}`))) {
          await save({ ...login, stage: 'codeAccepted', secret: undefined });
          return login.character;
        }
        const triesLeft = login.triesLeft - 1;
        if (triesLeft > 0) {
          await save({ ...login, triesLeft });
          throw new LoginProblem('wrong_code', { triesLeft });
        }
        await giveBack(login);
        throw new LoginProblem('too_many_tries');
      }),

    confirm: (loginId, userId) =>
      locked(loginId, async () => {
        const { stage, character, grantedScopes, tokens } = await findOwn(loginId, userId);
        if (stage !== 'codeAccepted' || !character || !grantedScopes || !tokens)
          throw new LoginProblem('not_signed_in');
        const link: Link = {
          discordUserId: userId,
          character,
          scopes: grantedScopes,
          linkedAt: now(),
          tokens: openTokens(sealer, tokens, loginId),
        };
        const previous = await store.withLock(toLinkLock(userId), async () => {
          const replaced = await links.get(userId).catch(() => undefined);
          await links.save(link);
          return replaced;
        });
        await logins.delete(loginId);
        if (previous && previous.character.uid !== character.uid) {
          await oauth
            .revoke(previous.tokens)
            .catch((err: unknown) => log.warn({ err }, 'could not revoke the tokens of the previous link'));
        }
        log.info({ discordUserId: userId, characterUid: character.uid }, 'linked a character');
        return link;
      }),

    cancel: (loginId, userId) => locked(loginId, async () => giveBack(await findOwn(loginId, userId))),

    logOut: (userId) => logOut({ store, links, oauth, log }, userId),
  };
}

/** Asks the game whose tokens these are, and what they allow where the token answer did not say. */
async function whoIs(
  game: GameClient,
  user: DiscordUser,
  tokens: Tokens,
): Promise<{ character: Character; scopes: string[] }> {
  const client = game.actingAs({
    budget: toBudget(user.id),
    accessToken: async () => tokens.accessToken,
    renew: async () => undefined,
  });
  try {
    const { uid, name } = await client.character.me();
    return {
      character: { uid, name },
      scopes: tokens.scopes ?? (await client.character.permissions.getScopes({ uid })),
    };
  } catch (cause) {
    throw new LoginProblem('unavailable', { cause });
  }
}

function toProblem(cause: unknown): never {
  throw new LoginProblem(cause instanceof OAuthError ? cause.code : 'unavailable', { cause });
}

function randomToken(bytes: number): string {
  return randomBytes(bytes).toString('base64url');
}

function hash(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

function isEqual(typed: string, expected: string): boolean {
  return timingSafeEqual(Buffer.from(hash(typed)), Buffer.from(hash(expected)));
}
