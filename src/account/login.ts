import { createBrowserSteps } from './loginInBrowser.ts';
import { createDiscordSteps } from './loginInDiscord.ts';
import { createLogins, type LoginParts } from './logins.ts';
import { createSealedStore } from './sealedStore.ts';

/** The path of the OAuth callback under the public address, as registered with the game. */
export const CALLBACK_PATH = 'login/callback';

/** `isRevoked` is false if the tokens couldn't be revoked; the link is erased in any case. */
export type LoggedOut = { wasLinked: boolean; isRevoked: boolean };

export type Login = ReturnType<typeof createLogin>;

/** The login flow (docs/design.md). All steps throw {@link LoginProblem}. */
export function createLogin({
  now = Date.now,
  ...options
}: Omit<LoginParts, 'logins' | 'revoke' | 'now'> & { now?: () => number }) {
  const { store, links, oauth, log, sealer } = options;
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
    exportOf: logins.exportOf,
    /** Keeps a link confirmed after `confirmedBefore`. StoreUnavailable: nothing was done. */
    logOut: (discordUserId: string, confirmedBefore = Number.POSITIVE_INFINITY): Promise<LoggedOut> =>
      links.locked(discordUserId, async () => {
        // Tokens that can't be opened can only be erased.
        const link = await links
          .get(discordUserId)
          .catch((err: unknown) => void log.warn({ err, discordUserId }, 'could not open a link'));
        if (link && (link.confirmedAt ?? link.linkedAt) >= confirmedBefore)
          return { wasLinked: false, isRevoked: true };
        const wasLinked = await links.erase(discordUserId);
        return { wasLinked, isRevoked: link ? await revoke(link.tokens) : !wasLinked };
      }),
  };
}
