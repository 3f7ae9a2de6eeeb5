import { type BrowserSteps, createBrowserSteps } from './loginInBrowser.ts';
import { createDiscordSteps, type DiscordSteps } from './loginInDiscord.ts';
import { createLogins, type LoginParts } from './logins.ts';
import { type LoggedOut, logOut } from './logOut.ts';
import { createSealedStore } from './sealedStore.ts';

/** The path of the OAuth callback under the public address, as registered with the game. */
export const CALLBACK_PATH = 'login/callback';

/**
 * The login flow: a one-time link, bound to the first browser that uses it; the game's consent
 * page; a code that only this browser shows and the Discord user enters; the character's name to
 * confirm; the stored link. Forwarding the link gains nothing, and only the Discord user and that
 * browser learn that a login is complete. All methods throw {@link LoginProblem}.
 */
export type Login = BrowserSteps &
  DiscordSteps & {
    /** Erases an existing link and revokes its tokens. */
    logOut(userId: string): Promise<LoggedOut>;
  };

export type LoginOptions = Omit<LoginParts, 'logins' | 'revoke' | 'now'> & { now?: () => number };

export function createLogin({ now = Date.now, ...options }: LoginOptions): Login {
  const { store, oauth, log, sealer } = options;
  const logins = createLogins(store, createSealedStore(store, sealer), now);
  const revoke: LoginParts['revoke'] = (tokens) =>
    oauth.revoke(tokens).then(
      () => true,
      (err: unknown) => {
        log.warn({ err }, 'could not revoke tokens');
        return false;
      },
    );
  const parts = { ...options, logins, now, revoke };
  return {
    ...createDiscordSteps(parts),
    ...createBrowserSteps(parts),
    logOut: (userId) => logOut(parts, userId),
  };
}
