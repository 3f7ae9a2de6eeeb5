import { stepButton } from '../../../src/discord/declare/steps.ts';
import type { Atlas } from '../../../src/galaxy/atlas.ts';
import type { Galaxy } from '../../../src/galaxy/galaxy.ts';
import type { Kind } from '../../../src/galaxy/places.ts';
import type { Page } from '../../../src/game/operation.ts';
import type { Reference } from '../../../src/game/wire/wire.ts';
import { buttons, divider, message, text } from '../../../src/view/message.ts';
import { pagerRow, toPosition, toRange } from '../../../src/view/pager.ts';
import { firstLines, joined, plain, unbroken, unformatted } from '../../../src/view/text.ts';
import type { GalaxyTexts } from '../en.ts';
import { goButton, type History, ids, type ListQuery, openSelect } from '../ids.ts';
import { ageLine } from '../knownGalaxy.ts';
import type { Selected } from './select.ts';

export type ListParts = {
  query: ListQuery;
  /** False for the service's own list. */
  isFromCopy: boolean;
  list: Page<Selected>;
  /** The history up to this page. */
  way: History;
};

/** Fits on one line on a phone. */
const MAX_LINE_LENGTH = 32;
const MAX_NAME_LENGTH = 18;
const MIN_FACT_LENGTH = 6;
const SEPARATOR_LENGTH = 3;
const MAX_TITLE_NAME = 40;
const MAX_LABEL_NAME = 50;
/** Leaves room for the title within Discord's 4,000. */
const MAX_LIST_LENGTH = 3_400;

/** Fits on one small line on a phone. */
const MAX_WHERE_LENGTH = 36;

/** The words between the name and its number. */
const FACTS: Record<Kind, (place: Selected['place'], query: ListQuery, texts: GalaxyTexts) => string | undefined> = {
  systems: ({ sector, container, controlledBy }, query) =>
    (query.sector === undefined ? (sector ?? container) : controlledBy)?.name,
  planets: ({ system, container }) => (system ?? container)?.name,
  sectors: ({ knownSystems }, _, texts) => (knownSystems === undefined ? undefined : texts.map.systems(knownSystems)),
  stations: ({ type }, query) => (query.type === undefined ? type?.name : undefined),
  cities: () => undefined,
};

export function listView(texts: GalaxyTexts, galaxy: Galaxy, parts: ListParts) {
  const { query, list, way, isFromCopy } = parts;
  const isNearMe = query.sort === 'distance' && query.from === undefined;
  const lines = list.items.map((selected) => toLines(texts, galaxy.atlas, query, selected));
  const isToMiddle = query.kind === 'sectors' || galaxy.atlas.find(query.from ?? '')?.kind === 'sectors';
  // Without the copy, the order is the service's.
  const described = describe(texts, galaxy.atlas, isFromCopy ? query : { ...query, sort: undefined }, list.items);
  const facts = [...(lines.length > 0 ? [toRange(texts, list)] : []), ...described];
  const choices = list.items
    .filter(({ place }) => galaxy.atlas.find(place.uid))
    .map(({ place }) => ({ value: place.uid, label: unformatted(place.name, MAX_LABEL_NAME) }));
  return message(
    'neutral',
    text(`## ${toTitle(texts, galaxy.atlas, query)}`, facts.length > 0 && `-# ${joined(...facts)}`),
    divider(),
    text(lines.length > 0 ? firstLines(lines, MAX_LIST_LENGTH) : texts.list.none),
    pagerRow(texts, toPosition(list), ids.page, ids.pageJump, { way }),
    openSelect(way, choices, texts.open),
    buttons(
      goButton(texts.shared.back, way.slice(0, -1), 'back'),
      ...(isNearMe ? [stepButton(texts, 'galaxy map'), stepButton(texts, 'galaxy bookmarks')] : []),
    ),
    isFromCopy &&
      text(
        query.sort === 'distance' && `-# ${texts.near.onlyPlaced}`,
        query.sort === 'distance' && isToMiddle && `-# ${texts.near.toMiddle}`,
        ageLine(texts, galaxy),
      ),
  );
}

function toTitle(texts: GalaxyTexts, atlas: Atlas, { kind, sort, from }: ListQuery): string {
  const { title } = texts[kind];
  if (sort !== 'distance') return title;
  if (from === undefined) return texts.near.you(title);
  return texts.near.title(title, plain(atlas.find(from)?.name ?? from, 60));
}

function describe(texts: GalaxyTexts, atlas: Atlas, query: ListQuery, [first]: readonly Selected[]): string[] {
  const { list, near, map, units } = texts;
  const { sort, sector, owner, type, minPopulation, radius } = query;
  const name = (reference: Reference | undefined) => plain(reference?.name ?? '', MAX_TITLE_NAME);
  return [
    radius === undefined ? '' : near.within(units(radius)),
    sector === undefined ? '' : map.sectorTitle(name(atlas.find(sector))),
    sort === undefined ? '' : list.sorts[sort],
    owner === undefined || !first ? '' : texts.controlledBy(name(first.place.controlledBy)),
    type === undefined || !first ? '' : name(first.place.type),
    minPopulation === undefined ? '' : list.atLeast(minPopulation),
  ].filter(Boolean);
}

/** The names around a station or a city, nearest first, and its coordinates. */
function toWhere(atlas: Atlas, place: Selected['place']): string {
  const { kind, planet, system, container } = place;
  if (kind !== 'stations' && kind !== 'cities') return '';
  const inner = kind === 'cities' ? (planet ?? container)?.name : undefined;
  const outer = (atlas.systemOf(place) ?? system ?? (kind === 'stations' ? container : undefined))?.name;
  const point = atlas.positionOf(place);
  const coordinates = point ? unbroken(`(${point.x}, ${point.y})`) : '';
  // A planet's name often begins with its system's.
  const names = inner?.startsWith(outer ?? '') ? [inner] : [inner, outer];
  const room = Math.max(MIN_FACT_LENGTH, MAX_WHERE_LENGTH - coordinates.length);
  const shown = plain(names.filter(Boolean).join(', '), room);
  return [shown, coordinates].filter(Boolean).join(' ');
}

/** Name, fact and number; the fact is shortened or left out to fit on the line. Stations and cities
 * have a second line for their location. */
function toLines(texts: GalaxyTexts, atlas: Atlas, query: ListQuery, { place, people, distance }: Selected): string {
  const name = unformatted(place.name, MAX_NAME_LENGTH);
  const isPopulated = people > 0 && (place.kind !== 'stations' || query.sort === 'population');
  const counted = isPopulated ? texts.population(people) : '';
  const number = distance === undefined ? counted : texts.number(Math.round(distance * 10) / 10);
  const room = MAX_LINE_LENGTH - name.length - number.length - 2 * SEPARATOR_LENGTH;
  const fact = FACTS[place.kind](place, query, texts) ?? '';
  // A planet's name often begins with its system's.
  const isShown = room >= (place.kind === 'sectors' ? fact.length : MIN_FACT_LENGTH) && !name.startsWith(fact);
  const where = toWhere(atlas, place);
  const line = joined(`**${plain(name)}**`, isShown && plain(fact, room), unbroken(number));
  return where ? `${line}\n-# ${where}` : line;
}
