import { z } from 'zod';
import { KINDS, type Kind } from '../../../src/galaxy/places.ts';
import type { Page } from '../../../src/game/operation.ts';
import type { Place } from '../../../src/game/resources/galaxy.ts';
import { collection } from '../../../src/store/declared.ts';
import { UserError } from '../../../src/view/errorView.ts';
import { checkPage, cutPage, toOwnPage, toPaging, toPosition } from '../../../src/view/pager.ts';
import { findPlace, findReference, ownerOf, typeOf } from '../findPlace.ts';
import { fitHistory, type History, ids, type ListQuery } from '../ids.ts';
import { type Context, knownGalaxy } from '../knownGalaxy.ts';
import { findOrigin } from '../location.ts';
import { listView } from './listView.ts';
import { type Selected, selectPlaces } from './select.ts';

export type ListOptions = Pick<ListQuery, 'sector' | 'owner' | 'type' | 'from' | 'sort'> & {
  'min-population'?: number | undefined;
};

const ITEMS_PER_PAGE = 20;

/** Cached for everyone: the galaxy hardly changes. */
const PAGES = collection('galaxy-pages', z.custom<Page<Place>>(), { about: 'game', keptForMs: 10 * 60_000 });

/** Throws a UserError for names that aren't in the galaxy. */
export function toQuery(context: Context, kind: Kind, options: ListOptions): ListQuery {
  const { sector, owner, type, from } = options;
  const { sort = from === undefined ? 'name' : 'distance' } = options;
  if (Object.values(options).every((value) => value === undefined)) return { kind, sort };
  if (!context.services.galaxy.now().completedAt) throw new UserError(context.texts.notYet);
  const find = (typed: string | undefined, kinds: readonly Kind[]) => typed && findPlace(context, typed, kinds).uid;
  return {
    kind,
    sort,
    sector: find(sector, ['sectors']),
    owner: owner && findReference(context, ownerOf, owner),
    type: type && findReference(context, typeOf, type),
    from: sort === 'distance' ? find(from, KINDS) : undefined,
    minPopulation: options['min-population'],
  };
}

/** A page from the copy or, until there is one, from the service. `before`: the history. */
export async function showList(context: Context, query: ListQuery, page = 1, before: History = []) {
  const { texts, services } = context;
  const galaxy = services.galaxy.now();
  const { kind, sort = 'name', from, ...filters } = query;
  const isPlain = sort === 'name' && Object.values(filters).every((value) => value === undefined);
  const isFromCopy = galaxy.completedAt !== undefined || !isPlain;
  const list = isFromCopy ? await selectPage(context, query, page) : await fetchPage(context, kind, page);
  const { pages } = toPosition(list);
  // The pager has the longest ids.
  const way = fitHistory([...before, { ...query, page }], (steps) => {
    ids.page({ way: steps, page: pages }, 'previous');
    ids.pageJump({ way: steps, pages });
    return steps;
  });
  if (!way) throw new UserError(texts.list.tooManyFilters);
  return listView(texts, galaxy, { query, isFromCopy, list, way });
}

async function selectPage(context: Context, query: ListQuery, page: number): Promise<Page<Selected>> {
  const { atlas } = knownGalaxy(context);
  const origin = query.sort === 'distance' ? await findOrigin(context, query.from) : undefined;
  return cutPage(context.texts, selectPlaces(atlas, query, origin?.point), page, ITEMS_PER_PAGE);
}

/** A page, 1-based; at most one request in ten minutes for all readers. */
export async function fetchPage(
  { game, services, texts, usage }: Pick<Context, 'game' | 'services' | 'texts' | 'usage'>,
  kind: Kind,
  number: number,
): Promise<Page<Selected>> {
  const ask = () => game.galaxy[kind].list(toPaging(number, ITEMS_PER_PAGE));
  const page = toOwnPage(await services.cached(services.kept(PAGES, `${kind}:${number}`), ask, usage), number);
  checkPage(texts, number, page);
  return { ...page, items: page.items.map((place) => ({ place: { ...place, kind }, people: place.population ?? 0 })) };
}
