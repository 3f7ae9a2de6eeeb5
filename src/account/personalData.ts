import { z } from 'zod';
import type { Store } from '../store/store.ts';
import type { Audit } from './audit.ts';
import type { Bookmarks } from './bookmarks.ts';
import type { Links } from './links.ts';
import type { Login } from './login.ts';

type Exporting = { links: Links; audit: Audit; bookmarks: Bookmarks; store: Store };
type Erasing = Omit<Exporting, 'bookmarks'> & {
  login: Login;
  takeover: { erase(discordUserId: string): Promise<void> };
};

/** One kind of data about people: /account exports and erases it, the privacy page tells of it. */
type PersonalData = {
  /** The collections that hold it; all that begin so, where the name ends with a dash. */
  collections: readonly string[];
  /** The longest that it stays; until it's erased where this is missing. */
  keptForMs?: number;
  /** Its properties in the export. What is missing there ends soon or has its own message. */
  export?: (parts: Exporting, discordUserId: string) => Promise<Record<string, unknown>>;
  /** False if our access couldn't be revoked. Without it, keys begin with the user's id and a colon. */
  erase?: (parts: Erasing, discordUserId: string) => Promise<boolean>;
};

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** All that is stored about people, in the order in which it is erased. */
export const PERSONAL_DATA = {
  writes: {
    collections: ['write', 'write-untold'],
    keptForMs: 7 * DAY_MS,
    // First, because looking up outcomes needs the link.
    erase: async ({ takeover }, id) => {
      await takeover.erase(id);
      return true;
    },
  },
  link: {
    collections: ['link'],
    export: async ({ links }, id) => {
      const link = await links.get(id);
      if (!link) return { link: null };
      const { character, scopes, linkedAt, tokens } = link;
      const [linked, expires] = [toIso(linkedAt), toIso(tokens.expiresAt)];
      return { link: { character, scopes, linkedAt: linked, accessTokenExpiresAt: expires } };
    },
    erase: async ({ login }, id) => (await login.logOut(id)).isRevoked,
  },
  logins: {
    collections: ['login', 'logins'],
    keptForMs: 70 * MINUTE_MS,
    erase: async ({ login }, id) => {
      await login.endAllOf(id);
      return true;
    },
  },
  discoverable: {
    collections: ['findable'],
    export: async ({ store }, id) => ({ discoverable: await createDiscoverability(store).isDiscoverable(id) }),
    erase: async ({ store }, id) => {
      await createDiscoverability(store).setDiscoverable(id, false);
      return true;
    },
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
    erase: async ({ audit }, id) => {
      await audit.erase(id);
      return true;
    },
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
  ...['check', 'freeze', 'interaction', 'jobs', 'lock', 'restored', 'audit-channel'],
  ...['galaxy', 'galaxy-places', 'galaxy-pages', 'handles'],
];

/** Everything stored about a Discord user except the tokens; times in ISO 8601. */
export async function exportPersonalData(parts: Exporting, discordUserId: string): Promise<Record<string, unknown>> {
  const kinds: PersonalData[] = Object.values(PERSONAL_DATA);
  const exported = await Promise.all(kinds.map((kind) => kind.export?.(parts, discordUserId)));
  return Object.assign({ discordUserId }, ...exported);
}

/** Revokes the tokens and erases everything. If it throws StoreUnavailable, try again. */
export async function erasePersonalData(parts: Erasing, discordUserId: string): Promise<{ isRevoked: boolean }> {
  const kinds: PersonalData[] = Object.values(PERSONAL_DATA);
  let isRevoked = true;
  for (const kind of kinds) isRevoked = (await kind.erase?.(parts, discordUserId)) !== false && isRevoked;
  await parts.store.deleteAll(`${discordUserId}:`);
  return { isRevoked };
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
