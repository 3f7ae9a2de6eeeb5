import { linkButton } from './message.ts';

/** A page of the game's website; a place by the UID's number, which follows its colon. */
export type GamePage =
  | { page: 'character'; handle: string }
  | { page: 'sectors' | 'systems' | 'planets'; uid: string }
  | { page: 'messages' | 'credits' };

/** The addresses of pages below GAME_SITE_URL, as the live site has them. Stations and cities have none. */
const PAGES: { readonly [P in GamePage as P['page']]: (page: P) => string } = {
  character: ({ handle }) => `profiles/index.php?c=1&tHand=${encodeURIComponent(handle.toWellFormed())}`,
  sectors: ({ uid }) => `rules/?Galaxy_Map&sectorID=${toNumber(uid)}`,
  systems: ({ uid }) => `rules/?Galaxy_Map&systemID=${toNumber(uid)}`,
  planets: ({ uid }) => `rules/?Galaxy_Map&planetID=${toNumber(uid)}`,
  messages: () => 'members/messages/',
  credits: () => 'members/credits/',
};

/** Stands for the site in a button's URL until {@link toGameLink} knows it. */
const SITE = 'game-site:///';
/** Discord refuses a longer one. */
const MAX_URL_LENGTH = 512;

/** A button that opens the page; a message leaves without it where the site isn't known. */
export function gameButton(label: string, page: GamePage) {
  // The type of the row's page is lost here.
  const path = (PAGES[page.page] as (page: GamePage) => string)(page);
  return linkButton(label, new URL(`${SITE}${path}`));
}

/** The URL, on the site if it's a game button's; undefined if that is unknown or too long. */
export function toGameLink(site: URL | undefined, url: string): string | undefined {
  if (!url.startsWith(SITE)) return url;
  const address = site && new URL(url.slice(SITE.length), site).href;
  return address === undefined || address.length > MAX_URL_LENGTH ? undefined : address;
}

const toNumber = (uid: string): string => encodeURIComponent(uid.slice(uid.indexOf(':') + 1).toWellFormed());
