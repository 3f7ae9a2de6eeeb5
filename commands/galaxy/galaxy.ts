import { pageIds } from '../../src/discord/command.ts';
import type { HandlerContext } from '../../src/discord/context.ts';
import { Mistake } from '../../src/view/errorView.ts';
import type { MessageView } from '../../src/view/message.ts';
import { toPosition } from '../../src/view/pager.ts';
import { group, pages, subcommand } from '../declare.ts';
import { readGalaxyPage } from './galaxyPages.ts';
import { type GalaxyResource, galaxyView } from './galaxyView.ts';

const RESOURCES = ['systems', 'planets', 'sectors', 'stations', 'cities'] as const satisfies readonly GalaxyResource[];

type Asked = Pick<HandlerContext<undefined>, 'game' | 'words' | 'idFor' | 'services' | 'tally'>;

export const galaxy = group({
  name: 'galaxy',
  description: ({ galaxy }) => galaxy.description,
  subcommands: Object.fromEntries(RESOURCES.map((resource) => [resource, listOf(resource)])),
  actions: pages('page', {
    args: { resource: RESOURCES },
    show: ({ args: { resource, page }, ...asked }) => showPage(asked, resource, page),
  }),
});

function listOf(resource: GalaxyResource) {
  return subcommand({
    description: ({ galaxy }) => galaxy[resource].description,
    visibility: 'public',
    options: { page: { kind: 'integer', description: ({ galaxy }) => galaxy.page, min: 1, max: 100_000 } },
    run: ({ options: { page = 1 }, ...asked }) => showPage(asked, resource, page),
  });
}

async function showPage<R extends GalaxyResource>(
  { words, idFor, ...asking }: Asked,
  resource: R,
  number: number,
): Promise<MessageView> {
  const page = await readGalaxyPage(asking, resource, number);
  const { pages } = toPosition(page);
  if (number > pages) throw new Mistake(({ pager }) => pager.pastTheEnd(number, pages));
  return galaxyView(words, resource, page, pageIds(idFor, 'page', { resource }));
}
