import { z } from 'zod';
import type { Store } from '../store/store.ts';
import type { Tokens } from './oauth.ts';
import type { Sealer } from './seal.ts';

/** A Discord user's link to a game character. Times in ms since the epoch. */
export type Link = {
  discordUserId: string;
  character: { uid: string; name: string };
  /** Granted scopes, canonical spelling. */
  scopes: string[];
  linkedAt: number;
  tokens: Tokens;
};

const stored = z.object({
  discordUserId: z.string(),
  character: z.object({ uid: z.string(), name: z.string() }),
  scopes: z.array(z.string()),
  linkedAt: z.number(),
  sealedTokens: z.string(),
});

const tokens = z.object({ accessToken: z.string(), refreshToken: z.string().optional(), expiresAt: z.number() });

/** The stored links, tokens sealed and bound to their Discord user. */
export type Links = {
  /** Undefined where there is none. Throws {@link SealBroken} when the tokens cannot be opened with today's keys. */
  get(discordUserId: string): Promise<Link | undefined>;
  save(link: Link): Promise<void>;
  /** False when there was nothing to erase. */
  erase(discordUserId: string): Promise<boolean>;
};

export function createLinks(store: Store, sealer: Sealer): Links {
  const collection = store.collection('link', stored);
  return {
    async get(discordUserId) {
      const link = await collection.get(discordUserId);
      if (!link) return undefined;
      const { sealedTokens, ...plain } = link;
      return { ...plain, tokens: openTokens(sealer, sealedTokens, toContext(discordUserId)) };
    },
    save({ tokens: { accessToken, refreshToken, expiresAt }, ...plain }) {
      const sealedTokens = sealTokens(sealer, { accessToken, refreshToken, expiresAt }, toContext(plain.discordUserId));
      return collection.set(plain.discordUserId, { ...plain, sealedTokens });
    },
    erase: (discordUserId) => collection.delete(discordUserId),
  };
}

/** Seals tokens for a context; see {@link Sealer}. */
export function sealTokens(sealer: Sealer, plain: Tokens, context: string): string {
  return sealer.seal(JSON.stringify(plain), context);
}

/** Opens what {@link sealTokens} sealed. */
export function openTokens(sealer: Sealer, sealed: string, context: string): Tokens {
  return tokens.parse(JSON.parse(sealer.open(sealed, context)));
}

/** The lock that whoever changes an existing link holds, from reading it to writing it, lest a refresh bring back what was replaced or erased. */
export function toLinkLock(discordUserId: string): string {
  return `link:${discordUserId}`;
}

function toContext(discordUserId: string): string {
  return `link:${discordUserId}`;
}
