import { en as kit } from '../../src/view/en.ts';
import { type Texts, translate } from '../../src/view/language.ts';

const compact = new Intl.NumberFormat('en-US', { notation: 'compact' });
const tenths = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });

export const en = {
  description: 'Browse the galaxy',
  systems: { description: 'List all star systems', title: 'Star systems', one: 'Star system' },
  planets: { description: 'List all planets', title: 'Planets', one: 'Planet' },
  sectors: { description: 'List all sectors', title: 'Sectors', one: 'Sector' },
  stations: { description: 'List all space stations', title: 'Stations', one: 'Station' },
  cities: { description: 'List all cities', title: 'Cities', one: 'City' },
  controlledBy: (name: string): string => `owned by ${name}`,
  population: (value: number): string => `pop. ${compact.format(value)}`,
  units: (distance: number): string =>
    `${tenths.format(distance)} ${tenths.format(distance) === '1' ? 'unit' : 'units'}`,
  notYet: "I'm still loading the galaxy, so only plain lists work. Try again later.",
  open: 'Open…',
  age: {
    copied: (when: string): string => `Copied from the game ${when}`,
    old: (when: string): string => `⚠ Copied from the game ${when}, so this may be out of date`,
    reading: (count: number): string =>
      `I'm still loading the galaxy (${kit.number(count)} places so far), so some things are missing.`,
  },
  find: {
    description: 'Find a system, planet, station, city or sector',
    name: 'A name or UID',
    unknown: (typed: string): string => `There's no “${typed}” in the galaxy.`,
    didYouMean: 'Did you mean one of these?',
    unfit: (name: string, kinds: string): string =>
      `**${name}** doesn't fit here. Enter a ${`${kinds}`.toLowerCase()}.`,
    nothingAlike: 'Nothing has a similar name either. Check the spelling.',
    gone: 'The game no longer lists this place.',
  },
  card: {
    type: 'Type',
    coordinates: 'Coordinates',
    owner: 'Owner',
    owners: 'Owners of its systems',
    population: 'Population',
    combat: 'Combat',
    pvp: { none: 'no PvP', safeZone: 'safe zone', ground: 'PvP on the ground', space: 'PvP in space' },
    distance: 'Distance from you',
    here: 'in the same system',
    content: (count: number, names: string, more: number): string =>
      `${kit.number(count)}${names && `: ${names}`}${more > 0 ? ` and ${kit.number(more)} more` : ''}`,
    others: 'Places inside, or with the same name…',
    systems: 'List systems',
    near: 'Nearby',
    fromMe: 'Distance from me',
    bookmark: 'Bookmark',
    lookUpOwner: 'Look up the owner',
    writeOwner: 'Message the owner',
  },
  list: {
    sort: 'Sort by (default: name)',
    sorts: { name: 'by name', population: 'by population', distance: 'by distance' },
    sector: 'Only this sector',
    owner: 'Only what this faction or character owns',
    type: 'Only this type',
    minPopulation: 'Only with at least this population',
    from: 'Measure from (default: your character)',
    tooManyFilters: "That's too many filters at once. Leave one out.",
    none: 'No matches.',
    atLeast: (people: number): string => `pop. ${kit.number(people)} or more`,
  },
  near: {
    description: 'List systems near a place or your character',
    radius: 'Only systems within this many units',
    title: (what: string, name: string): string => `${what} near ${name}`,
    you: (what: string): string => `${what} near you`,
    within: (distance: string): string => `within ${distance}`,
    onlyPlaced:
      'Distances in units, from system to system: 0 means the same system. Places without coordinates are left out.',
    toMiddle: 'For a sector, I measure to the center of its systems.',
    nowhere: (name: string): string => `No coordinates are known for **${name}**.`,
    lost: "The game doesn't say where your character is.",
  },
  distance: {
    description: 'Measure the distance between two places',
    you: 'You',
    within: 'Both are in the same system. I only measure from system to system.',
    straight: "Straight line from system to system. The game doesn't share hyperlane data with bots.",
  },
  bookmarks: {
    description: 'Show your bookmarks',
    title: 'Your bookmarks',
    add: 'Bookmark a place',
    none: 'No bookmarks yet. Add one with </galaxy bookmark>.',
    added: (name: string): string => `Bookmarked **${name}**. See all with </galaxy bookmarks>.`,
    known: (name: string): string => `**${name}** is already bookmarked.`,
    full: (max: number): string => `You already have ${max} bookmarks. Remove one in </galaxy bookmarks> first.`,
    remove: 'Remove…',
    gone: 'no longer in the game',
  },
  map: {
    description: 'Show a map of the galaxy or a part of it',
    around: 'Place to center the map on',
    color: 'Owners in color, or the borders of sectors',
    colors: { owner: 'Color by owner', sector: 'Show sector borders' },
    sectorTitle: (name: string): string => `Sector ${name}`,
    inGalaxy: 'in the galaxy',
    inSector: (name: string): string => `in sector ${name}`,
    ownedBy: (name: string): string => `owned by ${name}`,
    aroundPlace: (name: string): string => `around ${name}`,
    part: (count: number, total: number): string => `${kit.number(count)} of ${kit.number(total)} systems`,
    systems: (count: number): string => `${kit.number(count)} ${count === 1 ? 'system' : 'systems'}`,
    stations: (count: number): string => `${kit.number(count)} ${count === 1 ? 'station' : 'stations'}`,
    cities: (count: number): string => `${kit.number(count)} ${count === 1 ? 'city' : 'cities'}`,
    outside: (place: string, sector: string): string =>
      `**${place}** isn't in sector ${sector}. Leave one of the two out.`,
    elsewhere: (count: number): string =>
      count === 1
        ? 'An arrow points to another one beyond the edge.'
        : `Arrows point to ${kit.number(count)} more beyond the edge.`,
    none: { owner: 'no owner', sector: 'no sector' },
    withoutPoint: (count: number): string =>
      count === 1
        ? "One system isn't on the map because its coordinates aren't known."
        : `${kit.number(count)} systems aren't on the map because their coordinates aren't known.`,
    details: 'Details',
    closer: 'Zoom in',
    wider: 'Zoom out',
    nothing: 'No systems with known coordinates here.',
    busy: 'Too many maps are being drawn right now. Please try again in a moment.',
  },
};

export type GalaxyTexts = Texts<typeof en>;

export const TEXTS = await translate(en, import.meta.url);
