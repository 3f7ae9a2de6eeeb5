import type { GameClient } from '../game/client.ts';
import type { Logger } from '../log.ts';
import type { Store } from '../store/store.ts';
import type { Links } from './links.ts';
import { type BrowserSteps, createBrowserSteps } from './loginInBrowser.ts';
import { createDiscordSteps, type DiscordSteps } from './loginInDiscord.ts';
import { createLogins } from './logins.ts';
import { type LoggedOut, logOut } from './logOut.ts';
import type { OAuth, Tokens } from './oauth.ts';
import type { Sealer } from './seal.ts';
import { createSealedStore } from './sealedStore.ts';

export { type Character, type DiscordUser, LOGIN_LIFETIME_MS } from './logins.ts';

/** The path of the OAuth callback below the public address, to be registered with the game. */
export const CALLBACK_PATH = 'login/callback';

/**
 * The login flow: a one-time link, bound to the browser that opens it; the game's consent page; a code that this browser
 * alone shows and the Discord user types back; a last look at the character's name; the stored link. Whoever forwards the
 * link to a stranger gains nothing. All methods throw {@link LoginProblem}; that a login is done, and as whom, learns its
 * Discord user, and the browser in which it was done.
 */
export type Login = BrowserSteps &
  DiscordSteps & {
    /** Revokes and erases an existing link. */
    logOut(userId: string): Promise<LoggedOut>;
  };

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

export function createLogin({ now = Date.now, ...options }: LoginOptions): Login {
  const { store, oauth, log, sealer } = options;
  const logins = createLogins(store, createSealedStore(store, sealer), now);
  const revoke = (loginId: string, tokens: Tokens): Promise<void> =>
    oauth.revoke(tokens).catch((err: unknown) => {
      log.warn({ err, loginId }, 'could not revoke the tokens of an abandoned login');
    });
  return {
    ...createDiscordSteps({ ...options, logins, now, revoke }),
    ...createBrowserSteps({ ...options, logins, revoke }),
    logOut: (userId) => logOut(options, userId),
  };
}
