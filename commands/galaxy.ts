import { action, commandGroup, subcommand } from '../src/bot/command.ts';
import type { IdFor } from '../src/bot/customId.ts';
import type { Game } from '../src/game/client.ts';
import type { Page } from '../src/game/records.ts';
import { Mistake } from '../src/view/errorView.ts';
import { type GalaxyRecords, type GalaxyResource, galaxyView } from '../src/view/galaxyViews.ts';
import type { MessageView } from '../src/view/message.ts';
import { jumpModal, readPage, toPosition } from '../src/view/pager.ts';
import type { Words } from '../src/view/words/wordsFor.ts';

const ITEMS_A_PAGE = 20;
const RESOURCES = ['systems', 'planets', 'sectors', 'stations', 'cities'] as const satisfies readonly GalaxyResource[];

type Asked = { game: Game; words: Words; idFor: IdFor };

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
  { game, words, idFor }: Asked,
  resource: R,
  number: number,
): Promise<MessageView> {
  const lists: {
    [K in GalaxyResource]: {
      list: (asked: { start_index: number; item_count: number }) => Promise<Page<GalaxyRecords[K]>>;
    };
  } = game.galaxy;
  const page = await lists[resource].list({ start_index: (number - 1) * ITEMS_A_PAGE + 1, item_count: ITEMS_A_PAGE });
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
