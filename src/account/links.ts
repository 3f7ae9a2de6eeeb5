import { z } from 'zod';
import type { Store } from '../store/store.ts';
import { SealBroken, type Sealer } from './seal.ts';
import { createSealedStore } from './sealedStore.ts';

const plainLink = z.object({
  discordUserId: z.string(),
  character: z.object({ uid: z.string(), name: z.string() }),
  /** Granted scopes, canonical spelling. */
  scopes: z.array(z.string()),
  linkedAt: z.number(),
});

/** The tokens as they are kept; times in ms since the epoch. */
export const storedTokens = z.object({
  accessToken: z.string(),
  refreshToken: z.string().optional(),
  expiresAt: z.number(),
});

const storedLink = plainLink.extend({
  tokens: storedTokens,
  /** The login that brought the tokens. */
  loginId: z.string().optional(),
  /** From an earlier release, which sealed the tokens alone: whose they are is not certain before the game was asked. */
  isUnverified: z.literal(true).optional(),
});

/** A link as releases before 0.2 kept it. */
const earlierLink = plainLink.extend({ sealedTokens: z.string() });

/** A Discord user's link to a game character. Times in ms since the epoch. */
export type Link = z.output<typeof storedLink>;

/** The stored links, sealed and bound to their Discord user. */
export type Links = {
  /** Undefined where there is none. Throws {@link SealBroken} when the link cannot be opened with today's keys. */
  get(discordUserId: string): Promise<Link | undefined>;
  save(link: Link): Promise<void>;
  /** False when there was nothing to erase. */
  erase(discordUserId: string): Promise<boolean>;
};

export function createLinks(store: Store, sealer: Sealer): Links {
  const collection = createSealedStore(store, sealer).collection(
    'link',
    storedLink,
    (discordUserId, unsealed): Link => {
      const earlier = earlierLink.safeParse(unsealed);
      if (!earlier.success) throw new SealBroken('A link is neither sealed nor of an earlier release.');
      const { sealedTokens, ...plain } = earlier.data;
      const tokens = storedTokens.parse(JSON.parse(sealer.open(sealedTokens, `link:${discordUserId}`)));
      return { ...plain, tokens, isUnverified: true };
    },
  );
  return {
    async get(discordUserId) {
      const link = await collection.get(discordUserId);
      if (link && link.discordUserId !== discordUserId) throw new SealBroken("The link is another Discord user's.");
      return link;
    },
    save: (link) => collection.set(link.discordUserId, storedLink.parse(link)),
    erase: (discordUserId) => collection.delete(discordUserId),
  };
}

/** The lock that whoever changes an existing link holds, from reading it to writing it, lest a refresh bring back what was replaced or erased. */
export function toLinkLock(discordUserId: string): string {
  return `link:${discordUserId}`;
}
