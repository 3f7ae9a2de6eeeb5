import { commandsIn, pageIds } from '../../src/discord/command.ts';
import type { HandlerContext } from '../../src/discord/context.ts';
import type { MessageView } from '../../src/view/message.ts';
import { checkPage } from '../../src/view/pager.ts';
import { de } from './de.ts';
import { readGalaxyPage } from './galaxyPages.ts';
import { type GalaxyResource, galaxyView } from './galaxyView.ts';
import { en, type GalaxyMessages } from './messages.ts';

const { group, subcommand, pages } = commandsIn({ en, de });

const RESOURCES = ['systems', 'planets', 'sectors', 'stations', 'cities'] as const satisfies readonly GalaxyResource[];

type Context = HandlerContext<undefined, GalaxyMessages>;

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

async function showPage<R extends GalaxyResource>(context: Context, resource: R, number: number): Promise<MessageView> {
  const { messages, idFor } = context;
  const page = await readGalaxyPage(context, resource, number);
  checkPage(messages, number, page);
  return galaxyView(messages, resource, page, pageIds(idFor, 'page', { resource }));
}
