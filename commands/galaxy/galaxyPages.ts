import { z } from 'zod';
import type { HandlerContext } from '../../src/discord/context.ts';
import type { Page } from '../../src/game/operation.ts';
import { type Memory, remember } from '../../src/store/remember.ts';
import { toPaging } from '../../src/view/pager.ts';
import type { GalaxyRecords, GalaxyResource } from './galaxyView.ts';

const ITEMS_PER_PAGE = 20;

/** Cached for everyone: the galaxy hardly changes. */
const PAGES: Memory<Page<never>> = {
  name: 'galaxy-pages',
  schema: z.object({
    total: z.number(),
    startIndex: z.number(),
    itemCount: z.number(),
    items: z.array(z.custom<never>()),
    hasMore: z.boolean(),
  }),
  ttlMs: 10 * 60_000,
};

/** A page of a galaxy list, 1-based; at most one request in ten minutes for all who read it. */
export async function readGalaxyPage<R extends GalaxyResource>(
  { game, services, tally }: Pick<HandlerContext<undefined>, 'game' | 'services' | 'tally'>,
  resource: R,
  number: number,
): Promise<Page<GalaxyRecords[R]>> {
  const ask = () => game.galaxy[resource].list(toPaging(number, ITEMS_PER_PAGE)) as Promise<Page<never>>;
  return await remember(services.store, PAGES, `${resource}:${number}`, ask, tally);
}
