import type { KeptData } from '../../src/store/declared.ts';
import { type Texts, translate } from '../../src/view/language.ts';

export const en = {
  description: 'Show your login, permissions and requests; export or erase your data',
  title: (character: string): string => `Linked as ${character}`,
  notLinked: "You haven't linked a game character. Here's what I still store.",
  linkedAt: 'Linked',
  mayTitle: 'What I can do for you',
  mayNotTitle: "What you haven't allowed",
  token: 'Access token',
  tokenUntil: (moment: string): string => `valid until ${moment}`,
  requests: 'Requests to the game',
  savedPermissions: 'No requests are left right now, so these are the permissions the game last reported.',
  discoverable: 'Discoverable',
  isDiscoverable: 'yes. Others can look up your character from your Discord account, message it and send it credits.',
  isNotDiscoverable: "no. Others can't look up your character from your Discord account.",
  stored: 'Stored about you',
  nothingStored: 'nothing',
  rosters: 'Rosters',
  listed: (count: number): string => `${count} ${count === 1 ? 'lists' : 'list'} your character, see </roster me>`,
  storedKinds: {
    writes: 'changes you confirmed in the last few days',
    link: 'your link with its tokens',
    logins: 'recent logins',
    discoverable: 'that you are discoverable',
    ...{ bookmarks: 'bookmarks', changes: 'change history', commands: 'button data' },
    creditLog: 'your credit log as you last saw it',
    payLists: 'pay lists',
    lookups: 'characters you looked up',
    requests: 'payment requests',
    suggestions: 'names for suggestions',
    visits: 'when you last read your messages',
    erasure: 'when you erased everything',
  } satisfies Record<KeptData, string>,
  show: 'Let others find me',
  hide: 'Hide me',
  changes: 'Your latest changes in the game',
  noChanges: 'None so far.',
  trailSealed:
    "I can't open your earlier changes. Ask the bot owner to check `TOKEN_KEY` and the log. New changes are recorded.",
  unreadable: (kinds: string): string =>
    `**Can't be read:** ${kinds}. The key is missing, or the data is damaged. Ask the bot owner before you delete it.`,
  forget: "Delete what can't be read",
  logOut: 'Log out',
  export: 'Export my data',
  exported:
    "This is everything I store about you, except what's secret: tokens, and the links and codes of logins in progress.",
  batches: 'Open a recent report…',

  erase: 'Erase everything',
  eraseTitle: 'Erase everything?',
  eraseText:
    "I'll erase everything I store about you and revoke my access to the game.\n- You can't undo this.\n- What you did in the game stays. Where a server logged it, it names “an erased account”.\n- I first check changes whose outcome is unknown.\n- Your request count expires within an hour.",
  keep: 'Keep everything',
  erased:
    "I've erased everything about you and revoked my access to the game. Your request count will be gone within an hour.",
  onlyErasure: (at: string, until: string): string =>
    `You erased everything on ${at}. I only keep this time, until ${until}, so that nothing from before is stored again.`,
  eraseStopped: 'My database is unavailable, so some of your data may remain. Please try again in a few minutes.',
  notRevoked:
    "I've erased everything about you. Your request count will be gone within an hour. I couldn't revoke my access in the game, so it stays until it expires. You can also revoke it in your account on the game's site.",
};

export type AccountTexts = Texts<typeof en>;

export const TEXTS = await translate(en, import.meta.url);
