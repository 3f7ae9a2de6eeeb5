import { action, commandGroup, subcommand } from '../src/discord/command.ts';
import type { HandlerContext } from '../src/discord/context.ts';
import { readGalaxyPage } from '../src/discord/galaxyPages.ts';
import { Mistake } from '../src/view/errorView.ts';
import { type GalaxyResource, galaxyView } from '../src/view/galaxyViews.ts';
import type { MessageView } from '../src/view/message.ts';
import { jumpModal, readPage, toPosition } from '../src/view/pager.ts';

const RESOURCES = ['systems', 'planets', 'sectors', 'stations', 'cities'] as const satisfies readonly GalaxyResource[];

type Asked = Pick<HandlerContext<undefined>, 'game' | 'words' | 'idFor' | 'services' | 'tally'>;

export const galaxy = commandGroup({
  name: 'galaxy',
  description: ({ galaxy }) => galaxy.description,
  subcommands: Object.fromEntries(RESOURCES.map((resource) => [resource, listOf(resource)])),
  actions: {
    page: action({
      answer: 'update',
      run: ({ args: [resource, , page], ...asked }) => showPage(asked, toResource(resource), Number(page) || 1),
    }),
    jump: action({
      answer: 'modal',
      run: ({ args: [resource, pages], words, idFor }) =>
        jumpModal(words, idFor('jumpTo', toResource(resource)), Number(pages) || 1),
    }),
    jumpTo: action({
      answer: 'update',
      run: async ({ args: [resource], fields, ...asked }) => showPage(asked, toResource(resource), readPage(fields)),
    }),
  },
});

function toResource(text: string | undefined): GalaxyResource {
  return RESOURCES.find((name) => name === text) ?? 'systems';
}

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
  return galaxyView(
    words,
    resource,
    page,
    (role, target) => idFor('page', resource, role, target),
    idFor('jump', resource, pages),
  );
}
