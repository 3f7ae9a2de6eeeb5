import { z } from 'zod';
import type { Game } from '../game/client.ts';
import { GameError, isGameError } from '../game/errors.ts';
import type { Job } from '../jobs/jobs.ts';
import { type GalaxyCopy, WALK } from './copy.ts';
import { KINDS } from './places.ts';

const CURSOR = z.object({
  walk: WALK,
  kind: z.enum(KINDS),
  startIndex: z.number(),
  /** The number of places read so far, and of all places in the lists that were begun. */
  read: z.number(),
  known: z.number(),
});

type Cursor = z.infer<typeof CURSOR>;

export const WALK_JOB = 'galaxy';

/** Max items per page of the service. */
const ITEMS_PER_PAGE = 50;
/** Pause between the pages of a refresh: 140 take about an hour. The first walk has no pauses. */
const REFRESH_PAUSE_MS = 25_000;
const DAY_MS = 24 * 60 * 60_000;
/** Stops if the service never reports a last page. */
const MAX_PAGES = 500;

/** Reads the five lists, one page a step. Uses no token, so it spends no player's budget. */
export function createWalkJob(copy: GalaxyCopy, game: (signal: AbortSignal) => Game): Job<Cursor> {
  return {
    name: WALK_JOB,
    cursor: CURSOR,
    async step(cursor = begin(), signal) {
      const { walk, kind, startIndex } = cursor;
      const paging = { start_index: startIndex, item_count: ITEMS_PER_PAGE };
      const page = await game(signal)
        .galaxy[kind].list(paging)
        .catch((error: unknown) => {
          if (!isGameError(error, 'not_linked')) throw error;
        });
      if (!page) {
        return { nextRunInMs: DAY_MS, problem: 'the game demands a token for the galaxy; its copy needs none' };
      }
      const number = walk.pages[kind];
      // A missing list can't replace one that was longer.
      const isMissing = page.isShapeless && (number > 0 || ((await copy.read())?.pages[kind] ?? 0) > 1);
      if (isMissing) throw new GameError({ code: 'service_unavailable', reason: `no list of ${kind}` });
      await copy.writePage(walk, kind, number, page.items);
      const read = { ...walk, pages: { ...walk.pages, [kind]: number + 1 } };
      const isUnfinished = page.hasMore && number < MAX_PAGES;
      const nextKind = isUnfinished ? kind : KINDS[KINDS.indexOf(kind) + 1];
      if (nextKind === undefined) {
        await copy.show({ ...read, finishedAt: Date.now() });
        return { nextRunInMs: DAY_MS };
      }
      const isFirst = (await copy.read())?.finishedAt === undefined;
      if (isFirst) await copy.show(read);
      const next = {
        walk: read,
        kind: nextKind,
        startIndex: isUnfinished ? startIndex + page.items.length + (page.skipped ?? 0) : 1,
        read: cursor.read + page.items.length,
        known: number === 0 ? cursor.known + page.total : cursor.known,
      };
      const progress = { done: next.read, total: next.known };
      return { cursor: next, progress, afterMs: isFirst ? 0 : REFRESH_PAUSE_MS };
    },
  };
}

function begin(): Cursor {
  const pages = { sectors: 0, systems: 0, planets: 0, stations: 0, cities: 0 };
  return { walk: { id: String(Date.now()), pages }, kind: KINDS[0], startIndex: 1, read: 0, known: 0 };
}
