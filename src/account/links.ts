import { z } from 'zod';
import { party } from '../game/parameters.ts';
import { ALL_SCOPES, coversScope } from '../game/scopes.ts';
import { collection } from '../store/declared.ts';
import { type Store, StoreUnavailable } from '../store/store.ts';
import { SealBroken, type Sealer } from './seal.ts';
import { createSealedStore } from './sealedStore.ts';

const DAY_MS = 24 * 60 * 60_000;

/** Tokens as they are stored; times in ms since the epoch. */
export const storedTokens = z.object({
  accessToken: z.string(),
  refreshToken: z.string().optional(),
  expiresAt: z.number(),
});

const storedLink = z.object({
  discordUserId: z.string(),
  character: party,
  /** What its user chose and the game granted, canonical spelling; the token may allow more. */
  scopes: z.array(z.string()),
  /** What the token allows but its user doesn't. */
  withheld: z.array(z.string()).optional(),
  linkedAt: z.number(),
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
});

export const LINKS = collection('link', storedLink, {
  about: 'person',
  says: 'link',
  erasedBy: 'login',
  async toExport(reading) {
    const found = await reading;
    if (!found) return { link: null };
    const { tokens, ...link } = found;
    const { linkedAt, usedAt = linkedAt } = link;
    const toIso = (ms: number): string => new Date(ms).toISOString();
    const times = { linkedAt: toIso(linkedAt), usedAt: toIso(usedAt), accessTokenExpiresAt: toIso(tokens.expiresAt) };
    return { link: { ...link, ...times } };
  },
});

/** A Discord user's link to a game character. Times in ms since the epoch. */
export type Link = z.output<typeof storedLink>;
export type Character = Link['character'];

export type Links = ReturnType<typeof createLinks>;

/** The stored links, sealed and bound to their Discord user. */
export function createLinks(store: Store, sealer: Sealer, now: () => number = Date.now) {
  const links = createSealedStore(store, sealer).collection(LINKS);
  return {
    /** Undefined if there is none. Throws {@link SealBroken} if today's keys can't open it. */
    async get(discordUserId: string): Promise<Link | undefined> {
      const link = await links.get(discordUserId);
      if (link && link.discordUserId !== discordUserId) throw new SealBroken("The link is another Discord user's.");
      return link;
    },
    save: (link: Link) => links.set(link.discordUserId, storedLink.parse(link)),
    /** Stores `link` in place of `before`, with no more scopes than are stored; false if the stored
     * tokens are now those of neither. */
    replace: (before: Link, link: Link) =>
      links.replace(link.discordUserId, ({ tokens, scopes }) => {
        const isKnown = [before, link].some((each) => each.tokens.accessToken === tokens.accessToken);
        return isKnown ? storedLink.parse(narrowed(link, scopes)) : undefined;
      }),
    /** From now on the link has at most these scopes, whatever its token allows. */
    async narrow(discordUserId: string, scopes: readonly string[]): Promise<void> {
      const change = () => links.replace(discordUserId, (link) => narrowed(link, scopes));
      // Once more, because its use may be noted meanwhile.
      if (!(await change()) && !(await change())) throw new StoreUnavailable('the link kept changing');
    },
    /** Notes, once a day, that its user does something. */
    async noteUse({ discordUserId, usedAt = 0, warnedAt }: Link, locale?: string): Promise<void> {
      if (now() - usedAt < DAY_MS && warnedAt === undefined) return;
      const used = { usedAt: now(), warnedAt: undefined };
      await links.replace(discordUserId, (link) => ({ ...link, ...used, locale: locale ?? link.locale }));
    },
    /** Records that its user was warned, unless they have used the bot since `link` was read. */
    async noteWarning({ discordUserId, usedAt }: Link): Promise<void> {
      await links.replace(discordUserId, (link) => (link.usedAt === usedAt ? { ...link, warnedAt: now() } : undefined));
    },
    /** False if there was nothing to erase. */
    erase: links.delete,
    /** Hold it from reading to writing an existing link, so that a refresh restores no erased one. */
    locked: <T>(discordUserId: string, work: () => Promise<T>): Promise<T> =>
      store.withLock(`link:${discordUserId}`, work),
  };
}

/** The link with no more scopes than these; it keeps in mind what its token allows besides. */
export function narrowed({ withheld = [], ...link }: Link, scopes: readonly string[]): Link {
  const granted = ALL_SCOPES.filter((scope) => coversScope(link.scopes, scope));
  const left = granted.filter((scope) => coversScope(scopes, scope));
  const lost = [...withheld, ...granted.filter((scope) => !left.includes(scope))];
  return { ...link, scopes: left, ...(lost.length > 0 && { withheld: lost }) };
}
