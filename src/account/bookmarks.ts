import { z } from 'zod';
import type { Store } from '../store/store.ts';
import { noneIfBroken } from './seal.ts';
import type { SealedStore } from './sealedStore.ts';

const BOOKMARKS = z.array(z.object({ uid: z.string(), name: z.string() }));

/** A place that a person wants to find again; its name as it was then. */
export type Bookmark = z.infer<typeof BOOKMARKS>[number];

export const MAX_BOOKMARKS = 25;

export type Bookmarks = ReturnType<typeof createBookmarks>;

/** Each Discord user's bookmarks, sealed; in the order in which they were added. */
export function createBookmarks(store: Store, sealed: SealedStore) {
  const bookmarks = sealed.collection('bookmarks', BOOKMARKS, { isLasting: true });
  // Erasing a person's data deletes the keys that begin with the user's id and a colon.
  const toKey = (discordUserId: string): string => `${discordUserId}:bookmarks`;
  const of = async (discordUserId: string): Promise<Bookmark[]> =>
    (await bookmarks.get(toKey(discordUserId)).catch(noneIfBroken)) ?? [];
  const locked = <T>(discordUserId: string, work: () => Promise<T>): Promise<T> =>
    store.withLock(`bookmarks:${discordUserId}`, work);
  return {
    of,
    add: (discordUserId: string, { uid, name }: Bookmark): Promise<'added' | 'known' | 'full'> =>
      locked(discordUserId, async () => {
        const known = await of(discordUserId);
        if (known.some((bookmark) => bookmark.uid === uid)) return 'known';
        if (known.length >= MAX_BOOKMARKS) return 'full';
        await bookmarks.set(toKey(discordUserId), [...known, { uid, name }]);
        return 'added';
      }),
    /** Gives what is left. */
    remove: (discordUserId: string, uids: readonly string[]): Promise<Bookmark[]> =>
      locked(discordUserId, async () => {
        const left = (await of(discordUserId)).filter(({ uid }) => !uids.includes(uid));
        if (left.length > 0) await bookmarks.set(toKey(discordUserId), left);
        else await bookmarks.delete(toKey(discordUserId));
        return left;
      }),
  };
}
