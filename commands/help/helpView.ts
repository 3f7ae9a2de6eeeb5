import type { Command, Executable, SubcommandGroup } from '../../src/discord/declare/command.ts';
import { sortOptions } from '../../src/discord/declare/options.ts';
import type { Scope } from '../../src/game/scopes.ts';
import { nameIn, type Texts } from '../../src/view/language.ts';
import { divider, type MessageView, message, select, text } from '../../src/view/message.ts';
import { firstLines } from '../../src/view/text.ts';
import type { HelpTexts } from './en.ts';
import { ids } from './ids.ts';

/** A slash command as people of a language see it; `key` is its name in the code. */
export type Named = Record<'key' | 'name' | 'description', string> & {
  command: Exclude<Command, { userMenu: unknown }>;
};

const MAX_LIST_LENGTH = 3_000;
const MAX_CHOICES = 25;

export function nameCommands({ language }: Pick<HelpTexts, 'language'>, commands: readonly Command[]): Named[] {
  return commands.flatMap((command) => {
    if ('userMenu' in command) return [];
    const own = command.texts[language];
    const { name: key, description } = command;
    return [{ key, name: nameIn(own, key), description: description(own), command }];
  });
}

export function helpView(texts: HelpTexts, commands: readonly Command[]): MessageView {
  const named = nameCommands(texts, commands);
  const lines = named.map(({ name, description }) => `- \`/${name}\` ${description}`);
  const menus = commands.flatMap((one) =>
    'userMenu' in one ? [`- ${one.userMenu.label(one.texts[texts.language])}`] : [],
  );
  const choices = named.map(({ key, name, description }) => ({ label: `/${name}`, value: key, description }));
  return message(
    'neutral',
    text(`## ${texts.title}`, texts.start),
    divider(),
    text(firstLines(lines, MAX_LIST_LENGTH)),
    menus.length > 0 && text(`**${texts.menus}**`, ...menus),
    select(ids.show(), choices.slice(0, MAX_CHOICES), { placeholder: texts.choose }),
  );
}

export function commandHelpView(texts: HelpTexts, { name, description, command }: Named): MessageView {
  const executables = toExecutables([command.name], 'execute' in command ? command.execute : command);
  const own = command.texts[texts.language];
  const lines = executables.flatMap(([path, execute]) => [
    '',
    ...toUsage(own, path, execute),
    ...(execute.needs ? [`-# ${toNeeds(texts, execute.needs)}`] : []),
    ...(command.forManagers ? [`-# ${texts.forManagers}`] : []),
  ]);
  const body = firstLines(lines, MAX_LIST_LENGTH).trim();
  return message('neutral', text(`## /${name}`, description), divider(), text(body));
}

/** What can be run below a path of names, with its own path. */
function toExecutables(
  path: readonly string[],
  entry: Executable | { subcommands: Readonly<Record<string, Executable | SubcommandGroup>> },
): [path: readonly string[], execute: Executable][] {
  if (!('subcommands' in entry)) return [[path, entry]];
  return Object.entries(entry.subcommands).flatMap(([name, inner]) => toExecutables([...path, name], inner));
}

function toUsage(own: Texts<object>, path: readonly string[], { options, description }: Executable): string[] {
  const sorted = sortOptions(options ?? {}).map(([name, option]) => ({ ...option, name: nameIn(own, name) }));
  const names = sorted.map(({ name, required }) => (required ? name : `[${name}]`));
  return [
    `\`/${[...path.map((name) => nameIn(own, name)), ...names].join(' ')}\` ${description(own)}`,
    ...sorted.map((option) => `- \`${option.name}\`: ${option.description(own)}`),
  ];
}

function toNeeds({ needsLogin, needsPermissions, permissions }: HelpTexts, needs: readonly Scope[]): string {
  return needs.length === 0 ? needsLogin : needsPermissions(needs.map((scope) => permissions[scope]).join('; '));
}
