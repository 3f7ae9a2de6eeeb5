import type { Logger } from '../log.ts';
import type { Store } from '../store/store.ts';
import { type Link, type Links, toLinkLock } from './links.ts';
import type { OAuth } from './oauth.ts';

/** `isRevoked` is false if the tokens couldn't be revoked; the link is erased in any case. */
export type LoggedOut = { wasLinked: boolean; isRevoked: boolean };

type Parts = { store: Store; links: Links; oauth: OAuth; log: Logger };

/** Erases a user's link and revokes its tokens. Throws StoreUnavailable if nothing was done. */
export function logOut({ store, links, oauth, log }: Parts, discordUserId: string): Promise<LoggedOut> {
  const revoke = async ({ tokens }: Link): Promise<boolean> => {
    try {
      await oauth.revoke(tokens);
      return true;
    } catch (err) {
      log.warn({ err, discordUserId }, 'erased a link, but could not revoke its tokens');
      return false;
    }
  };
  return store.withLock(toLinkLock(discordUserId), async () => {
    // Tokens that can't be opened can't be revoked, only erased.
    const link = await links.get(discordUserId).catch((err: unknown) => {
      log.warn({ err, discordUserId }, 'could not open a link');
      return undefined;
    });
    const wasLinked = await links.erase(discordUserId);
    return { wasLinked, isRevoked: link ? await revoke(link) : !wasLinked };
  });
}
