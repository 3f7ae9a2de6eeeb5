import { z } from 'zod';
import { party } from '../game/parameters.ts';
import { ALL_SCOPES, coversScope } from '../game/scopes.ts';
import { collection } from '../store/declared.ts';
import { type Store, StoreUnavailable } from '../store/store.ts';
import { SealBroken, type Sealer } from './seal.ts';
import { createSealedStore } from './sealedStore.ts';

const DAY_MS = 24 * 60 * 60_000;

/** Tokens as stored; times in ms since the epoch. */
export const storedTokens = z.object({
  accessToken: z.string(),
  refreshToken: z.string().optional(),
  expiresAt: z.number(),
});

const storedLink = z.object({
  discordUserId: z.string(),
  character: party,
  /** Chosen by the user and granted by the game, in canonical form. The token may allow more. */
  scopes: z.array(z.string()),
  /** Scopes that the token allows and the user doesn't. */
  withheld: z.array(z.string()).optional(),
  linkedAt: z.number(),
  tokens: storedTokens,
  /** The time by Discord's clock. Earlier releases stored only `linkedAt`, by ours. */
  confirmedAt: z.number().optional(),
  /** The login that the tokens came from. */
  loginId: z.string().optional(),
  /** The day of the user's last interaction, and its Discord locale. */
  usedAt: z.number().optional(),
  locale: z.string().optional(),
  /** The time of the warning that the link will expire; unset once the user is active again. */
  warnedAt: z.number().optional(),
  /** The time of the last failed refresh: callers that waited for it fail too. */
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

export function createLinks(store: Store, sealer: Sealer, now: () => number = Date.now) {
  const links = createSealedStore(store, sealer).collection(LINKS);
  return {
    /** Throws {@link SealBroken} if the current keys can't open it. */
    async get(discordUserId: string): Promise<Link | undefined> {
      const link = await links.get(discordUserId);
      if (link && link.discordUserId !== discordUserId) throw new SealBroken("The link is another Discord user's.");
      return link;
    },
    save: (link: Link) => links.set(link.discordUserId, storedLink.parse(link)),
    /** Replaces `before`, adding no scopes. False if the stored tokens belong to neither. */
    replace: (before: Link, link: Link) =>
      links.replace(link.discordUserId, ({ tokens, scopes }) => {
        const isKnown = [before, link].some((each) => each.tokens.accessToken === tokens.accessToken);
        return isKnown ? storedLink.parse(narrowed(link, scopes)) : undefined;
      }),
    /** Limits the link to these scopes, whatever its token allows. */
    async narrow(discordUserId: string, scopes: readonly string[]): Promise<void> {
      const change = () => links.replace(discordUserId, (link) => narrowed(link, scopes));
      // Retries once, because the link's use may be noted meanwhile.
      if (!(await change()) && !(await change())) throw new StoreUnavailable('the link kept changing');
    },
    /** Renews the name that the game just gave for the linked character. */
    async rename(discordUserId: string, { uid, name }: Character): Promise<void> {
      await links.replace(discordUserId, (link) => {
        const isRenamed = link.character.uid === uid && link.character.name !== name;
        return isRenamed ? { ...link, character: { uid, name } } : undefined;
      });
    },
    /** Notes the user's activity, once a day. */
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
    /** Hold this while you change an existing link, or a refresh could restore an erased one. */
    locked: <T>(discordUserId: string, work: () => Promise<T>): Promise<T> =>
      store.withLock(`link:${discordUserId}`, work),
  };
}

/** The link with no more scopes than these. It remembers what its token also allows. */
export function narrowed({ withheld = [], ...link }: Link, scopes: readonly string[]): Link {
  const granted = ALL_SCOPES.filter((scope) => coversScope(link.scopes, scope));
  const left = granted.filter((scope) => coversScope(scopes, scope));
  const lost = [...withheld, ...granted.filter((scope) => !left.includes(scope))];
  return { ...link, scopes: left, ...(lost.length > 0 && { withheld: lost }) };
}
