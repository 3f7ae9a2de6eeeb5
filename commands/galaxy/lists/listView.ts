import type { Atlas } from '../../../src/galaxy/atlas.ts';
import type { Galaxy } from '../../../src/galaxy/galaxy.ts';
import type { Kind } from '../../../src/galaxy/places.ts';
import type { Page } from '../../../src/game/operation.ts';
import type { Reference } from '../../../src/game/wire/wire.ts';
import type { Messages } from '../../../src/view/language.ts';
import { buttons, divider, type MessageView, message, text } from '../../../src/view/message.ts';
import { pagerRow, toPosition } from '../../../src/view/pager.ts';
import { firstLines, joined, plain, unbroken, unformatted } from '../../../src/view/text.ts';
import { ageLine } from '../age.ts';
import { goButton, type History, ids, type ListQuery, openSelect } from '../ids.ts';
import type { GalaxyMessages } from '../messages.ts';
import type { Selected } from './select.ts';

type GalaxyTexts = Messages<GalaxyMessages>;

export type ListParts = {
  query: ListQuery;
  /** Else it's as the service gave it just now. */
  isFromCopy: boolean;
  list: Page<Selected>;
  /** To this page. */
  way: History;
};

/** What fits on one line of a phone. */
const MAX_LINE_LENGTH = 32;
const MAX_NAME_LENGTH = 18;
const MIN_FACT_LENGTH = 6;
const SEPARATOR_LENGTH = 3;
const MAX_TITLE_NAME = 40;
const MAX_LABEL_NAME = 50;
/** Leaves room for the title below Discord's 4000. */
const MAX_LIST_LENGTH = 3_400;

/** What a line says between the name and its number. */
const FACTS: Record<Kind, (place: Selected['place'], query: ListQuery, messages: GalaxyTexts) => string | undefined> = {
  systems: ({ sector, container, controlledBy }, query) =>
    (query.sector === undefined ? (sector ?? container) : controlledBy)?.name,
  planets: ({ system, container }) => (system ?? container)?.name,
  sectors: ({ knownSystems }, _query, messages) =>
    knownSystems === undefined ? undefined : messages.map.systems(knownSystems),
  stations: ({ type, system, container }, query) =>
    (query.type === undefined ? (type ?? system ?? container) : (system ?? container))?.name,
  cities: ({ planet, container }) => (planet ?? container)?.name,
};

/** A page of a list: one line a place, the pager, and a select that opens a place's card. */
export function listView(messages: GalaxyTexts, galaxy: Galaxy, parts: ListParts): MessageView {
  const { query, list, way, isFromCopy } = parts;
  const { pager } = messages;
  const lines = list.items.map((selected) => toLine(messages, query, selected));
  const range = pager.range(list.startIndex, list.startIndex + list.items.length - 1, list.total);
  const told = [...(lines.length > 0 ? [range] : []), ...describe(messages, galaxy.atlas, query, list.items)];
  const choices = list.items
    .filter(({ place }) => galaxy.atlas.find(place.uid))
    .map(({ place }) => ({ value: place.uid, label: unformatted(place.name, MAX_LABEL_NAME) }));
  return message(
    'neutral',
    text(`## ${toTitle(messages, galaxy.atlas, query)}`, told.length > 0 && `-# ${joined(...told)}`),
    divider(),
    text(lines.length > 0 ? firstLines(lines, MAX_LIST_LENGTH) : messages.list.none),
    pagerRow(messages, toPosition(list), ids.page, ids.pageJump, { way }),
    openSelect(way, choices, messages.open),
    buttons(goButton(messages.back, way.slice(0, -1), 'back')),
    isFromCopy && text(query.sort === 'distance' && `-# ${messages.near.onlyPlaced}`, ageLine(messages, galaxy)),
  );
}

function toTitle(messages: GalaxyTexts, atlas: Atlas, { kind, sort, from }: ListQuery): string {
  const { title } = messages[kind];
  if (sort !== 'distance') return title;
  if (from === undefined) return messages.near.you(title);
  return messages.near.title(title, plain(atlas.find(from)?.name ?? from, 60));
}

function describe(messages: GalaxyTexts, atlas: Atlas, query: ListQuery, [first]: readonly Selected[]): string[] {
  const { list, near, map, units } = messages;
  const { sort, sector, owner, type, minPopulation, radius } = query;
  const name = (reference: Reference | undefined) => plain(reference?.name ?? '', MAX_TITLE_NAME);
  return [
    sort === 'population' ? list.sorts.population : '',
    radius === undefined ? '' : near.within(units(radius)),
    sector === undefined ? '' : map.sectorTitle(name(atlas.find(sector))),
    owner === undefined || !first ? '' : messages.controlledBy(name(first.place.controlledBy)),
    type === undefined || !first ? '' : name(first.place.type),
    minPopulation === undefined ? '' : list.atLeast(minPopulation),
  ].filter(Boolean);
}

/** Name, fact and number; the fact is cut or left out where they wouldn't fit on a line. */
function toLine(messages: GalaxyTexts, query: ListQuery, { place, people, distance }: Selected): string {
  const name = unformatted(place.name, MAX_NAME_LENGTH);
  const isPopulated = people > 0 && (place.kind !== 'stations' || query.sort === 'population');
  const counted = isPopulated ? messages.population(people) : '';
  const number = distance === undefined ? counted : messages.number(Math.round(distance * 10) / 10);
  const room = MAX_LINE_LENGTH - name.length - number.length - 2 * SEPARATOR_LENGTH;
  const fact = FACTS[place.kind](place, query, messages) ?? '';
  // A planet often has its system's name already.
  const isShown = room >= (place.kind === 'sectors' ? fact.length : MIN_FACT_LENGTH) && !name.startsWith(fact);
  return joined(`**${plain(name)}**`, isShown && plain(fact, room), unbroken(number));
}
