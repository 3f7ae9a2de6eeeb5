export const en = {
  description: 'Your login, permissions, request limit and data',
  title: (character: string): string => `Linked to ${character}`,
  notLinked: "You haven't linked a game character. Here's what I still store.",
  linkedAt: 'Linked',
  mayTitle: 'What I may do for you',
  mayNotTitle: 'What I may not do',
  token: 'Access token',
  tokenUntil: (moment: string, isRenewed: boolean): string =>
    `valid until ${moment}, then ${isRenewed ? 'renewed automatically' : 'you have to log in again'}`,
  requests: 'Requests to the game',
  savedPermissions: 'No requests were left to ask the game, so these are the permissions it last reported.',
  discoverable: 'Discoverable',
  isDiscoverable: 'yes. Others can look up your character from your Discord account and message it.',
  isNotDiscoverable: "no. Others can't look up your character from your Discord account.",
  show: 'Let others find me',
  hide: 'Hide me',
  changes: 'Your latest changes in the game',
  noChanges: 'None so far.',
  addPermissions: 'Add permissions…',
  logOut: 'Log out',
  export: 'Export my data',
  exported: 'This is everything I store about you, except your tokens.',
  erase: 'Erase everything',
  eraseTitle: 'Erase everything?',
  eraseText:
    "This revokes my access to the game and erases your link, the list of your changes, your bookmarks, your discoverability setting, and every pending login and command. If I don't know yet whether a change worked, I check that first. Only your request count stays for up to an hour, under a code that doesn't identify you. What you did in the game stays there. You can't undo this.",
  keep: 'Keep everything',
  erased:
    "I've erased everything about you and revoked my access to the game. Your request count will be gone within an hour.",
  notRevoked:
    "I've erased everything about you. Your request count will be gone within an hour. I couldn't revoke my access in the game, so it stays until it expires. You can also revoke it in your account on the game's site.",
};

export type AccountMessages = typeof en;
