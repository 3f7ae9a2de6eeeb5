import type { City, Planet, Sector, Station, System } from '../../src/game/galaxy.ts';
import type { Page } from '../../src/game/operation.ts';
import type { Reference } from '../../src/game/wire.ts';
import { divider, type MessageView, message, text } from '../../src/view/message.ts';
import { type PageIds, pagerRow, toPosition } from '../../src/view/pager.ts';
import { firstLines, joined, plain, unbroken } from '../../src/view/text.ts';
import type { Words } from '../../src/view/words/wordsFor.ts';

/** The records of the five galaxy lists by resource name. */
export type GalaxyRecords = { systems: System; planets: Planet; sectors: Sector; stations: Station; cities: City };
export type GalaxyResource = keyof GalaxyRecords;

const LONGEST_NAME = 24;
/** Leaves room for the title below Discord's 4000. Only names that are nothing but markdown, escaped, come near. */
const LONGEST_LIST = 3_600;

const LINES: { [R in GalaxyResource]: (words: Words, record: GalaxyRecords[R]) => (string | undefined)[] } = {
  systems: ({ galaxy }, { sector, container, x, y, controlledBy }) => [
    toName(sector ?? container),
    x === undefined || y === undefined ? undefined : unbroken(`(${x}, ${y})`),
    controlledBy && galaxy.controlledBy(name(controlledBy.name)),
  ],
  planets: ({ galaxy }, { system, container, population, controlledBy }) => [
    toName(system ?? container),
    population === undefined ? undefined : unbroken(galaxy.population(population)),
    controlledBy && galaxy.controlledBy(name(controlledBy.name)),
  ],
  sectors: ({ galaxy }, { knownSystems, population, controlledBy }) => [
    knownSystems === undefined ? undefined : unbroken(galaxy.knownSystems(knownSystems)),
    population === undefined ? undefined : unbroken(galaxy.population(population)),
    controlledBy && galaxy.controlledBy(name(controlledBy.name)),
  ],
  stations: ({ galaxy }, { type, system, container, controlledBy }) => [
    toName(type),
    toName(system ?? container),
    controlledBy && galaxy.controlledBy(name(controlledBy.name)),
  ],
  cities: ({ galaxy }, { planet, container, population, controlledBy }) => [
    toName(planet ?? container),
    population === undefined ? undefined : unbroken(galaxy.population(population)),
    controlledBy && galaxy.controlledBy(name(controlledBy.name)),
  ],
};

/** One page of a galaxy list, with its pager. */
export function galaxyView<R extends GalaxyResource>(
  words: Words,
  resource: R,
  page: Page<GalaxyRecords[R]>,
  ids: PageIds,
): MessageView {
  const { galaxy, pager } = words;
  const lines = page.items.map((record) => joined(`**${name(record.name)}**`, ...LINES[resource](words, record)));
  const range = pager.range(page.startIndex, page.startIndex + page.items.length - 1, page.total);
  return message(
    'neutral',
    text(`## ${galaxy[resource].title}`, lines.length > 0 && `-# ${range}`),
    divider(),
    text(lines.length > 0 ? firstLines(lines, LONGEST_LIST) : pager.empty),
    pagerRow(words, toPosition(page), ids),
  );
}

function toName(reference: Reference | undefined): string | undefined {
  return reference && name(reference.name);
}

function name(text: string): string {
  return plain(text, LONGEST_NAME);
}
