import { toLinkLock } from './links.ts';
import type { LoginParts } from './logins.ts';

/** `isRevoked` is false if the tokens couldn't be revoked; the link is erased in any case. */
export type LoggedOut = { wasLinked: boolean; isRevoked: boolean };

/** Erases a user's link and revokes its tokens. Throws StoreUnavailable if nothing was done. */
export function logOut(
  { store, links, log, revoke }: Pick<LoginParts, 'store' | 'links' | 'log' | 'revoke'>,
  discordUserId: string,
): Promise<LoggedOut> {
  return store.withLock(toLinkLock(discordUserId), async () => {
    // Tokens that can't be opened can't be revoked, only erased.
    const link = await links.get(discordUserId).catch((err: unknown) => {
      log.warn({ err, discordUserId }, 'could not open a link');
      return undefined;
    });
    const wasLinked = await links.erase(discordUserId);
    return { wasLinked, isRevoked: link ? await revoke(link.tokens) : !wasLinked };
  });
}
