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
