import {
  type APIApplicationCommandBasicOption,
  type APIApplicationCommandOption,
  ApplicationCommandOptionType,
  ApplicationCommandType,
} from 'discord-api-types/v10';
import type { PageCommand } from '../../../discord/pageProtocol.ts';

/** One line of the command list: a command without subcommands, or one subcommand. */
export interface CommandEntry {
  commandId: string;
  /** `[]`, `['balance']` or `['group', 'sub']`. */
  subcommand: string[];
  /** As it is typed, without the slash: `credits balance`. */
  name: string;
  description: string;
  /** Required ones first, as Discord demands of those who register them. */
  options: APIApplicationCommandBasicOption[];
}

/** Slash commands → the lines to choose from, in alphabetical order. Commands for context menus are left out. */
export function toCommandEntries(commands: PageCommand[]): CommandEntry[] {
  return commands
    .filter(({ type }) => type === ApplicationCommandType.ChatInput)
    .flatMap((command) =>
      toEntries({ ...command, name: command.displayName, description: command.displayDescription }, command.id, []),
    )
    .sort((one, other) => one.name.localeCompare(other.name));
}

interface Level {
  name: string;
  description: string;
  options?: APIApplicationCommandOption[];
}

function toEntries(level: Level, commandId: string, subcommand: string[]): CommandEntry[] {
  const options = level.options ?? [];
  const below = options.filter(
    (option) =>
      option.type === ApplicationCommandOptionType.Subcommand ||
      option.type === ApplicationCommandOptionType.SubcommandGroup,
  );
  if (below.length > 0) {
    return below.flatMap((option) =>
      toEntries({ ...option, name: `${level.name} ${option.name}` }, commandId, [...subcommand, option.name]),
    );
  }
  return [
    {
      commandId,
      subcommand,
      name: level.name,
      description: level.description,
      options: options as APIApplicationCommandBasicOption[],
    },
  ];
}

/** Entries for what is typed after the slash: names that begin so first, then names that hold it, then descriptions that do. */
export function findEntries(entries: CommandEntry[], query: string): CommandEntry[] {
  const wanted = query.trimEnd().toLocaleLowerCase();
  const rank = (entry: CommandEntry): number => {
    if (entry.name.startsWith(wanted)) return 0;
    if (entry.name.split(' ').some((word) => word.startsWith(wanted))) return 1;
    if (entry.name.includes(wanted)) return 2;
    return entry.description.toLocaleLowerCase().includes(wanted) ? 3 : 4;
  };
  return entries
    .map((entry) => ({ entry, rank: rank(entry) }))
    .filter((candidate) => candidate.rank < 4)
    .sort((one, other) => one.rank - other.rank)
    .map(({ entry }) => entry);
}

/**
 * A whole command as text (`/credits transfer recipient: Ada amount: 5`) → its entry and the options' texts; undefined when no command of
 * that name is followed by a space. Text before the first option's name goes to the first option.
 */
export function parseCommandText(
  text: string,
  entries: CommandEntry[],
): { entry: CommandEntry; optionTexts: Map<string, string> } | undefined {
  const entry = entries
    .filter(({ name }) => text.startsWith(`/${name} `))
    .sort((one, other) => other.name.length - one.name.length)[0];
  if (entry === undefined) return undefined;
  const optionTexts = new Map<string, string>();
  const rest = text.slice(entry.name.length + 2);
  const names = entry.options.map(({ name }) => name);
  const found = [...rest.matchAll(/(?:^|\s)([\p{L}\p{N}_-]+):/gu)].filter(([, name]) => names.includes(name ?? ''));
  const before = rest.slice(0, found[0]?.index ?? rest.length).trim();
  if (before !== '' && names[0] !== undefined) optionTexts.set(names[0], before);
  found.forEach((match, index) => {
    const from = match.index + match[0].length;
    optionTexts.set(match[1] ?? '', rest.slice(from, found[index + 1]?.index ?? rest.length).trim());
  });
  return { entry, optionTexts };
}
