import {
  type APIApplicationCommandBasicOption,
  ApplicationCommandOptionType,
  ApplicationCommandType,
} from 'discord-api-types/v10';
import type { PageBasicOption, PageCommand, PageOption, Shown } from '../../../discord/people/pageProtocol.ts';

/** An option with its name and description in the person's language, or the default ones. */
export type EntryOption = APIApplicationCommandBasicOption & Required<Shown>;

/** One line of the command list: a command without subcommands, or one subcommand. */
export type CommandEntry = {
  commandId: string;
  /** `[]`, `['balance']` or `['group', 'sub']`. */
  subcommand: string[];
  /** As it is shown and typed, without the slash: `credits balance`, or in the person's language `guthaben stand`. */
  name: string;
  /** As it is registered, `credits balance`: it can be typed too, and mentions and the bot use it. */
  defaultName: string;
  description: string;
  /** Required ones first, as Discord demands of those who register them. */
  options: EntryOption[];
};

/** A command as text, taken apart: the options' texts are by their default names. */
export type TypedCommand = { entry: CommandEntry; optionTexts: ReadonlyMap<string, string> };

type Level = Shown & { name: string; description: string; options?: PageOption[] };

/** Slash commands → the lines to choose from, in alphabetical order. Commands for context menus are left out. */
export function toCommandEntries(commands: readonly PageCommand[]): CommandEntry[] {
  return commands
    .filter(({ type }) => type === ApplicationCommandType.ChatInput)
    .flatMap((command) => toEntries(command.id, command, []))
    .sort((one, other) => one.name.localeCompare(other.name));
}

function toEntries(commandId: string, level: Level, above: Level[]): CommandEntry[] {
  const path = [...above, level];
  const subcommands = (level.options ?? []).filter(
    ({ type }) =>
      type === ApplicationCommandOptionType.Subcommand || type === ApplicationCommandOptionType.SubcommandGroup,
  );
  if (subcommands.length > 0) return subcommands.flatMap((below) => toEntries(commandId, below, path));
  return [
    {
      commandId,
      subcommand: path.slice(1).map(({ name }) => name),
      name: path.map(({ displayName, name }) => displayName ?? name).join(' '),
      defaultName: path.map(({ name }) => name).join(' '),
      description: level.displayDescription ?? level.description,
      options: ((level.options ?? []) as PageBasicOption[]).map((option) => ({
        ...option,
        displayName: option.displayName ?? option.name,
        displayDescription: option.displayDescription ?? option.description,
      })),
    },
  ];
}

/**
 * Takes a whole command apart (`/credits transfer recipient: Ada amount: 5`); undefined when no command's name, shown or
 * default, is followed by a space. Text before the first option's name is the first option's.
 */
export function parseCommandText(text: string, entries: readonly CommandEntry[]): TypedCommand | undefined {
  const typed = entries
    .flatMap((entry) => [entry.name, entry.defaultName].map((name) => ({ entry, name })))
    .filter(({ name }) => text.startsWith(`/${name} `))
    .sort((one, other) => other.name.length - one.name.length)[0];
  if (typed === undefined) return undefined;
  const { entry, name } = typed;
  const rest = text.slice(name.length + 2);
  const found = [...rest.matchAll(/(?:^|\s)([\p{L}\p{N}_-]+):/gu)].flatMap(({ 0: all, 1: word, index }) => {
    const option = entry.options.find((one) => one.name === word || one.displayName === word);
    return option === undefined ? [] : [{ name: option.name, start: index, end: index + all.length }];
  });
  const optionTexts = new Map(
    found.map(({ name, end }, index) => [name, rest.slice(end, found[index + 1]?.start).trim()]),
  );
  const before = rest.slice(0, found[0]?.start).trim();
  const first = entry.options[0];
  if (before !== '' && first !== undefined) optionTexts.set(first.name, before);
  return { entry, optionTexts };
}
