import { randomInt } from 'node:crypto';
import { toRequestedScopes } from '../game/scopes.ts';
import type { Character } from './links.ts';
import { LoginProblem } from './loginProblem.ts';
import { checkNotOver, hash, type LoginParts, newSecret, type StoredLogin } from './logins.ts';
import { OAuthError } from './oauth.ts';
import { whoIs } from './whoIs.ts';

export type BrowserSteps = ReturnType<typeof createBrowserSteps>;

/** Max wait for Discord before the browser shows the code. */
const MAX_DISCORD_WAIT_MS = 3_000;

const INACTIVE_CLIENT =
  "the game's staff has not activated this client (OAUTH_CLIENT_ID) yet: no one can log in until they do";

/** A login's steps in the browser, from its link to the code. Each throws {@link LoginProblem}. */
export function createBrowserSteps(parts: LoginParts) {
  const { logins, oauth, log, publicUrl, revoke, showSignedIn } = parts;
  /** If it fails, the character is confirmed after the code. */
  const showInDiscord = async (login: StoredLogin & { character: Character }): Promise<void> => {
    const { invitation, linkToken } = login;
    if (!invitation || !showSignedIn) return;
    // A delayed edit could overwrite a later one.
    const signal = AbortSignal.timeout(MAX_DISCORD_WAIT_MS);
    const url = new URL(`login/${linkToken}`, publicUrl);
    await showSignedIn({ ...login, invitation }, url, signal).catch(({ message: reason }: Error) =>
      // Logs only the reason: the error may contain the interaction's token.
      log.warn({ reason }, 'could not show in Discord who signed in'),
    );
  };
  return {
    /** The user, and the scopes to suggest, if this browser may start. Changes nothing. */
    async inspect(linkToken: string, cookie: string | undefined) {
      const login = await logins.findBy('link', linkToken);
      checkMayStart(login, cookie);
      return { user: login.user, scopes: login.scopes };
    },

    /** Asks the game for the chosen scopes, replacing an earlier start. A new cookie binds the
     * login to the browser: the one sent may have been planted. */
    async start(linkToken: string, cookie: string | undefined, chosen: readonly string[]) {
      return await logins.lockedBy('link', linkToken, async (login) => {
        checkMayStart(login, cookie);
        const [browser, state] = [newSecret(login.loginId), newSecret(login.loginId)];
        const scopes = toRequestedScopes(chosen);
        const { url, codeVerifier } = await oauth.authorizationUrl({ scopes, state }).catch(toProblem);
        const browserHash = hash(browser);
        await logins.save({ ...login, scopes, stage: 'authorizing', browserHash, state, secret: codeVerifier });
        return { url, cookie: browser };
      });
    },

    /** Uses the game's callback, once; returns the code to show. */
    async finish(callbackQuery: URLSearchParams, cookie: string | undefined) {
      const state = callbackQuery.get('state') ?? '';
      const signedIn = await logins.lockedBy('state', state, async (login) => {
        // Checked before the state is used up: a stranger's browser mustn't end the owner's login.
        if (!isBrowserOf(login, cookie)) throw new LoginProblem('wrong_browser');
        if (login.stage !== 'authorizing' || login.state !== state || !login.secret) throw new LoginProblem('expired');
        // Used up before the exchange, so that a state never leads to two exchanges.
        await logins.save({ ...login, state: undefined });
        const tokens = await oauth.exchange(callbackQuery, { state, codeVerifier: login.secret }).catch((cause) => {
          if (cause instanceof OAuthError && cause.code === 'inactive_client') log.error(INACTIVE_CLIENT);
          return toProblem(cause);
        });
        const { character, scopes } = await whoIs(parts, login.user.id, tokens).catch(async (error: unknown) => {
          // Without a stored login, nothing would ever revoke them.
          await revoke(tokens);
          throw error;
        });
        const code = String(randomInt(1_000_000)).padStart(6, '0');
        const used = { ...login, stage: 'signedIn', state: undefined } as const;
        const signedIn = { ...used, secret: code, character, grantedScopes: scopes, tokens };
        await logins.save(signedIn);
        return signedIn;
      });
      await showInDiscord(signedIn);
      return { code: signedIn.secret, user: signedIn.user };
    },

    /** The code again, for the same browser, until it is entered. */
    async showCode(cookie: string | undefined) {
      const login = await logins.findBy('browser', cookie);
      checkNotOver(login);
      if (login.stage === 'codeAccepted') throw new LoginProblem('code_entered');
      if (login.stage !== 'signedIn' || !login.secret) throw new LoginProblem('expired');
      return { code: login.secret, user: login.user, name: login.character?.name ?? '' };
    },
  };
}

/** A link starts in the first browser that posts it. Only that one can restart it. */
function checkMayStart(login: StoredLogin, cookie: string | undefined): void {
  const isSameBrowser = isBrowserOf(login, cookie);
  if (login.stage === 'invited' || (login.stage === 'authorizing' && isSameBrowser)) return;
  if (login.stage === 'linked' && !isSameBrowser) throw new LoginProblem('already_linked');
  checkNotOver(login);
  throw new LoginProblem(login.stage === 'codeAccepted' && isSameBrowser ? 'code_entered' : 'link_used');
}

function isBrowserOf({ browserHash }: StoredLogin, cookie: string | undefined): boolean {
  return cookie !== undefined && browserHash === hash(cookie);
}

function toProblem(cause: unknown): never {
  throw new LoginProblem(cause instanceof OAuthError ? cause.code : 'unavailable', { cause });
}
