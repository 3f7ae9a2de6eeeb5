import { z } from 'zod';
import { collection } from '../store/declared.ts';
import { noneIfBroken } from './seal.ts';
import type { Keeping } from './sealedStore.ts';

const bookmark = z.object({ uid: z.string(), name: z.string() });

/** A place that a person wants to find again; its name as it was then. */
export type Bookmark = z.infer<typeof bookmark>;

/** In the order in which they were added. */
const BOOKMARKS = collection('bookmarks', z.array(bookmark), {
  about: 'person',
  says: 'bookmarks',
  isSealed: true,
  keyOf: (discordUserId) => `${discordUserId}:bookmarks`,
  toExport: async (reading) => ({ bookmarks: (await reading.catch(noneIfBroken)) ?? [] }),
});

export const MAX_BOOKMARKS = 25;

export type Bookmarks = ReturnType<typeof createBookmarks>;

/** Each Discord user's bookmarks. */
export function createBookmarks({ kept }: Keeping) {
  const bookmarksOf = (id: string) => kept(BOOKMARKS, { id });
  const of = async (discordUserId: string): Promise<Bookmark[]> =>
    (await bookmarksOf(discordUserId).get().catch(noneIfBroken)) ?? [];
  return {
    of,
    add: (discordUserId: string, { uid, name }: Bookmark): Promise<'added' | 'known' | 'full'> =>
      bookmarksOf(discordUserId).locked(async () => {
        const known = await of(discordUserId);
        if (known.some((bookmark) => bookmark.uid === uid)) return 'known';
        if (known.length >= MAX_BOOKMARKS) return 'full';
        await bookmarksOf(discordUserId).set([...known, { uid, name }]);
        return 'added';
      }),
    /** Gives what is left. */
    remove: (discordUserId: string, uids: readonly string[]): Promise<Bookmark[]> =>
      bookmarksOf(discordUserId).locked(async () => {
        const left = (await of(discordUserId)).filter(({ uid }) => !uids.includes(uid));
        if (left.length > 0) await bookmarksOf(discordUserId).set(left);
        else await bookmarksOf(discordUserId).delete();
        return left;
      }),
  };
}
