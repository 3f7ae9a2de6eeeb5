import type { Atlas } from '../../src/galaxy/atlas.ts';
import type { Galaxy } from '../../src/galaxy/galaxy.ts';
import { type GalaxyPlace, KINDS, toDistance } from '../../src/galaxy/places.ts';
import type { Reference } from '../../src/game/wire/wire.ts';
import { UserError } from '../../src/view/errorView.ts';
import { gameButton } from '../../src/view/gameSite.ts';
import { button, buttons, divider, message, text } from '../../src/view/message.ts';
import { plain, unbroken, unformatted } from '../../src/view/text.ts';
import { toComposeId } from '../msg/ids.ts';
import { profileButton } from '../profile/ids.ts';
import type { GalaxyTexts } from './en.ts';
import { lookUpPlace, toLabel } from './findPlace.ts';
import { goButton, type History, ids, type ListQuery, openSelect } from './ids.ts';
import { ageLine, type Context, knownGalaxy } from './knownGalaxy.ts';
import { compareNames } from './lists/select.ts';
import { locateInPrivate } from './location.ts';

const MAX_LABEL_NAME = 28;

/** The card of the place with this UID or name; otherwise places with similar names. */
export async function findAndShow(context: Context, typed: string) {
  const { texts } = context;
  const found = lookUpPlace(context, typed);
  if (found.place) return await showCard(context, found.place, [{ card: found.place.uid }], found.others);
  const offered = found.similar.map(({ uid, name, kind }) =>
    goButton(`${unformatted(name, MAX_LABEL_NAME)} · ${texts[kind].one}`, [{ card: uid }]),
  );
  const { unknown, didYouMean, nothingAlike } = texts.find;
  return message(
    'warning',
    text(unknown(plain(typed, 60)), offered.length > 0 ? didYouMean : nothingAlike),
    buttons(...offered),
    text(ageLine(texts, knownGalaxy(context))),
  );
}

export async function openCard(context: Context, uid: string, way: History) {
  const place = knownGalaxy(context).atlas.find(uid);
  if (!place) throw new UserError(context.texts.find.gone);
  return await showCard(context, place, way);
}

async function showCard(context: Context, place: GalaxyPlace, way: History, others: readonly GalaxyPlace[] = []) {
  const distance = await findDistance(context, place);
  return cardView(context.texts, knownGalaxy(context), { place, others, distance, way });
}

async function findDistance(context: Context, place: GalaxyPlace): Promise<number | undefined> {
  const point = place.kind === 'sectors' ? undefined : knownGalaxy(context).atlas.positionOf(place);
  const me = point && (await locateInPrivate(context));
  return me && toDistance(me, point);
}

type Combat = NonNullable<GalaxyPlace['combat']>;

type CardParts = {
  place: GalaxyPlace;
  others: readonly GalaxyPlace[];
  /** The distance from the person's character, where they may see it. */
  distance: number | undefined;
  way: History;
};

const MAX_NAME_LENGTH = 40;
const MAX_NAMES = 5;
const MAX_OWNERS = 4;

export function cardView(texts: GalaxyTexts, galaxy: Galaxy, parts: CardParts) {
  const { place, others, way } = parts;
  const { atlas } = galaxy;
  const content = toSorted(atlas, atlas.contentOf(place));
  const facts = toFacts(texts, atlas, parts, content);
  const outer = [atlas.sectorOf(place), atlas.systemOf(place), atlas.resolve('planets', place.planet)];
  const choices = [...others, ...outer, ...content].flatMap((one) =>
    one && one.uid !== place.uid ? { value: one.uid, label: toLabel(atlas, one, texts) } : [],
  );
  return message(
    'neutral',
    text(`## ${plain(place.name, 100)}`, `-# ${texts[place.kind].one} · UID ${plain(place.uid, MAX_NAME_LENGTH)}`),
    facts.length > 0 && divider(),
    facts.length > 0 && text(...facts),
    openSelect(way, choices, others.length > 0 ? texts.card.others : texts.open),
    buttons(...toButtons(texts, atlas, parts)),
    buttons(...toLinks(texts, place)),
    text(ageLine(texts, galaxy)),
  );
}

