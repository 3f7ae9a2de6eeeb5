const numbers = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

/** Words of one's own account and character, and of the help, in English. */
export const account = {
  character: 'A character by handle, or by UID such as 1:1002; yours if left out',
  share: 'Show it to everybody here, without what only you may see',
  privateProfile: 'This character keeps the profile private: the game shows no more than this.',

  skills: {
    description: 'Skills of a character, by category',
    title: (name: string): string => `Skills of ${name}`,
    none: 'The game lists no skills here.',
    level: (level: number): string => numbers.format(level),
    experience: (value: number): string => `${numbers.format(value)} XP`,
    onlyOwn: (name: string): string =>
      `The game shows skills to the character alone, so those of **${name}** stay hidden. \`/skills\` without a name shows yours.`,
    categories: {
      general: 'General',
      space: 'Space',
      ground: 'Ground',
      social: 'Social',
      science: 'Science',
      light: 'Light side',
      dark: 'Dark side',
      neutral: 'Neutral force',
    },
  },

  permissions: {
    description: 'What the game lets this bot do for you',
    list: 'All permissions of your login, and until when',
    scopes: 'The names of the scopes you granted',
    check: 'Whether a permission is granted',
    permission: 'Name of the permission, such as CREDITS_WRITE',
    title: (name: string): string => `Permissions of ${name}`,
    scopesTitle: (name: string): string => `Scopes granted by ${name}`,
    none: 'The game lists no permissions for this login.',
    until: (moment: string): string => `Until ${moment}`,
    withoutEnd: 'Without an end date',
    unexplained: 'not used by this bot',
    granted: (name: string, permission: string): string => `✅ **${name}** granted \`${permission}\`.`,
    notGranted: (name: string, permission: string): string => `❌ **${name}** did not grant \`${permission}\`.`,
    noName: (typed: string): string =>
      `“${typed}” cannot be a permission: its name has letters and underscores only. Try \`permission: CREDITS_WRITE\`.`,
    onlyOwn: (name: string): string =>
      `The game tells permissions to the character alone, so those of **${name}** stay hidden. Leave out \`character\` to check yours.`,
  },

  overview: {
    description: 'Your login, permissions, request limit and data',
    title: (name: string): string => `Linked to ${name}`,
    notLinked: 'You have no game character linked here. Below is what I keep about you all the same.',
    linkedAt: 'Linked',
    mayTitle: 'What I may do for you',
    mayNotTitle: 'What I may not do',
    token: 'Access token',
    tokenUntil: (moment: string): string => `good until ${moment}`,
    renewed: 'then renewed by itself',
    notRenewed: 'then you log in again',
    quota: 'Requests to the game',
    noneLeftToAsk: 'No request was left to ask the game, so these permissions are what it told last.',
    findable: 'May be found',
    findableYes: 'yes: others see your character by the menu on your Discord name, and can write to it',
    findableNo: 'no: nobody learns your character by your Discord name',
    letFind: 'Let others find me',
    hide: 'Hide me',
    auditTitle: 'Your newest changes in the game',
    auditEmpty: 'None so far.',
    addPermissions: 'Add permissions…',
    logOut: 'Log out',
    export: 'Export my data',
    erase: 'Erase everything',
    exported:
      'Everything that is kept about you here, except for the tokens, which are sealed and of use to nobody else.',
    eraseTitle: 'Erase everything?',
    eraseText:
      'This gives the permission back to the game and erases your link, the trail of your changes, your choice about being found, and every login or command that waits. A change whose outcome is unknown is looked up first, then erased. Only the number of your requests stays for up to an hour, under a code that doesn’t name you. The game itself keeps what was done there. It cannot be undone.',
    eraseConfirm: 'Erase everything',
    keep: 'Keep it',
    kept: 'Nothing was erased.',
    erased:
      'Everything about you was erased here, and the game took the permission back. The number of your requests follows within an hour.',
    erasedHere:
      'Everything about you was erased here; the number of your requests follows within an hour. The game could not be told, so the permission ends there by itself; you can also take it back in your account on the game’s site.',
  },

  login: {
    permissions: 'What to ask for',
    lookAround: 'Look around: see your character, credits and messages',
    everything: 'Everything: also send, delete and change',
    alreadyAll: (name: string): string =>
      `You are linked as **${name}**, and all of this is granted already. There is nothing to ask for.`,
    askAnyway: 'Ask again anyway',
    asksOnlyMissing: (name: string): string =>
      `You are linked as **${name}**. I ask only for what is missing; what you granted stays.`,
    missing: 'New this time',
  },

  help: {
    description: 'What this bot can do',
    command: 'One command, such as credits',
    title: 'Commands',
    intro: 'Choose one below, or type `/help command` for its options.',
    begin: 'Begin with `/login`. `/lookup` and `/galaxy` work without it.',
    unknown: (typed: string): string => `There is no command “${typed}”. Try \`/help command: credits\`.`,
    needsLink: 'needs a login',
    permissions: (list: string): string => `needs your permission to ${list}`,
    forManagers: 'for members who may manage the server',
    menus: 'In the menu of a Discord user (right click or long press, then Apps)',
  },
};
