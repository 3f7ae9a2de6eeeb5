import { z } from 'zod';
import type { Store } from '../store/store.ts';
import type { Audit } from './audit.ts';
import type { Bookmarks } from './bookmarks.ts';
import type { Links } from './links.ts';
import type { LoggedOut, Login } from './login.ts';

type Exporting = { links: Links; audit: Audit; bookmarks: Bookmarks; store: Store };
type Erasing = Omit<Exporting, 'bookmarks'> & {
  login: Login;
  takeover: { erase(discordUserId: string): Promise<void> };
};

/** One kind of data about people: /account exports and erases it, and the privacy page describes it. */
type PersonalData = {
  /** The collections that hold it. A name with a dash at its end is a prefix. */
  collections: readonly string[];
  /** How long it's kept at most. If missing, until it's erased. */
  keptForMs?: number;
  /** Its properties in the export. Missing for what expires soon or has its own message. */
  export?: (parts: Exporting, discordUserId: string) => Promise<Record<string, unknown>>;
  /** Missing where the keys begin with the user's id and a colon. */
  erase?: (parts: Erasing, discordUserId: string) => Promise<unknown>;
};

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** All that is stored about people. */
export const PERSONAL_DATA = {
  writes: {
    collections: ['write', 'write-untold', 'write-claim', 'write-unproven', 'write-erased'],
    keptForMs: 7 * DAY_MS,
    erase: ({ takeover }, id) => takeover.erase(id),
  },
  link: {
    collections: ['link'],
    export: async ({ links }, id) => {
      const link = await links.get(id);
      if (!link) return { link: null };
      const { character, scopes, linkedAt, usedAt = linkedAt, locale, tokens } = link;
      const times = { linkedAt: toIso(linkedAt), usedAt: toIso(usedAt), accessTokenExpiresAt: toIso(tokens.expiresAt) };
      return { link: { character, scopes, locale, ...times } };
    },
    erase: ({ login }, id) => login.logOut(id),
  },
  logins: {
    collections: ['login', 'logins'],
    keptForMs: 70 * MINUTE_MS,
    erase: ({ login }, id) => login.endAllOf(id),
  },
  discoverable: {
    collections: ['findable'],
    export: async ({ store }, id) => ({ discoverable: await createDiscoverability(store).isDiscoverable(id) }),
    erase: ({ store }, id) => createDiscoverability(store).setDiscoverable(id, false),
  },
  bookmarks: {
    collections: ['bookmarks'],
    export: async ({ bookmarks }, id) => ({ bookmarks: await bookmarks.of(id) }),
  },
  changes: {
    collections: ['audit'],
    export: async ({ audit }, id) => {
      const changes = await audit.of(id);
      return { changesInTheGame: changes.map(({ at, ...change }) => ({ at: toIso(at), ...change })) };
    },
    erase: ({ audit }, id) => audit.erase(id),
  },
  commands: { collections: ['ticket-'], keptForMs: DAY_MS },
  suggestions: {
    collections: ['contacts', 'recent-messages', 'privilege-groups', 'own-factions'],
    keptForMs: 30 * MINUTE_MS,
  },
} satisfies Record<string, PersonalData>;

export type DataName = keyof typeof PERSONAL_DATA;

/** The collections that hold nothing about a Discord user: the bot's own state, and the game's data. */
export const OTHER_COLLECTIONS = [
  ...['check', 'commands', 'freeze', 'interaction', 'jobs', 'lock', 'process', 'restored', 'audit-channel'],
  ...['galaxy', 'galaxy-places', 'galaxy-pages', 'handles', 'wire-forms'],
];

/** A person's link (no tokens), discoverability, bookmarks and changes; times in ISO 8601. */
export async function exportPersonalData(parts: Exporting, discordUserId: string): Promise<Record<string, unknown>> {
  const kinds: PersonalData[] = Object.values(PERSONAL_DATA);
  const exported = await Promise.all(kinds.map((kind) => kind.export?.(parts, discordUserId)));
  return Object.assign({ discordUserId }, ...exported);
}

/** Revokes the tokens and erases everything. If it throws StoreUnavailable, try again. */
export async function erasePersonalData(parts: Erasing, discordUserId: string): Promise<LoggedOut> {
  const { writes, link, ...others } = PERSONAL_DATA;
  // Writes in progress first, because looking up outcomes needs the link.
  await writes.erase(parts, discordUserId);
  const loggedOut = await link.erase(parts, discordUserId);
  const kinds: PersonalData[] = Object.values(others);
  for (const kind of kinds) await kind.erase?.(parts, discordUserId);
  await parts.store.deleteAll(`${discordUserId}:`);
  return loggedOut;
}

function toIso(ms: number): string {
  return new Date(ms).toISOString();
}

/** Which Discord users let others look up their character from their user menu. Off by default. */
export function createDiscoverability(store: Store) {
  const choices = store.collection('findable', z.literal(true));
  return {
    isDiscoverable: async (discordUserId: string) => (await choices.get(discordUserId)) ?? false,
    /** Turning it off leaves nothing stored. */
    async setDiscoverable(discordUserId: string, isDiscoverable: boolean): Promise<void> {
      if (isDiscoverable) await choices.set(discordUserId, true);
      else await choices.delete(discordUserId);
    },
  };
}
