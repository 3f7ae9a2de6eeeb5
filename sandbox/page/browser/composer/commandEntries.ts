import {
  type APIApplicationCommandBasicOption,
  ApplicationCommandOptionType,
  ApplicationCommandType,
} from 'discord-api-types/v10';
import type { PageBasicOption, PageCommand, PageOption, Shown } from '../../../discord/people/pageProtocol.ts';

/** An option with what is shown of it, be that in a language or the default. */
export type EntryOption = APIApplicationCommandBasicOption & Required<Shown>;

/** One line of the command list: a command without subcommands, or one subcommand. */
export interface CommandEntry {
  commandId: string;
  /** `[]`, `['balance']` or `['group', 'sub']`. */
  subcommand: string[];
  /** As it is shown and typed, without the slash: `credits balance`, or in the person's language `guthaben stand`. */
  name: string;
  /** As it is registered, `credits balance`: it can be typed as well, and is what mentions and the bot call it. */
  defaultName: string;
  description: string;
  /** Required ones first, as Discord demands of those who register them. */
  options: EntryOption[];
}

/** Slash commands → the lines to choose from, in alphabetical order. Commands for context menus are left out. */
export function toCommandEntries(commands: PageCommand[]): CommandEntry[] {
  return commands
    .filter(({ type }) => type === ApplicationCommandType.ChatInput)
    .flatMap((command) =>
      toEntries({ ...toShown(command), defaultName: command.name, options: command.options }, command.id, []),
    )
    .sort((one, other) => one.name.localeCompare(other.name));
}

interface Level {
  name: string;
  defaultName: string;
  description: string;
  options?: PageOption[] | undefined;
}

function toShown(one: { name: string; description: string } & Shown): { name: string; description: string } {
  return { name: one.displayName ?? one.name, description: one.displayDescription ?? one.description };
}

function toEntryOption(option: PageBasicOption): EntryOption {
  const { name, description } = toShown(option);
  return { ...option, displayName: name, displayDescription: description };
}

function toEntries(level: Level, commandId: string, subcommand: string[]): CommandEntry[] {
  const options = level.options ?? [];
  const below = options.filter(
    (option) =>
      option.type === ApplicationCommandOptionType.Subcommand ||
      option.type === ApplicationCommandOptionType.SubcommandGroup,
  );
  if (below.length > 0) {
    return below.flatMap((option) => {
      const { name, description } = toShown(option);
      const names = { name: `${level.name} ${name}`, defaultName: `${level.defaultName} ${option.name}` };
      return toEntries({ ...names, description, options: option.options }, commandId, [...subcommand, option.name]);
    });
  }
  return [
    {
      commandId,
      subcommand,
      name: level.name,
      defaultName: level.defaultName,
      description: level.description,
      options: (options as PageBasicOption[]).map(toEntryOption),
    },
  ];
}

/** Entries for what is typed after the slash: names that begin so first, then names that hold it, then descriptions that do. */
export function findEntries(entries: CommandEntry[], query: string): CommandEntry[] {
  const wanted = query.trimEnd().toLocaleLowerCase();
  const rankName = (name: string): number => {
    if (name.startsWith(wanted)) return 0;
    if (name.split(' ').some((word) => word.startsWith(wanted))) return 1;
    return name.includes(wanted) ? 2 : 4;
  };
  const rank = (entry: CommandEntry): number => {
    const byName = Math.min(rankName(entry.name), rankName(entry.defaultName));
    return byName === 4 && entry.description.toLocaleLowerCase().includes(wanted) ? 3 : byName;
  };
  return entries
    .map((entry) => ({ entry, rank: rank(entry) }))
    .filter((candidate) => candidate.rank < 4)
    .sort((one, other) => one.rank - other.rank)
    .map(({ entry }) => entry);
}

/**
 * A whole command as text (`/credits transfer recipient: Ada amount: 5`) → its entry and the options' texts by their default names; undefined when
 * no command of that name, shown or default, is followed by a space. Text before the first option's name goes to the first option.
 */
export function parseCommandText(
  text: string,
  entries: CommandEntry[],
): { entry: CommandEntry; optionTexts: Map<string, string> } | undefined {
  const typed = entries
    .flatMap((entry) => [...new Set([entry.name, entry.defaultName])].map((name) => ({ entry, name })))
    .filter(({ name }) => text.startsWith(`/${name} `))
    .sort((one, other) => other.name.length - one.name.length)[0];
  if (typed === undefined) return undefined;
  const { entry } = typed;
  const optionTexts = new Map<string, string>();
  const rest = text.slice(typed.name.length + 2);
  const names = new Map(
    entry.options.flatMap(({ name, displayName }) => [[name, name] as const, [displayName, name] as const]),
  );
  const found = [...rest.matchAll(/(?:^|\s)([\p{L}\p{N}_-]+):/gu)].flatMap((match) => {
    const name = names.get(match[1] ?? '');
    return name === undefined ? [] : [{ name, index: match.index, length: match[0].length }];
  });
  const before = rest.slice(0, found[0]?.index ?? rest.length).trim();
  if (before !== '' && entry.options[0] !== undefined) optionTexts.set(entry.options[0].name, before);
  found.forEach(({ name, index, length }, position) => {
    optionTexts.set(name, rest.slice(index + length, found[position + 1]?.index ?? rest.length).trim());
  });
  return { entry, optionTexts };
}
