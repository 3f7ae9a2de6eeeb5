import { setTimeout as sleep } from 'node:timers/promises';
import { NamedError } from '../errors.ts';
import { GameError, isGameError } from '../game/errors.ts';
import type { TokenSource } from '../game/request/call.ts';
import { coversScope, type Scope } from '../game/scopes.ts';
import { tokenRefreshes } from '../metrics.ts';
import { LockTaken } from '../store/store.ts';
import { retry } from '../time/retry.ts';
import { type Link, narrowed } from './links.ts';
import type { LoginParts } from './logins.ts';
import { OAuthError, type Tokens } from './oauth.ts';
import { SealBroken } from './seal.ts';
import { toBudget } from './whoIs.ts';

const REFRESH_AHEAD_MS = 60_000;
/** Delays between tries to store refreshed tokens, which exist nowhere else. */
const SAVE_DELAYS_MS = [100, 300, 600, 1_000, 2_000];

const NOT_REFRESHED = 'the access token could not be refreshed';

export class RefreshUnderWay extends NamedError {}

/** The user is linked to another character now. */
export class OtherCharacter extends NamedError {}

type AccessTokenOptions = Omit<LoginParts, 'logins' | 'publicUrl' | 'revoke' | 'now'> & {
  /** Tells the user that refreshed tokens were lost; the old ones no longer work. */
  onLost: (discordUserId: string, locale: string | undefined) => Promise<unknown>;
  /** Tracks refreshes: their tokens must be stored before the process ends. */
  track?: <T>(work: Promise<T>) => Promise<T>;
  now?: () => number;
  wait?: (ms: number) => Promise<unknown>;
};

export type TokenSources = ReturnType<typeof createTokenSources>;
type IsStale = (link: Link) => boolean;

/** Access tokens. Only one process refreshes at a time: a rotated refresh token works once. */
export function createTokenSources(options: AccessTokenOptions) {
  const { links, oauth, sealer, log, onLost } = options;
  const { track = (work) => work, now = Date.now, wait = sleep } = options;
  /** This process's refreshes by Discord user, shared by all callers. */
  const refreshes = new Map<string, Promise<Link>>();

  const openLink = async (userId: string): Promise<Link> => {
    const link = await links.get(userId).catch((cause: unknown) => {
      // Its key is gone, so only a new login helps.
      throw cause instanceof SealBroken ? new GameError({ code: 'token_rejected' }, { cause }) : cause;
    });
    if (!link) throw new GameError({ code: 'not_linked' });
    return link;
  };

  const getFreshLink = async (userId: string, locale: string | undefined, isStale: IsStale): Promise<Link> => {
    const link = await openLink(userId);
    if (!isStale(link)) return link;
    // Newer tokens work once even if they're stale already, or refreshing would never end.
    const isOld: IsStale = (it) => isStale(it) && it.tokens.accessToken === link.tokens.accessToken;
    const shared = refreshes.get(userId);
    const refreshed = shared && (await shared);
    if (refreshed && !isOld(refreshed)) return refreshed;
    const refreshing = track(refresh(userId, locale, isOld)).finally(() => {
      if (refreshes.get(userId) === refreshing) refreshes.delete(userId);
    });
    refreshes.set(userId, refreshing);
    return await refreshing;
  };

  const refresh = async (userId: string, locale: string | undefined, isStale: IsStale): Promise<Link> => {
    const askedAt = now();
    const work = async (): Promise<Link> => {
      // Another process may have refreshed it, or failed to, before this one got the lock.
      const { refreshFailedAt = 0, ...link } = await openLink(userId);
      if (!isStale(link)) return link;
      if (refreshFailedAt > askedAt && refreshFailedAt <= now()) throw toUnavailable(NOT_REFRESHED, undefined);
      const { scopes = link.scopes, ...tokens } = await refreshTokens(link);
      const fresh = await keep(narrowed({ ...link, tokens }, scopes), link, locale);
      log.info({ discordUserId: userId }, 'refreshed an access token');
      return fresh;
    };
    return await links.locked(userId, work).catch((cause: unknown) => {
      throw cause instanceof LockTaken ? new RefreshUnderWay('refreshed elsewhere', { cause }) : cause;
    });
  };

  const refreshTokens = async (link: Link): Promise<Tokens> => {
    const { tokens } = link;
    if (tokens.refreshToken === undefined) throw new GameError({ code: 'token_rejected' });
    try {
      const refreshed = await oauth.refresh(tokens.refreshToken);
      tokenRefreshes.inc({ result: 'ok' });
      return refreshed;
    } catch (cause) {
      const isRejected = cause instanceof OAuthError && cause.code === 'rejected';
      tokenRefreshes.inc({ result: isRejected ? 'rejected' : 'unavailable' });
      if (isRejected) throw new GameError({ code: 'token_rejected' }, { cause });
      await links.replace(link, { ...link, refreshFailedAt: now() }).catch(() => {});
      throw toUnavailable(NOT_REFRESHED, cause, cause instanceof OAuthError && cause.isBlocked);
    }
  };

  /** Stores the refreshed link, or revokes it if another came after the lock had expired. */
  const keep = async (fresh: Link, before: Link, locale: string | undefined): Promise<Link> => {
    const { discordUserId } = fresh;
    const save = (): Promise<boolean> => links.replace(before, fresh);
    const isSaved = await retry(SAVE_DELAYS_MS, save, { wait }).catch((err: unknown) => {
      log.error({ err, discordUserId }, 'could not store refreshed tokens');
      if (fresh.tokens.refreshToken !== before.tokens.refreshToken) {
        onLost(discordUserId, locale).catch((cause: unknown) =>
          log.warn({ err: cause }, 'could not tell a user that their login was lost'),
        );
      }
      throw err;
    });
    if (isSaved) return fresh;
    const current = await links.get(discordUserId);
    if (current?.tokens.refreshToken !== fresh.tokens.refreshToken)
      await oauth.revoke(fresh.tokens).catch((err: unknown) => log.warn({ err }, 'could not revoke unused tokens'));
    return await openLink(discordUserId);
  };

  return {
    /** `locale`: the user's in Discord. The source's methods also throw {@link RefreshUnderWay},
     * and {@link OtherCharacter} if the token is of another character than `characterUid`. */
    of(userId: string, locale?: string, characterUid?: string): TokenSource {
      const getToken = async (isStale: IsStale, scope?: Scope): Promise<string> => {
        const { character, scopes, tokens } = await getFreshLink(userId, locale, isStale);
        if (characterUid !== undefined && character.uid !== characterUid) throw new OtherCharacter('linked to another');
        // The token may allow more than its user does.
        if (scope && !coversScope(scopes, scope)) throw new GameError({ code: 'scope_missing', scope });
        return tokens.accessToken;
      };
      return {
        // A getter, because the hash is only needed for requests.
        get budget() {
          return toBudget(sealer, userId);
        },
        accessToken: (scope) => getToken(({ tokens }) => tokens.expiresAt - now() <= REFRESH_AHEAD_MS, scope),
        renew: (rejected) =>
          getToken(({ tokens }) => tokens.accessToken === rejected).catch((error: unknown) => {
            if (!isGameError(error, 'token_rejected')) throw error;
            return undefined;
          }),
      };
    },
  };
}

function toUnavailable(reason: string, cause: unknown, isBlocked = false): GameError {
  return new GameError({ code: 'service_unavailable', reason, ...(isBlocked && { isBlocked }) }, { cause });
}
