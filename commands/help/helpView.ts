import type { Scope } from '../../src/game/scopes.ts';
import type { Messages } from '../../src/view/language.ts';
import { divider, type MessageView, message, select, text } from '../../src/view/message.ts';
import { firstLines } from '../../src/view/text.ts';
import type { HelpMessages } from './messages.ts';

/** Something that can be run; `path` as it is typed, e.g. `credits balance`. */
export type HelpEntry = {
  path: string;
  description: string;
  options: readonly { name: string; description: string; isRequired: boolean }[];
  /** Undefined where no login is needed. */
  needs: readonly Scope[] | undefined;
  isForManagers: boolean;
};

/** A command with all that can be run of it; `key` is its name in the code, `name` the one that people see. */
export type HelpCommand = { key: string; name: string; description: string; entries: readonly HelpEntry[] };

const MAX_LIST_LENGTH = 3_000;
const MAX_CHOICES = 25;

/** All commands, a line each, then the entries of users' menus; and a select that leads to one. */
export function helpView(
  messages: Messages<HelpMessages>,
  commands: readonly HelpCommand[],
  menus: readonly string[],
  selectId: string,
): MessageView {
  const lines = commands.map(({ name, description }) => `- \`/${name}\` ${description}`);
  const choices = commands
    .slice(0, MAX_CHOICES)
    .map(({ key, name, description }) => ({ label: `/${name}`, value: key, description }));
  return message(
    'neutral',
    text(`## ${messages.title}`, messages.start),
    divider(),
    text(firstLines(lines, MAX_LIST_LENGTH)),
    menus.length > 0 && text(`**${messages.menus}**`, ...menus.map((label) => `- ${label}`)),
    select(selectId, choices, { placeholder: messages.choose }),
  );
}

/** One command: what can be run of it, with options and with what it needs. */
export function commandHelpView(
  messages: Messages<HelpMessages>,
  { name, description, entries }: HelpCommand,
): MessageView {
  const lines = entries.flatMap((entry) => ['', ...toLines(messages, entry)]);
  return message(
    'neutral',
    text(`## /${name}`, description),
    divider(),
    text(firstLines(lines, MAX_LIST_LENGTH).trim()),
  );
}

function toLines(messages: Messages<HelpMessages>, entry: HelpEntry): string[] {
  const { path, description, options, needs, isForManagers } = entry;
  const usage = options.map(({ name, isRequired }) => (isRequired ? ` ${name}` : ` [${name}]`)).join('');
  return [
    `\`/${path}${usage}\` ${description}`,
    ...options.map((option) => `- \`${option.name}\`: ${option.description}`),
    ...(needs === undefined ? [] : [`-# ${toNeeds(messages, needs)}`]),
    ...(isForManagers ? [`-# ${messages.forManagers}`] : []),
  ];
}

function toNeeds(
  { needsLogin, needsPermissions, permissions }: Messages<HelpMessages>,
  needs: readonly Scope[],
): string {
  return needs.length === 0 ? needsLogin : needsPermissions(needs.map((scope) => permissions[scope]).join('; '));
}
