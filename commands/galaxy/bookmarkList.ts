import { z } from 'zod';
import type { Keeping } from '../../src/account/sealedStore.ts';
import { collection } from '../../src/store/declared.ts';

type Owner = { person: { id: string }; services: Pick<Keeping, 'kept'> };

/** Places with their names as they were then, in the order in which they were added. */
const BOOKMARKS = collection('bookmarks', z.array(z.object({ uid: z.string(), name: z.string() })), {
  about: 'person',
  says: 'bookmarks',
  keyOf: (discordUserId) => `${discordUserId}:bookmarks`,
  toExport: async (reading) => ({ bookmarks: (await reading) ?? [] }),
});

export const MAX_BOOKMARKS = 25;

const toKept = ({ person, services }: Owner) => services.kept(BOOKMARKS, person);

export const listBookmarks = async (owner: Owner) => (await toKept(owner).get()) ?? [];

export async function bookmark(owner: Owner, place: { uid: string; name: string }) {
  return await toKept(owner).locked(async () => {
    const known = await listBookmarks(owner);
    if (known.some(({ uid }) => uid === place.uid)) return 'known';
    if (known.length >= MAX_BOOKMARKS) return 'full';
    await toKept(owner).set([...known, place]);
    return 'added';
  });
}

export async function unbookmark(owner: Owner, uids: readonly string[]): Promise<void> {
  await toKept(owner).locked(async () => {
    const left = (await listBookmarks(owner)).filter(({ uid }) => !uids.includes(uid));
    await (left.length > 0 ? toKept(owner).set(left) : toKept(owner).delete());
  });
}
