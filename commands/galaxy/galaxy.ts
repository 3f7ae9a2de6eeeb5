import { z } from 'zod';
import { commandsIn, pageIds } from '../../src/discord/command.ts';
import type { HandlerContext } from '../../src/discord/context.ts';
import type { Place } from '../../src/game/galaxy.ts';
import type { Page } from '../../src/game/operation.ts';
import { type Memory, remember } from '../../src/store/remember.ts';
import type { MessageView } from '../../src/view/message.ts';
import { checkPage, toPaging } from '../../src/view/pager.ts';
import { de } from './de.ts';
import { type GalaxyResource, galaxyView } from './galaxyView.ts';
import { en, type GalaxyMessages } from './messages.ts';

const { group, subcommand, pages } = commandsIn({ en, de });

const RESOURCES = ['systems', 'planets', 'sectors', 'stations', 'cities'] as const satisfies readonly GalaxyResource[];
const ITEMS_PER_PAGE = 20;

/** Cached for everyone: the galaxy hardly changes. */
const PAGES: Memory<Page<Place>> = { name: 'galaxy-pages', schema: z.custom<Page<Place>>(), ttlMs: 10 * 60_000 };

export const galaxy = group({
  name: 'galaxy',
  description: ({ description }) => description,
  subcommands: Object.fromEntries(RESOURCES.map((resource) => [resource, listOf(resource)])),
  actions: pages('page', {
    args: { resource: RESOURCES },
    show: ({ args: { resource, page }, ...context }) => showPage(context, resource, page),
  }),
});

function listOf(resource: GalaxyResource) {
  return subcommand({
    description: (messages) => messages[resource].description,
    visibility: 'public',
    options: { page: { kind: 'integer', description: ({ page }) => page, min: 1, max: 100_000 } },
    run: ({ options: { page = 1 }, ...context }) => showPage(context, resource, page),
  });
}

async function showPage(
  context: HandlerContext<undefined, GalaxyMessages>,
  resource: GalaxyResource,
  number: number,
): Promise<MessageView> {
  const page = await readGalaxyPage(context, resource, number);
  checkPage(context.messages, number, page);
  return galaxyView(context.messages, resource, page, pageIds(context.idFor, 'page', { resource }));
}

/** A page of a galaxy list, 1-based; at most one request in ten minutes for all who read it. */
export async function readGalaxyPage(
  { game, services, usage }: Pick<HandlerContext<undefined>, 'game' | 'services' | 'usage'>,
  resource: GalaxyResource,
  number: number,
): Promise<Page<Place>> {
  const ask = () => game.galaxy[resource].list(toPaging(number, ITEMS_PER_PAGE));
  return await remember(services.store, PAGES, `${resource}:${number}`, ask, usage);
}