function toFacts(texts: GalaxyTexts, atlas: Atlas, { place, distance }: CardParts, content: GalaxyPlace[]): string[] {
  const { card } = texts;
  const { kind, type, planet, system, sector, controlledBy, knownSystems } = place;
  const isInside = kind === 'stations' || kind === 'cities';
  // The combat rules of a system or planet also apply to the places there.
  const around = isInside ? (atlas.resolve('planets', planet) ?? atlas.systemOf(place)) : place;
  const [point, people] = [atlas.positionOf(place), atlas.populationOf(place)];
  const facts: [label: string, value: string | undefined][] = [
    [card.type, toName(type)],
    [texts.planets.one, toName(planet)],
    [texts.systems.one, kind === 'systems' ? undefined : toName(atlas.systemOf(place) ?? system)],
    [texts.sectors.one, kind === 'sectors' ? undefined : toName(atlas.sectorOf(place) ?? sector)],
    [card.coordinates, point && unbroken(`(${point.x}, ${point.y})`)],
    [card.owner, toName(controlledBy)],
    [card.population, people ? texts.number(people) : undefined],
    [card.combat, around?.combat && toRules(texts, around.combat)],
    ...KINDS.map((inner): [string, string | undefined] => {
      const inside = content.filter((one) => one.kind === inner);
      const count = inner === 'systems' ? Math.max(knownSystems ?? 0, inside.length) : inside.length;
      const names = inside.slice(0, MAX_NAMES).map(toName).join(', ');
      return [texts[inner].title, count > 0 ? card.content(count, names, count - MAX_NAMES) : undefined];
    }),
    [card.owners, kind === 'sectors' ? toOwners(texts, content) : undefined],
    [card.distance, distance === undefined ? undefined : distance === 0 ? card.here : texts.units(distance)],
  ];
  return facts.flatMap(([label, value]) => (value ? `**${label}:** ${value}` : []));
}

function toRules({ card: { pvp } }: GalaxyTexts, { isSafeZone, hasGroundPvp, hasSpacePvp }: Combat): string {
  const rules = [isSafeZone && pvp.safeZone, hasGroundPvp && pvp.ground, hasSpacePvp && pvp.space];
  return rules.filter(Boolean).join(', ') || pvp.none;
}

function toOwners({ map }: GalaxyTexts, systems: readonly GalaxyPlace[]): string {
  const owners = Map.groupBy(systems, ({ controlledBy }) => controlledBy?.uid ?? controlledBy?.name);
  return [...owners.values()]
    .toSorted((one, other) => other.length - one.length)
    .slice(0, MAX_OWNERS)
    .map((owned) => `${toName(owned[0]?.controlledBy) ?? map.none.owner} (${owned.length})`)
    .join(', ');
}

function toButtons(texts: GalaxyTexts, atlas: Atlas, { place, distance, way }: CardParts) {
  const { card } = texts;
  const { uid, kind } = place;
  const isSector = kind === 'sectors';
  const isPlaced = !isSector && atlas.positionOf(place) !== undefined;
  const list = (label: string, query: Omit<ListQuery, 'kind'>, role: string) =>
    goButton(label, [...way, { kind: 'systems', page: 1, ...query }], role);
  return [
    (isPlaced || isSector) &&
      button(
        texts.steps['galaxy map'],
        ids.map({ ...(isSector ? { sector: uid } : { around: uid }), zoom: 0, color: 'owner' }),
      ),
    isSector && list(card.systems, { sort: 'name', sector: uid }, 'systems'),
    isPlaced && list(card.near, { sort: 'distance', from: uid }, 'near'),
    isPlaced && distance === undefined && button(card.fromMe, ids.fromMe({ place: uid })),
    button(card.bookmark, ids.bookmark({ place: uid })),
    goButton(texts.shared.back, way.slice(0, -1), 'back'),
  ];
}

/** Only characters can be looked up and written to. */
function toLinks({ card, openInGame }: GalaxyTexts, { kind, uid, controlledBy }: GalaxyPlace) {
  const character = controlledBy?.uid?.startsWith('1:') && controlledBy;
  return [
    character && profileButton(card.lookUpOwner, character),
    character && button(card.writeOwner, toComposeId([character.name])),
    kind !== 'stations' && kind !== 'cities' && gameButton(openInGame, { page: kind, uid }),
  ];
}

/** Sorts by kind, then population; planets by name, which numbers them. */
function toSorted(atlas: Atlas, places: readonly GalaxyPlace[]): GalaxyPlace[] {
  const kindOf = ({ kind }: GalaxyPlace) => KINDS.indexOf(kind);
  const peopleIn = (place: GalaxyPlace) => (place.kind === 'planets' ? 0 : (atlas.populationOf(place) ?? 0));
  return places.toSorted((a, b) => kindOf(a) - kindOf(b) || peopleIn(b) - peopleIn(a) || compareNames(a.name, b.name));
}

const toName = (reference: Reference | undefined): string | undefined =>
  reference && plain(reference.name, MAX_NAME_LENGTH);
