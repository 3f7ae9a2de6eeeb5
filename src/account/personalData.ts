import { z } from 'zod';
import type { Store } from '../store/store.ts';
import type { Audit } from './audit.ts';
import type { Bookmarks } from './bookmarks.ts';
import type { Links } from './links.ts';
import type { LoggedOut, Login } from './login.ts';

type Parts = { login: Login; links: Links; audit: Audit; store: Store };

/** Everything stored about a Discord user except the tokens; times in ISO 8601. */
export async function exportPersonalData(
  { links, audit, bookmarks, store }: Omit<Parts, 'login'> & { bookmarks: Bookmarks },
  discordUserId: string,
): Promise<Record<string, unknown>> {
  const link = await links.get(discordUserId);
  const changes = await audit.of(discordUserId);
  return {
    discordUserId,
    link: link
      ? {
          character: link.character,
          scopes: link.scopes,
          linkedAt: toIso(link.linkedAt),
          accessTokenExpiresAt: toIso(link.tokens.expiresAt),
        }
      : null,
    discoverable: await createDiscoverability(store).isDiscoverable(discordUserId),
    bookmarks: await bookmarks.of(discordUserId),
    changesInTheGame: changes.map(({ at, ...change }) => ({ at: toIso(at), ...change })),
  };
}

/** Revokes the tokens and erases everything. If it throws StoreUnavailable, try again. */
export async function erasePersonalData(
  { login, audit, store, takeover }: Parts & { takeover: { erase(discordUserId: string): Promise<void> } },
  discordUserId: string,
): Promise<LoggedOut> {
  // Writes in progress first, because looking up outcomes needs the link.
  await takeover.erase(discordUserId);
  const loggedOut = await login.logOut(discordUserId);
  await login.endAllOf(discordUserId);
  await audit.erase(discordUserId);
  await createDiscoverability(store).setDiscoverable(discordUserId, false);
  // The keys of tickets, suggestions and bookmarks begin with the user's id and a colon.
  await store.deleteAll(`${discordUserId}:`);
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
