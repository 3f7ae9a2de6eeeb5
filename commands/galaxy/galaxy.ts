import { commandsIn } from '../../src/discord/declare/command.ts';
import type { Autocomplete } from '../../src/discord/declare/context.ts';
import type { LocalizedText, Options } from '../../src/discord/declare/options.ts';
import { KINDS, type Kind } from '../../src/galaxy/places.ts';
import { addBookmark, removeBookmarks, showBookmarks } from './bookmarks.ts';
import { findAndShow, openCard } from './card.ts';
import { showDistance } from './distance.ts';
import { type GalaxyTexts, TEXTS } from './en.ts';
import { findPlace, ownerOf, typeOf } from './findPlace.ts';
import { COLORS, type History, ids, SORTS } from './ids.ts';
import type { Context } from './knownGalaxy.ts';
import { showList, toQuery } from './lists/lists.ts';
import { IN_SYSTEMS, showMap, toMapArgs } from './map/map.ts';
import { suggestPlaces, suggestReferences } from './suggest.ts';

const { group, on, pages, reply, subcommand, update } = commandsIn(TEXTS);

const named = (description: LocalizedText<GalaxyTexts>, autocomplete: Autocomplete<GalaxyTexts>) =>
  ({ kind: 'text', description, maxLength: 100, autocomplete }) as const;
const PLACE = { ...named(({ find }) => find.name, suggestPlaces()), required: true } as const;
const SECTOR = named(({ list }) => list.sector, suggestPlaces(['sectors']));
const FROM = named(({ list }) => list.from, suggestPlaces());
const OWNER = named(({ list }) => list.owner, suggestReferences(ownerOf));

const LIST_OPTIONS = {
  page: { kind: 'integer', description: ({ shared }) => shared.page, min: 1, max: 100_000 },
  sort: { kind: 'choice', description: ({ list }) => list.sort, choices: SORTS, labels: ({ list }) => list.sorts },
  sector: SECTOR,
  owner: OWNER,
  type: named(({ list }) => list.type, suggestReferences(typeOf)),
  'min-population': { kind: 'integer', description: ({ list }) => list.minPopulation, min: 1, max: 1e12 },
  from: FROM,
} as const satisfies Options<GalaxyTexts>;

/** Options that don't suit a kind, or need facts that the game doesn't share. */
const UNAVAILABLE: Record<Kind, readonly (keyof typeof LIST_OPTIONS)[]> = {
  sectors: ['sector', 'type'],
  systems: ['type'],
  planets: ['type'],
  stations: ['min-population'],
  cities: ['type'],
};

/** For actions that only read, or save a bookmark of the person who presses. */
const isForAnyone = true;

export const galaxy = group({
  name: 'galaxy',
  main: 'find',
  description: ({ description }) => description,
  subcommands: {
    find: subcommand({
      description: ({ find }) => find.description,
      visibility: 'public',
      options: { name: PLACE },
      run: ({ options: { name }, ...context }) => findAndShow(context, name),
    }),
    ...(Object.fromEntries(KINDS.map((kind) => [kind, listOf(kind)])) as Record<Kind, ReturnType<typeof listOf>>),
    near: subcommand({
      description: ({ near }) => near.description,
      options: {
        place: FROM,
        radius: { kind: 'integer', description: ({ near }) => near.radius, min: 1, max: 100_000 },
      },
      // A person's location is private.
      visibility: ({ place }) => (place === undefined ? 'private' : 'public'),
      run: async ({ options: { place, radius }, ...context }) => {
        const from = place && findPlace(context, place).uid;
        return await showList(context, { kind: 'systems', sort: 'distance', from, radius });
      },
    }),
    distance: subcommand({
      description: ({ distance }) => distance.description,
      visibility: ({ from }) => (from === undefined ? 'private' : 'public'),
      options: { from: FROM, to: PLACE },
      run: async ({ options: { from, to }, ...context }) => showDistance(context, from, to),
    }),
    bookmark: subcommand({
      description: ({ bookmarks }) => bookmarks.add,
      options: { place: PLACE },
      run: ({ options, ...context }) => addBookmark(context, options.place),
    }),
    bookmarks: subcommand({ description: ({ bookmarks }) => bookmarks.description, run: showBookmarks }),
    map: subcommand({
      description: ({ map }) => map.description,
      visibility: 'public',
      options: {
        sector: SECTOR,
        owner: OWNER,
        around: named(({ map }) => map.around, suggestPlaces(IN_SYSTEMS)),
        color: {
          kind: 'choice',
          description: ({ map }) => map.color,
          choices: COLORS,
          labels: ({ map }) => map.colors,
        },
      },
      run: ({ options, ...context }) => showMap(context, toMapArgs(context, options)),
    }),
  },
  actions: on(ids, {
    ...pages(ids, 'page', { isForAnyone, show: ({ args: { way, page }, ...context }) => show(context, way, page) }),
    go: update({ isForAnyone, run: ({ args, ...context }) => show(context, args.way) }),
    open: update({
      isForAnyone,
      run: ({ args, values: [card], ...context }) => show(context, [...args.way, { card }]),
    }),
    fromMe: reply({ isForAnyone, run: ({ args, ...context }) => showDistance(context, undefined, args.place) }),
    bookmark: reply({ isForAnyone, run: ({ args, ...context }) => addBookmark(context, args.place) }),
    unbookmark: update({ subcommand: 'bookmarks', run: ({ values, ...context }) => removeBookmarks(context, values) }),
    map: update({ isForAnyone, run: ({ args, ...context }) => showMap(context, args) }),
  }),
});

function listOf(kind: Kind) {
  const fitting = Object.entries(LIST_OPTIONS).filter(([name]) => !UNAVAILABLE[kind].some((one) => one === name));
  return subcommand({
    description: (texts) => texts[kind].description,
    options: Object.fromEntries(fitting) as typeof LIST_OPTIONS,
    // The nearest places reveal a person's location.
    visibility: ({ sort, from }) => (sort === 'distance' && from === undefined ? 'private' : 'public'),
    run: ({ options: { page, ...options }, ...context }) => showList(context, toQuery(context, kind, options), page),
  });
}

/** The last view of the history; a list opens at this page. */
async function show(context: Context, way: History, page?: number) {
  const { card, kind, page: left, ...filters } = way.at(-1) ?? {};
  if (card !== undefined) return await openCard(context, card, way);
  if (kind === undefined) return await showBookmarks(context);
  return await showList(context, { kind, ...filters }, page ?? left, way.slice(0, -1));
}
