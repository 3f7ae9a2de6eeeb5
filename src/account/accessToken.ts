import { setTimeout as sleep } from 'node:timers/promises';
import type { TokenSource } from '../game/call.ts';
import type { GameClient } from '../game/client.ts';
import { GameError, isGameError } from '../game/errors.ts';
import type { Logger } from '../log.ts';
import { LockTaken, type Store } from '../store/store.ts';
import { type Link, type Links, toLinkLock } from './links.ts';
import { type OAuth, OAuthError, type Tokens } from './oauth.ts';
import { SealBroken, type Sealer } from './seal.ts';
import { whoIs } from './whoIs.ts';

const REFRESH_AHEAD_MS = 60_000;
/** When to try again to store tokens that exist nowhere else. */
const STORE_AGAIN_AFTER_MS = [100, 300, 600, 1_000, 2_000];

/** Another process is refreshing the person's token, and takes its time. */
export class RefreshUnderWay extends Error {
  override name = 'RefreshUnderWay';
}

export type AccessTokenOptions = {
  store: Store;
  links: Links;
  oauth: OAuth;
  sealer: Sealer;
  game: GameClient;
  log: Logger;
  /** Tells the person that a renewed login could not be stored: the token before it is of no use any more. */
  onLost: (discordUserId: string, locale: string | undefined) => Promise<unknown>;
  /** Hears of refreshes: their tokens must be stored before the process ends, whatever became of what they were for. */
  track?: <T>(work: Promise<T>) => Promise<T>;
  now?: () => number;
  wait?: (ms: number) => Promise<unknown>;
};

/** The access token of a Discord user's link as the game client takes it: opened for one call, refreshed ahead of its expiry. */
export type TokenSources = {
  /** `locale` is that of the person's Discord. Using it throws {@link RefreshUnderWay} too. */
  of(discordUserId: string, locale?: string): TokenSource;
};

/** Makes {@link TokenSources}. One refresh at a time for a user, across processes: a rotated refresh token works once. */
export function createTokenSources(options: AccessTokenOptions): TokenSources {
  const { store, links, oauth, sealer, game, log, onLost } = options;
  const { track = (work) => work, now = Date.now, wait = sleep } = options;
  /** The refreshes of this process by Discord user: all who want one share it. */
  const underWay = new Map<string, Promise<Link>>();

  const openLink = async (discordUserId: string): Promise<Link> => {
    const link = await links.get(discordUserId).catch((cause: unknown) => {
      // Sealed with a key that is gone: only a new login helps, as with any token that is of no use.
      if (cause instanceof SealBroken) throw new GameError({ code: 'token_rejected' }, { cause });
      throw cause;
    });
    if (!link) throw new GameError({ code: 'not_linked' });
    return link;
  };

  /** The link as it is where `isStale` finds it good, else refreshed. */
  const freshLink = async (userId: string, locale: string | undefined, isStale: IsStale): Promise<Link> => {
    const link = await openLink(userId);
    if (!isStale(link)) return link;
    const shared = underWay.get(userId);
    const refreshed = shared && (await shared);
    if (refreshed && !isStale(refreshed)) return refreshed;
    const refreshing = track(refresh(userId, locale, isStale)).finally(() => {
      if (underWay.get(userId) === refreshing) underWay.delete(userId);
    });
    underWay.set(userId, refreshing);
    return await refreshing;
  };

  /** Refreshes unless somebody else did in the meantime: the link is judged again once the lock is held. */
  const refresh = async (userId: string, locale: string | undefined, isStale: IsStale): Promise<Link> => {
    const work = async (): Promise<Link> => {
      const link = await openLink(userId);
      if (!isStale(link)) return link;
      const { scopes = link.scopes, ...tokens } = await refreshTokens(link);
      const fresh = { ...link, scopes, tokens };
      await keep(fresh, link, locale);
      log.info({ discordUserId: userId }, 'refreshed an access token');
      return fresh.isUnverified ? await verify(fresh) : fresh;
    };
    return await store.withLock(toLinkLock(userId), work).catch((cause: unknown) => {
      throw cause instanceof LockTaken ? new RefreshUnderWay('refreshed elsewhere', { cause }) : cause;
    });
  };

  const refreshTokens = async ({ tokens, isUnverified }: Link): Promise<Tokens> => {
    if (tokens.refreshToken === undefined) {
      if (isUnverified && tokens.expiresAt > now()) return tokens;
      throw new GameError({ code: 'token_rejected' });
    }
    return await oauth.refresh(tokens.refreshToken).catch((cause: unknown) => {
      if (cause instanceof OAuthError && cause.code === 'rejected')
        throw new GameError({ code: 'token_rejected' }, { cause });
      throw toUnavailable('the access token could not be refreshed', cause);
    });
  };

  /** Stores refreshed tokens. A store that is away for seconds must not cost the person the login: after a rotation they are the only ones. */
  const keep = async (fresh: Link, before: Link, locale: string | undefined): Promise<void> => {
    const { discordUserId: userId } = fresh;
    const save = (): Promise<void> => links.save(fresh);
    const saving = STORE_AGAIN_AFTER_MS.reduce((tried, delayMs) => tried.catch(() => wait(delayMs).then(save)), save());
    await saving.catch((err: unknown) => {
      log.error({ err, discordUserId: userId }, 'could not store a refreshed token');
      if (fresh.tokens.refreshToken !== before.tokens.refreshToken) {
        void onLost(userId, locale).catch((cause: unknown) =>
          log.warn({ err: cause }, 'could not tell of a lost login'),
        );
      }
      throw err;
    });
  };

  /** Asks the game whose tokens an earlier release's link has: who can write to the store could have written another name beside them. */
  const verify = async (link: Link): Promise<Link> => {
    const { isUnverified, ...rest } = link;
    const budget = toBudget(sealer, link.discordUserId);
    const { character } = await whoIs(game, budget, { ...link.tokens, scopes: link.scopes }).catch((cause: unknown) => {
      throw toUnavailable('the game could not say whose token it is', cause);
    });
    if (character.uid !== link.character.uid) throw new GameError({ code: 'token_rejected' });
    const verified = { ...rest, character };
    await links.save(verified);
    return verified;
  };

  return {
    of: (userId, locale) => ({
      budget: toBudget(sealer, userId),
      async accessToken() {
        const isStale: IsStale = ({ tokens, isUnverified }) =>
          isUnverified === true || tokens.expiresAt - now() <= REFRESH_AHEAD_MS;
        return (await freshLink(userId, locale, isStale)).tokens.accessToken;
      },
      async renew(rejected) {
        try {
          return (await freshLink(userId, locale, ({ tokens }) => tokens.accessToken === rejected)).tokens.accessToken;
        } catch (error) {
          if (isGameError(error, 'token_rejected')) return undefined;
          throw error;
        }
      },
    }),
  };
}

type IsStale = (link: Link) => boolean;

/** A name for the owner's quota budget that tells nothing of the owner. */
export function toBudget(sealer: Sealer, discordUserId: string): string {
  return sealer.pseudonym(discordUserId, 'budget');
}

function toUnavailable(reason: string, cause: unknown): GameError {
  return new GameError({ code: 'service_unavailable', reason }, { cause });
}
