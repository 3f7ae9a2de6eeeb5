import { type Texts, translate } from '../../src/view/language.ts';

export const en = {
  description: 'Show what this bot can do',
  command: 'A command, such as credits',
  title: 'Commands',
  allowed: 'Everything that you can use here. To add permissions, use </account>.',
  start: 'Start with </login>. </lookup> and </galaxy systems> work without it.',
  choose: 'Choose a command to see its options',
  unknown: (typed: string): string => `There's no command “${typed}”. Try \`/help command: credits\`.`,
  needsLogin: 'needs a login',
  needsPermissions: (list: string): string => `needs your permission to ${list}`,
  forManagers: 'for members who can manage the server',
  menus: "In a Discord user's menu (right-click or long-press, then Apps)",
  messageMenus: "In a message's menu",
};

export type HelpTexts = Texts<typeof en>;

export const TEXTS = await translate(en, import.meta.url);
