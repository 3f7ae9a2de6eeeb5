import { z } from 'zod';
import type { Place } from '../game/resources/galaxy.ts';
import { collection } from '../store/declared.ts';
import type { Store } from '../store/store.ts';
import { KINDS, type Kind } from './places.ts';

export const WALK = z.object({
  id: z.string(),
  /** In ms since the epoch; missing while the walk is under way. */
  finishedAt: z.number().optional(),
  pages: z.record(z.enum(KINDS), z.number()),
});

export type Walk = z.infer<typeof WALK>;

const WALKS = collection('galaxy', WALK, { about: 'game' });
const PAGES = collection('galaxy-places', z.custom<Place[]>(Array.isArray), {
  about: 'game',
  // Long, because the service may be down for months. An old map shows its age.
  keptForMs: 180 * 24 * 60 * 60_000,
});

export type GalaxyCopy = ReturnType<typeof createGalaxyCopy>;

/** The galaxy as it's kept in the store: page by page, as the service gave it. */
export function createGalaxyCopy(store: Store) {
  const walks = store.collection(WALKS);
  const pages = store.collection(PAGES);
  const toKey = (walk: Walk, kind: Kind, page: number): string => `${walk.id}:${kind}:${page}`;
  /** The last complete walk; until there is one, the first, unfinished walk. */
  const read = (): Promise<Walk | undefined> => walks.get('walk');
  return {
    read,
    /** Makes this the walk that everyone reads, and deletes the previous one's pages. */
    async show(walk: Walk): Promise<void> {
      const before = await read();
      await walks.set('walk', walk);
      if (before === undefined || before.id === walk.id) return;
      for (const kind of KINDS) {
        for (let page = 0; page < before.pages[kind]; page += 1) await pages.delete(toKey(before, kind, page));
      }
    },
    /** A missing page is empty. */
    readPage: async (walk: Walk, kind: Kind, page: number): Promise<Place[]> =>
      (await pages.get(toKey(walk, kind, page))) ?? [],
    writePage: (walk: Walk, kind: Kind, page: number, places: Place[]) => pages.set(toKey(walk, kind, page), places),
  };
}
