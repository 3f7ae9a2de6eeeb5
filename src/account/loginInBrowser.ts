import { randomInt } from 'node:crypto';
import type { GameClient } from '../game/client.ts';
import type { Scope } from '../game/scopes.ts';
import { sealTokens } from './links.ts';
import { LoginProblem } from './loginProblem.ts';
import { checkNotLinked, type DiscordUser, hash, type Logins, randomToken, type StoredLogin } from './logins.ts';
import { type OAuth, OAuthError, type Tokens } from './oauth.ts';
import type { Sealer } from './seal.ts';
import { whoIs } from './whoIs.ts';

/** The steps of a login in the browser: from its link to the code. All of them throw {@link LoginProblem}. */
export type BrowserSteps = {
  /** For the page behind the link, as long as this browser could start: who is linking, and what is asked. Changes nothing. */
  inspect(linkToken: string, cookie: string | undefined): Promise<{ user: DiscordUser; scopes: Scope[] }>;
  /** Binds the login to the browser that holds `cookie` (or to a new one) and gives the game's address to go to. */
  start(linkToken: string, cookie: string | undefined): Promise<{ url: URL; cookie: string }>;
  /** Takes the game's answer, once; gives the code to show. */
  finish(callbackQuery: URLSearchParams, cookie: string | undefined): Promise<{ code: string; user: DiscordUser }>;
  /** The code once more, for the same browser, until it was entered. */
  showCode(cookie: string | undefined): Promise<{ code: string; user: DiscordUser }>;
};

type Parts = {
  logins: Logins;
  oauth: OAuth;
  sealer: Sealer;
  game: GameClient;
  /** Gives back tokens that nobody will use. */
  revoke: (loginId: string, tokens: Tokens) => Promise<void>;
};

export function createBrowserSteps({ logins, oauth, sealer, game, revoke }: Parts): BrowserSteps {
  return {
    async inspect(linkToken, cookie) {
      const login = await logins.findBy('link', linkToken);
      checkMayStart(login, cookie);
      return { user: login.user, scopes: login.scopes };
    },

    async start(linkToken, cookie) {
      const { loginId } = await logins.findBy('link', linkToken);
      return await logins.locked(loginId, async () => {
        const login = await logins.find(loginId);
        checkMayStart(login, cookie);
        const browser = cookie !== undefined && isBrowserOf(login, cookie) ? cookie : randomToken(24);
        const state = randomToken(24);
        const { url, codeVerifier } = await oauth.authorizationUrl({ scopes: login.scopes, state }).catch(toProblem);
        await logins.save({
          ...login,
          stage: 'authorizing',
          browserHash: hash(browser),
          state,
          secret: sealer.seal(codeVerifier, `verifier:${loginId}`),
        });
        await logins.index('state', state, loginId);
        return { url, cookie: browser };
      });
    },

    async finish(callbackQuery, cookie) {
      const state = callbackQuery.get('state') ?? '';
      const { loginId } = await logins.findBy('state', state);
      return await logins.locked(loginId, async () => {
        const login = await logins.find(loginId);
        // Checked before the state is spent: a stranger's browser must not end the owner's login.
        if (cookie === undefined || !isBrowserOf(login, cookie)) throw new LoginProblem('wrong_browser');
        if (login.stage !== 'authorizing' || login.state !== state || !login.secret) throw new LoginProblem('expired');
        // Spent before the exchange, so that a state never leads to two of them.
        await logins.save({ ...login, state: undefined });
        const codeVerifier = sealer.open(login.secret, `verifier:${loginId}`);
        const tokens = await oauth.exchange(callbackQuery, { state, codeVerifier }).catch(toProblem);
        const { character, scopes } = await whoIs(game, login.user.id, tokens).catch(async (error: unknown) => {
          // Nobody would ever give these tokens back.
          await revoke(loginId, tokens);
          throw error;
        });
        const code = String(randomInt(1_000_000)).padStart(6, '0');
        await logins.save({
          ...login,
          stage: 'signedIn',
          state: undefined,
          secret: sealer.seal(code, `code:${loginId}`),
          character,
          grantedScopes: scopes,
          tokens: sealTokens(sealer, tokens, loginId),
        });
        await logins.index('browser', cookie, loginId);
        return { code, user: login.user };
      });
    },

    async showCode(cookie) {
      const login = await logins.findBy('browser', cookie);
      checkNotLinked(login);
      if (login.stage === 'codeAccepted') throw new LoginProblem('code_entered');
      if (login.stage !== 'signedIn' || !login.secret) throw new LoginProblem('expired');
      return { code: sealer.open(login.secret, `code:${login.loginId}`), user: login.user };
    },
  };
}

/** A link starts in the first browser that asks, and there again until the game has answered. */
function checkMayStart(login: StoredLogin, cookie: string | undefined): void {
  const isSameBrowser = cookie !== undefined && isBrowserOf(login, cookie);
  if (login.stage === 'invited' || (login.stage === 'authorizing' && isSameBrowser)) return;
  if (login.stage === 'linked' && !isSameBrowser) throw new LoginProblem('already_linked');
  checkNotLinked(login);
  throw new LoginProblem(login.stage === 'codeAccepted' && isSameBrowser ? 'code_entered' : 'link_used');
}

function isBrowserOf({ browserHash }: StoredLogin, cookie: string): boolean {
  return browserHash === hash(cookie);
}

function toProblem(cause: unknown): never {
  throw new LoginProblem(cause instanceof OAuthError ? cause.code : 'unavailable', { cause });
}
