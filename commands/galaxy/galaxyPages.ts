import { z } from 'zod';
import type { HandlerContext } from '../../src/discord/context.ts';
import type { Page } from '../../src/game/operation.ts';
import { type Memory, remember } from '../../src/store/remember.ts';
import type { GalaxyRecords, GalaxyResource } from './galaxyView.ts';

const ITEMS_A_PAGE = 20;

/** The galaxy hardly changes, and it is the same for all. */
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

type Asking = Pick<HandlerContext<undefined>, 'game' | 'services' | 'tally'>;

/** A page of a galaxy list, from 1; for ten minutes one request serves all who read it. */
export async function readGalaxyPage<R extends GalaxyResource>(
  { game, services, tally }: Asking,
  resource: R,
  number: number,
): Promise<Page<GalaxyRecords[R]>> {
  const paging = { start_index: (number - 1) * ITEMS_A_PAGE + 1, item_count: ITEMS_A_PAGE };
  const ask = () => game.galaxy[resource].list(paging) as Promise<Page<never>>;
  return await remember(services.store, PAGES, `${resource}:${number}`, ask, tally);
}
