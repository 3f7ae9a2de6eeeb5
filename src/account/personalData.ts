import { listPersonal } from '../store/declared.ts';
import type { LoggedOut, Login } from './login.ts';
import type { Keeping } from './sealedStore.ts';

type Erasing = Pick<Keeping, 'kept'> & {
  login: Pick<Login, 'logOut' | 'endAllOf'>;
  batches: { erase(discordUserId: string): Promise<void> };
  takeover: { erase(discordUserId: string): Promise<void> };
  tickets: { erase(discordUserId: string): Promise<void> };
};

/** What is declared as exported: link (no tokens), discoverability, bookmarks and changes; times in ISO 8601. */
export async function exportPersonalData(
  { kept }: Pick<Keeping, 'kept'>,
  discordUserId: string,
): Promise<Record<string, unknown>> {
  const exported = listPersonal().map((declared) => declared.toExport?.(kept(declared, { id: discordUserId }).get()));
  return Object.assign({ discordUserId }, ...(await Promise.all(exported)));
}

/** Revokes the tokens and erases all that is declared. If it throws StoreUnavailable, try again. */
export async function erasePersonalData(
  { kept, login, batches, takeover, tickets }: Erasing,
  discordUserId: string,
): Promise<LoggedOut> {
  // Writes in progress first, because looking up outcomes needs the link.
  await batches.erase(discordUserId);
  await takeover.erase(discordUserId);
  const loggedOut = await login.logOut(discordUserId);
  await login.endAllOf(discordUserId);
  await tickets.erase(discordUserId);
  for (const declared of listPersonal().filter(({ erasedBy }) => erasedBy === undefined)) {
    const own = kept(declared, { id: discordUserId });
    // Else what is being changed would be stored again.
    await own.locked(own.delete);
  }
  return loggedOut;
}
