export const en = {
  description: 'What the game lets this bot do for you',
  list: 'Your permissions and when they expire',
  scopes: 'The technical names of your permissions',
  check: 'Whether you granted a permission',
  permission: 'Name of the permission, such as CREDITS_WRITE',
  title: (name: string): string => `Permissions of ${name}`,
  scopesTitle: (name: string): string => `Technical names of the permissions of ${name}`,
  none: 'The game lists no permissions for this login.',
  until: (moment: string): string => `Until ${moment}`,
  noExpiry: 'No expiry date',
  unused: 'not used by this bot',
  granted: (name: string, permission: string): string => `✅ **${name}** has granted \`${permission}\`.`,
  notGranted: (name: string, permission: string): string => `❌ **${name}** hasn't granted \`${permission}\`.`,
  invalid: (typed: string): string =>
    `“${typed}” isn't a valid permission. Permissions consist of letters and underscores, such as \`permission: CREDITS_WRITE\`.`,
};

export type PermissionsMessages = typeof en;
