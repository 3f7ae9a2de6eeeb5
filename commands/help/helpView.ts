import type { Scope } from '../../src/game/scopes.ts';
import { divider, type MessageView, message, select, text } from '../../src/view/message.ts';
import { firstLines } from '../../src/view/text.ts';
import type { Words } from '../../src/view/words/wordsFor.ts';

/** What can be run of a command, in words: `path` as it is typed, e.g. `credits balance`. */
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

const MOST_CHARACTERS = 3_000;
const MOST_CHOICES = 25;

/** All commands, a line each; those of users' menus by their label; and a select that leads to one. */
export function helpView(
  { account: { help } }: Words,
  commands: readonly HelpCommand[],
  menus: readonly string[],
  selectId: string,
): MessageView {
  const lines = commands.map(({ name, description }) => `- \`/${name}\` ${description}`);
  const choices = commands.slice(0, MOST_CHOICES).map(({ key, name, description }) => ({
    label: `/${name}`,
    value: key,
    description,
  }));
  return message(
    'neutral',
    text(`## ${help.title}`, help.begin),
    divider(),
    text(firstLines(lines, MOST_CHARACTERS)),
    menus.length > 0 && text(`**${help.menus}**`, ...menus.map((label) => `- ${label}`)),
    text(`-# ${help.intro}`),
    select(selectId, choices, { placeholder: help.title }),
  );
}

/** One command: what can be run of it, with options and with what it needs. */
export function commandHelpView(words: Words, { name, description, entries }: HelpCommand): MessageView {
  const lines = entries.flatMap((entry) => ['', ...toLines(words, entry)]);
  return message(
    'neutral',
    text(`## /${name}`, description),
    divider(),
    text(firstLines(lines, MOST_CHARACTERS).trim()),
  );
}

function toLines(words: Words, { path, description, options, needs, isForManagers }: HelpEntry): string[] {
  const { help } = words.account;
  const usage = options.map(({ name, isRequired }) => (isRequired ? name : `[${name}]`));
  const conditions = [
    ...(needs === undefined ? [] : [toNeeds(words, needs)]),
    ...(isForManagers ? [help.forManagers] : []),
  ];
  return [
    `\`${['/', path, ...usage.map((one) => ` ${one}`)].join('')}\` ${description}`,
    ...options.map((option) => `- \`${option.name}\`: ${option.description}`),
    ...conditions.map((condition) => `-# ${condition}`),
  ];
}

function toNeeds({ account: { help }, permissions }: Words, needs: readonly Scope[]): string {
  if (needs.length === 0) return help.needsLink;
  return help.permissions(needs.map((scope) => permissions[scope]).join('; '));
}
