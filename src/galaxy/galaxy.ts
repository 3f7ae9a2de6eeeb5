import { setTimeout } from 'node:timers/promises';
import type { Logger } from '../log.ts';
import { every } from '../time/every.ts';
import { stopwatch } from '../time/stopwatch.ts';
import { Atlas } from './atlas.ts';
import type { GalaxyCopy, Walk } from './copy.ts';
import { KINDS } from './places.ts';

/** The galaxy as this process knows it; `completedAt` is missing until a walk is complete. */
export type Galaxy = { atlas: Atlas; completedAt: Date | undefined };

const EARLY_POLL_MS = 2_000;
const POLL_MS = 60_000;
/** Pages read between pauses, so that thousands of places don't hold up a command. */
const PAGES_AT_ONCE = 4;

export type GalaxyReader = ReturnType<typeof createGalaxyReader>;

/** Follows the copy in the store: during the first walk page by page, later walk by walk. */
export function createGalaxyReader(copy: GalaxyCopy, log: Logger) {
  let galaxy: Galaxy = { atlas: new Atlas(), completedAt: undefined };
  let known: Walk | undefined;
  let sinceRefresh = stopwatch();

  const refresh = async (): Promise<void> => {
    const walk = await copy.read();
    const isSame = walk?.id === known?.id;
    if (!walk || (isSame && known?.finishedAt !== undefined)) return;
    const atlas = isSame ? galaxy.atlas : new Atlas();
    for (const kind of KINDS) {
      for (let page = isSame ? (known?.pages[kind] ?? 0) : 0; page < walk.pages[kind]; page += 1) {
        atlas.add(kind, await copy.readPage(walk, kind, page));
        if (page % PAGES_AT_ONCE === 0) await setTimeout(0);
      }
    }
    known = walk;
    galaxy = { atlas, completedAt: walk.finishedAt === undefined ? undefined : new Date(walk.finishedAt) };
  };

  const follow = async (): Promise<void> => {
    if (galaxy.completedAt && sinceRefresh() < POLL_MS) return;
    await refresh();
    sinceRefresh = stopwatch();
  };

  return {
    now: (): Galaxy => galaxy,
    refresh,
    /** Returns a stop function. */
    start(): () => Promise<void> {
      const onError = (err: unknown): void => log.warn({ err }, 'could not read the copy of the galaxy');
      return every(EARLY_POLL_MS, follow, { onError, atOnce: true });
    },
  };
}
