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

/** The path of the OAuth callback under the public address, as registered with the game. */
export const CALLBACK_PATH = 'login/callback';

/**
 * The login flow: a one-time link, bound to the first browser that opens it; the game's consent
 * page; a code that only this browser shows and the Discord user enters; the character's name to
 * confirm; the stored link. Forwarding the link to someone else gains nothing. All methods throw
 * {@link LoginProblem}. Only the Discord user and that browser learn that a login is complete, and
 * which character it linked.
 */
export type Login = BrowserSteps &
  DiscordSteps & {
    /** Erases an existing link and revokes its tokens. */
    logOut(userId: string): Promise<LoggedOut>;
  };

export type LoginOptions = {
  store: Store;
  links: Links;
  oauth: OAuth;
  sealer: Sealer;
  game: GameClient;
  log: Logger;
  /** How browsers reach this process; ends with a slash. */
  publicUrl: URL;
  now?: () => number;
};

export function createLogin({ now = Date.now, ...options }: LoginOptions): Login {
  const { store, oauth, log, sealer } = options;
  const logins = createLogins(store, createSealedStore(store, sealer), now);
  const revoke = (loginId: string, tokens: Tokens): Promise<void> =>
    oauth.revoke(tokens).catch((err: unknown) => {
      log.warn({ err, loginId }, 'could not revoke the tokens of an unfinished login');
    });
  return {
    ...createDiscordSteps({ ...options, logins, now, revoke }),
    ...createBrowserSteps({ ...options, logins, revoke }),
    logOut: (userId) => logOut(options, userId),
  };
}
