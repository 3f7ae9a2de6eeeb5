import { z } from 'zod';
import { party } from '../game/parameters.ts';
import type { Store } from '../store/store.ts';
import { SealBroken, type Sealer } from './seal.ts';
import { createSealedStore } from './sealedStore.ts';

const DAY_MS = 24 * 60 * 60_000;

const plainLink = z.object({
  discordUserId: z.string(),
  character: party,
  /** Granted scopes, canonical spelling. */
  scopes: z.array(z.string()),
  linkedAt: z.number(),
});

/** Tokens as they are stored; times in ms since the epoch. */
export const storedTokens = z.object({
  accessToken: z.string(),
  refreshToken: z.string().optional(),
  expiresAt: z.number(),
});

const storedLink = plainLink.extend({
  tokens: storedTokens,
  /** When its login was confirmed, by Discord's clock. Earlier releases stored only `linkedAt`, by ours. */
  confirmedAt: z.number().optional(),
  /** The login that brought the tokens. */
  loginId: z.string().optional(),
  /** When its user last did something, to a day, and with which locale in Discord. */
  usedAt: z.number().optional(),
  locale: z.string().optional(),
  /** When they were told that the link will expire, if they didn't do anything since. */
  warnedAt: z.number().optional(),
  /** When the game last failed to refresh the tokens, for those who waited for it. */
  refreshFailedAt: z.number().optional(),
  /** Set if an earlier release sealed only the tokens: the game must still say whose they are. */
  isUnverified: z.literal(true).optional(),
});

/** A link as releases before 0.2 stored it. */
const earlierLink = plainLink.extend({ sealedTokens: z.string() });

/** A Discord user's link to a game character. Times in ms since the epoch. */
export type Link = z.output<typeof storedLink>;
export type Character = Link['character'];

export type Links = ReturnType<typeof createLinks>;

/** The stored links, sealed and bound to their Discord user. */
export function createLinks(store: Store, sealer: Sealer, now: () => number = Date.now) {
  const upgrade = (discordUserId: string, unsealed: unknown): Link => {
    const earlier = earlierLink.safeParse(unsealed);
    if (!earlier.success) throw new SealBroken('A link is neither sealed nor of an earlier release.');
    const { sealedTokens, ...plain } = earlier.data;
    const tokens = storedTokens.parse(JSON.parse(sealer.open(sealedTokens, `link:${discordUserId}`)));
    return { ...plain, tokens, isUnverified: true };
  };
  const collection = createSealedStore(store, sealer).collection('link', storedLink, { isLasting: true, upgrade });
  return {
    /** Undefined if there is none. Throws {@link SealBroken} if today's keys can't open it. */
    async get(discordUserId: string): Promise<Link | undefined> {
      const link = await collection.get(discordUserId);
      if (link && link.discordUserId !== discordUserId) throw new SealBroken("The link is another Discord user's.");
      return link;
    },
    save: (link: Link) => collection.set(link.discordUserId, storedLink.parse(link)),
    /** Stores `link` in place of `before`; false if the stored tokens are now those of neither. */
    replace: (before: Link, link: Link) =>
      collection.replace(link.discordUserId, ({ tokens }) => {
        const isKnown = [before, link].some((each) => each.tokens.accessToken === tokens.accessToken);
        return isKnown ? storedLink.parse(link) : undefined;
      }),
    /** Notes, once a day, that its user does something. */
    async noteUse({ discordUserId, usedAt = 0, warnedAt }: Link, locale?: string): Promise<void> {
      if (now() - usedAt < DAY_MS && warnedAt === undefined) return;
      await collection.replace(discordUserId, (link) => ({
        ...link,
        usedAt: now(),
        locale: locale ?? link.locale,
        warnedAt: undefined,
      }));
    },
    /** Records that its user was warned, unless they have used the bot since `link` was read. */
    async noteWarning({ discordUserId, usedAt }: Link): Promise<void> {
      await collection.replace(discordUserId, (link) =>
        link.usedAt === usedAt ? { ...link, warnedAt: now() } : undefined,
      );
    },
    /** False if there was nothing to erase. */
    erase: collection.delete,
    /** Hold it from reading to writing an existing link, so that a refresh restores no erased one. */
    locked: <T>(discordUserId: string, work: () => Promise<T>): Promise<T> =>
      store.withLock(`link:${discordUserId}`, work),
  };
}
