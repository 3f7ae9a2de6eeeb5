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
  unused: "this bot doesn't ask for it",
  withheld: "you turned this off, so I don't use it",
  granted: (name: string, permission: string): string => `✅ **${name}** has granted \`${permission}\`.`,
  notGranted: (name: string, permission: string): string => `❌ **${name}** hasn't granted \`${permission}\`.`,
  invalid: (typed: string): string =>
    `“${typed}” isn't a valid permission. Permissions consist of letters and underscores, such as \`permission: CREDITS_WRITE\`.`,
};

export type PermissionsTexts = Texts<typeof en>;

export const TEXTS = await translate(en, import.meta.url);
