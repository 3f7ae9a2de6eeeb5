import { linkButton } from './message.ts';

/** A page of the game's website; for a place, the number after the colon in its UID. */
export type GamePage =
  | { page: 'character'; handle: string }
  | { page: 'sectors' | 'systems' | 'planets'; uid: string }
  | { page: 'messages' | 'credits' };

/** Pages below GAME_SITE_URL, as on the live site. Stations and cities have none. */
const PAGES: { readonly [P in GamePage as P['page']]: (page: P) => string } = {
  character: ({ handle }) => `profiles/index.php?c=1&tHand=${encodeURIComponent(handle.toWellFormed())}`,
  sectors: ({ uid }) => `rules/?Galaxy_Map&sectorID=${toNumber(uid)}`,
  systems: ({ uid }) => `rules/?Galaxy_Map&systemID=${toNumber(uid)}`,
  planets: ({ uid }) => `rules/?Galaxy_Map&planetID=${toNumber(uid)}`,
  messages: () => 'members/messages/',
  credits: () => 'members/credits/',
};

/** Placeholder for the site in a button's URL; {@link toGameLink} replaces it. */
const SITE = 'game-site:///';
/** Discord's limit. */
const MAX_URL_LENGTH = 512;

/** A button that opens the page; left out of the message if the site is unknown. */
export function gameButton(label: string, page: GamePage) {
  // TypeScript can't relate the page to its function here.
  const path = (PAGES[page.page] as (page: GamePage) => string)(page);
  return linkButton(label, new URL(`${SITE}${path}`));
}

/** The URL, with the site if it's a game button's; undefined if that's unknown or too long. */
export function toGameLink(site: URL | undefined, url: string): string | undefined {
  if (!url.startsWith(SITE)) return url;
  const address = site && new URL(url.slice(SITE.length), site).href;
  return address === undefined || address.length > MAX_URL_LENGTH ? undefined : address;
}

const toNumber = (uid: string): string => encodeURIComponent(uid.slice(uid.indexOf(':') + 1).toWellFormed());
