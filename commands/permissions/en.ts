import { type Texts, translate } from '../../src/view/language.ts';

export const en = {
  description: 'Show what the game lets this bot do for you',
  list: 'List your permissions and when they expire',
  scopes: 'List the technical names of your permissions',
  check: "Check whether you've granted a permission",
  permission: 'Name of the permission, such as CREDITS_WRITE',
  title: (name: string): string => `${name}'s permissions`,
  scopesTitle: (name: string): string => `Technical names of ${name}'s permissions`,
  none: 'No permissions yet.',
  until: (moment: string): string => `Until ${moment}`,
  noExpiry: 'No expiry date',
  unused: 'not used by this bot',
  /** Scopes that I don't ask for, but that the game may count. */
  others: new Map([
    ['CHARACTER_STATS', 'see health and experience in your profile'],
    ['CHARACTER_ALL', 'everything about your character'],
    ['MESSAGES_ALL', 'read, send and delete your messages'],
  ]),
  granted: (name: string, permission: string): string => `✅ **${name}** has granted \`${permission}\`.`,
  notGranted: (name: string, permission: string): string => `❌ **${name}** hasn't granted \`${permission}\`.`,
  invalid: (typed: string): string =>
    `“${typed}” isn't a valid permission. Permissions consist of letters and underscores, such as \`permission: CREDITS_WRITE\`.`,
};

export type PermissionsTexts = Texts<typeof en>;

export const TEXTS = await translate(en, import.meta.url);
