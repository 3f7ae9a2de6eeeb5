import type { Place } from '../../src/game/galaxy.ts';
import type { Page } from '../../src/game/operation.ts';
import type { Reference } from '../../src/game/wire.ts';
import type { Messages } from '../../src/view/language.ts';
import { divider, type MessageView, message, text } from '../../src/view/message.ts';
import { type PageIds, pagerRow, toPosition } from '../../src/view/pager.ts';
import { firstLines, joined, plain, unbroken } from '../../src/view/text.ts';
import type { GalaxyMessages } from './messages.ts';

export type GalaxyResource = 'systems' | 'planets' | 'sectors' | 'stations' | 'cities';

const MAX_NAME_LENGTH = 24;
/** Leaves room for the title below Discord's 4000. */
const MAX_LIST_LENGTH = 3_600;

type Facts = (place: Place, messages: GalaxyMessages) => (string | undefined)[];

/** What a line says between the name and who controls it. */
const FACTS: Record<GalaxyResource, Facts> = {
  systems: ({ sector, container, x, y }) => [
    toName(sector ?? container),
    x === undefined || y === undefined ? undefined : unbroken(`(${x}, ${y})`),
  ],
  planets: (planet, say) => [toName(planet.system ?? planet.container), toCount(planet.population, say.population)],
  sectors: (one, say) => [toCount(one.knownSystems, say.knownSystems), toCount(one.population, say.population)],
  stations: (station) => [toName(station.type), toName(station.system ?? station.container)],
  cities: (city, say) => [toName(city.planet ?? city.container), toCount(city.population, say.population)],
};

export function galaxyView(
  messages: Messages<GalaxyMessages>,
  resource: GalaxyResource,
  page: Page<Place>,
  ids: PageIds,
): MessageView {
  const { pager, controlledBy } = messages;
  const lines = page.items.map((place) => {
    const owner = toName(place.controlledBy);
    return joined(`**${toName(place)}**`, ...FACTS[resource](place, messages), owner && controlledBy(owner));
  });
  const range = pager.range(page.startIndex, page.startIndex + page.items.length - 1, page.total);
  return message(
    'neutral',
    text(`## ${messages[resource].title}`, lines.length > 0 && `-# ${range}`),
    divider(),
    text(lines.length > 0 ? firstLines(lines, MAX_LIST_LENGTH) : pager.empty),
    pagerRow(messages, toPosition(page), ids),
  );
}

function toName(reference: Reference | undefined): string | undefined {
  return reference && plain(reference.name, MAX_NAME_LENGTH);
}

function toCount(value: number | undefined, say: (value: number) => string): string | undefined {
  return value === undefined ? undefined : unbroken(say(value));
}
