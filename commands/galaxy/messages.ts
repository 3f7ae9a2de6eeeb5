import { en as kit } from '../../src/view/messages.ts';

const compact = new Intl.NumberFormat('en-US', { notation: 'compact' });
const tenths = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });

export const en = {
  description: 'Browse the galaxy',
  page: 'The page to start on',
  systems: { description: 'All star systems', title: 'Star systems', one: 'Star system' },
  planets: { description: 'All planets', title: 'Planets', one: 'Planet' },
  sectors: { description: 'All sectors', title: 'Sectors', one: 'Sector' },
  stations: { description: 'All space stations', title: 'Stations', one: 'Station' },
  cities: { description: 'All cities', title: 'Cities', one: 'City' },
  controlledBy: (name: string): string => `held by ${name}`,
  population: (value: number): string => `pop. ${compact.format(value)}`,
  units: (distance: number): string =>
    `${tenths.format(distance)} ${tenths.format(distance) === '1' ? 'unit' : 'units'}`,
  notYet: "I don't have a copy of the galaxy yet, so only lists without options work. Please try again later.",
  open: 'Open…',
  back: 'Back',
  age: {
    copied: (when: string): string => `Copied from the game ${when}`,
    old: (when: string): string => `⚠ Copied from the game ${when}, so this may be out of date`,
    reading: (count: number): string =>
      `I'm still reading the galaxy (${kit.number(count)} places so far), so some things are missing.`,
  },
  find: {
    description: 'Find a system, planet, station, city or sector',
    name: 'A name or UID',
    unknown: (typed: string): string => `There's no “${typed}” in the galaxy.`,
    didYouMean: 'Did you mean one of these?',
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
    distance: 'From you',
    content: (count: number, names: string, more: number): string =>
      `${kit.number(count)}${names && `: ${names}`}${more > 0 ? ` and ${kit.number(more)} more` : ''}`,
    others: "Others with this name, or what's inside…",
    map: 'Map',
    systems: 'List its systems',
    near: "What's near",
    fromMe: 'How far from me',
    bookmark: 'Bookmark',
    lookUpOwner: 'Look up the owner',
    writeOwner: 'Message the owner',
  },
  list: {
    sort: 'The order: by name unless you choose another',
    sorts: { name: 'by name', population: 'by population', distance: 'by distance' },
    sector: 'Only this sector',
    owner: 'Only what this faction or character owns',
    type: 'Only this type',
    minPopulation: 'Only with at least this population',
    from: 'The place to measure distances from; your character if you leave it out',
    tooManyFilters: "That's too many filters at once. Leave one out.",
    none: 'There are none.',
    atLeast: (people: number): string => `pop. ${kit.number(people)} or more`,
  },
  near: {
    description: 'Systems near a place, or near your character',
    radius: 'Only systems within this many units',
    title: (what: string, name: string): string => `${what} near ${name}`,
    you: (what: string): string => `${what} near you`,
    within: (distance: string): string => `within ${distance}`,
    onlyPlaced: 'Distances in units. Places without coordinates are left out.',
    nowhere: (name: string): string => `The game gives no coordinates for **${name}**.`,
    lost: "The game doesn't say where your character is.",
  },
  distance: {
    description: 'How far two places are from each other',
    you: 'You',
    straight:
      "In a straight line. The game doesn't tell bots its hyperlanes, so I can't know the way by hyperlane or how long it takes.",
  },
  bookmarks: {
    description: 'Your bookmarks',
    add: 'Bookmark a place',
    none: 'You have none yet. </galaxy bookmark> adds one. Bookmarks come first in suggestions.',
    added: (name: string): string => `Bookmarked **${name}**. </galaxy bookmarks> lists all.`,
    known: (name: string): string => `**${name}** is already bookmarked.`,
    full: (max: number): string => `You already have ${max} bookmarks. Remove one in </galaxy bookmarks> first.`,
    remove: 'Remove…',
    gone: 'no longer in the game',
  },
  map: {
    description: 'See a map of the galaxy, or of a part of it',
    around: 'The place in the middle',
    color: 'What the colors mean',
    colors: { owner: 'Color by owner', sector: 'Color by sector' },
    title: 'The galaxy',
    sectorTitle: (name: string): string => `Sector ${name}`,
    ownerTitle: (name: string): string => `Systems of ${name}`,
    aroundTitle: (name: string): string => `Around ${name}`,
    systems: (count: number): string => `${kit.number(count)} ${count === 1 ? 'system' : 'systems'}`,
    others: (count: number): string => `${kit.number(count)} more`,
    none: { owner: 'no owner', sector: 'no sector' },
    withoutPoint: (count: number): string =>
      count === 1
        ? "One system isn't on the map because the game gives no coordinates for it."
        : `${kit.number(count)} systems aren't on the map because the game gives no coordinates for them.`,
    details: 'Details',
    closer: 'Closer',
    wider: 'Wider',
    nothing: "There's nothing to show: the game gives no systems with coordinates here.",
    busy: 'Too many maps are being drawn right now. Please try again in a moment.',
  },
};

export type GalaxyMessages = typeof en;
