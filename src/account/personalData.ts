import type { Store } from '../store/store.ts';
import type { Audit } from './audit.ts';
import type { Findable } from './findable.ts';
import type { Links } from './links.ts';
import type { Login } from './login.ts';
import type { LoggedOut } from './logOut.ts';

/** Where something is kept about a Discord user for longer than a conversation takes. */
export type PersonalDataParts = {
  login: Login;
  links: Links;
  audit: Audit;
  findable: Findable;
  /** Writes on their way. */
  takeover: { erase(discordUserId: string): Promise<void> };
  store: Store;
};

/** Everything that is kept about a Discord user except for the tokens; times in ISO 8601. `link` is null without one. */
export async function exportPersonalData(
  { links, audit, findable }: Pick<PersonalDataParts, 'links' | 'audit' | 'findable'>,
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
    mayBeFound: await findable.isFindable(discordUserId),
    changesInTheGame: changes.map(({ at, ...change }) => ({ at: toIso(at), ...change })),
  };
}

/** Revokes and erases the link, and erases all else. Throws StoreUnavailable; what was not erased then is so at the next try. */
export async function erasePersonalData(
  { login, audit, findable, takeover, store }: Omit<PersonalDataParts, 'links'>,
  discordUserId: string,
): Promise<LoggedOut> {
  // First, while the link is there to look with.
  await takeover.erase(discordUserId);
  const loggedOut = await login.logOut(discordUserId);
  await login.endAllOf(discordUserId);
  await audit.erase(discordUserId);
  await findable.setFindable(discordUserId, false);
  // Tickets, and what is remembered for suggestions: all else that is a person's is kept under their id and a colon.
  await store.deleteAll(`${discordUserId}:`);
  return loggedOut;
}

function toIso(ms: number): string {
  return new Date(ms).toISOString();
}
