import { createHash } from 'node:crypto';
import type { TokenSource } from '../game/call.ts';
import { GameError } from '../game/errors.ts';
import type { Logger } from '../log.ts';
import type { Store } from '../store/store.ts';
import { type Link, type Links, toLinkLock } from './links.ts';
import { type OAuth, OAuthError } from './oauth.ts';
import { SealBroken } from './seal.ts';

const REFRESH_AHEAD_MS = 60_000;

export type AccessTokenOptions = { store: Store; links: Links; oauth: OAuth; log: Logger; now?: () => number };

/** The access token of a Discord user's link as the game client takes it: opened for one call, refreshed ahead of its expiry. */
export type TokenSources = { of(discordUserId: string): TokenSource };

/** Makes {@link TokenSources}. One refresh at a time for a user, across processes: a rotated refresh token works once. */
export function createTokenSources({ store, links, oauth, log, now = Date.now }: AccessTokenOptions): TokenSources {
  const openLink = async (discordUserId: string): Promise<Link> => {
    const link = await links.get(discordUserId).catch((cause: unknown) => {
      // Sealed with a key that is gone: only a new login helps, as with any token that is of no use.
      if (cause instanceof SealBroken) throw new GameError({ code: 'token_rejected' }, { cause });
      throw cause;
    });
    if (!link) throw new GameError({ code: 'not_linked' });
    return link;
  };

  /** Refreshes unless somebody else did in the meantime; `isStale` judges the link as it is once the lock is held. */
  const refresh = (discordUserId: string, isStale: (link: Link) => boolean): Promise<string> =>
    store.withLock(toLinkLock(discordUserId), async () => {
      const link = await openLink(discordUserId);
      if (!isStale(link)) return link.tokens.accessToken;
      const tokens = await refreshTokens(link);
      await links.save({ ...link, scopes: tokens.scopes ?? link.scopes, tokens });
      log.info({ discordUserId }, 'refreshed an access token');
      return tokens.accessToken;
    });

  const refreshTokens = async ({ tokens: { refreshToken } }: Link) => {
    if (refreshToken === undefined) throw new GameError({ code: 'token_rejected' });
    return await oauth.refresh(refreshToken).catch((cause: unknown) => {
      if (cause instanceof OAuthError && cause.code === 'rejected')
        throw new GameError({ code: 'token_rejected' }, { cause });
      throw new GameError(
        { code: 'service_unavailable', reason: 'the access token could not be refreshed' },
        { cause },
      );
    });
  };

  return {
    of: (discordUserId) => ({
      budget: toBudget(discordUserId),
      async accessToken() {
        const link = await openLink(discordUserId);
        const expiresSoon = ({ tokens }: Link): boolean => tokens.expiresAt - now() <= REFRESH_AHEAD_MS;
        return expiresSoon(link) ? await refresh(discordUserId, expiresSoon) : link.tokens.accessToken;
      },
      async renew(rejected) {
        try {
          return await refresh(discordUserId, ({ tokens }) => tokens.accessToken === rejected);
        } catch (error) {
          if (error instanceof GameError && error.code === 'token_rejected') return undefined;
          throw error;
        }
      },
    }),
  };
}

/** A name for the owner's quota budget that tells nothing of the owner. */
export function toBudget(discordUserId: string): string {
  return createHash('sha256').update(`budget:${discordUserId}`).digest('base64url').slice(0, 16);
}
