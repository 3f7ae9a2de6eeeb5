import {
  type APIApplicationCommandBasicOption,
  ApplicationCommandType,
  ApplicationCommandOptionType as Type,
} from 'discord-api-types/v10';
import type { PageBasicOption, PageCommand, PageOption, Shown } from '../../../discord/people/pageProtocol.ts';

/** An option with its name and description in the person's language, or the default ones. */
export type EntryOption = APIApplicationCommandBasicOption & Required<Shown>;

/** One line of the command list: a command without subcommands, or one subcommand. */
export type CommandEntry = {
  commandId: string;
  /** `[]`, `['balance']` or `['group', 'sub']`. */
  subcommand: string[];
  /** The shown and typed name, in the person's language: `credits balance`, `guthaben stand`. */
  name: string;
  /** The registered name, `credits balance`: for typing, mentions and the bot. */
  defaultName: string;
  description: string;
  /** Required ones first, as Discord demands when they are registered. */
  options: EntryOption[];
};

type Level = Shown & { name: string; description: string; options?: PageOption[] };

/** The slash commands as lines to choose from, in alphabetical order. */
export function toCommandEntries(commands: readonly PageCommand[]): CommandEntry[] {
  return commands
    .filter(({ type }) => type === ApplicationCommandType.ChatInput)
    .flatMap((command) => toEntries(command.id, command, []))
    .sort((one, other) => one.name.localeCompare(other.name));
}

function toEntries(commandId: string, level: Level, above: Level[]): CommandEntry[] {
  const path = [...above, level];
  const subcommands = (level.options ?? []).filter(
    ({ type }) => type === Type.Subcommand || type === Type.SubcommandGroup,
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
 * A command's registered name (`/credits balance`, or a context menu's `Show profile`) in the
 * person's language; unchanged if the command isn't offered to them.
 */
export function shownCommandName(name: string, commands: readonly PageCommand[]): string {
  const entry = toCommandEntries(commands).find(({ defaultName }) => `/${defaultName}` === name);
  if (entry !== undefined) return `/${entry.name}`;
  const inMenu = commands.find((one) => one.type !== ApplicationCommandType.ChatInput && one.name === name);
  return inMenu?.displayName ?? name;
}

/** The command whose name, shown or default, is typed with a space after it. */
export function findTyped(text: string, entries: readonly CommandEntry[]): CommandEntry | undefined {
  return entries.find(({ name, defaultName }) => [`/${name} `, `/${defaultName} `].includes(text));
}

/** The content of an option's field: the text, and the value chosen from a list. */
export type OptionInput = { text: string; chosen?: { value: string } };

/**
 * The value to send, undefined for an empty field. An invalid number, or one that JavaScript can't
 * hold, stays a text: the stand-in refuses it like Discord's client.
 */
export function toOptionValue(type: Type, { text, chosen }: OptionInput): string | number | boolean | undefined {
  const value = chosen?.value ?? text.trim();
  if (value === '') return undefined;
  if (type === Type.Boolean) return value === 'true';
  if (!isNumeric(type) || !/^[+-]?\d+(\.\d+)?$/.test(value)) return value;
  const number = Number(value);
  return Number.isSafeInteger(number) || !Number.isInteger(number) ? number : value;
}

/** True if the option's value is a number. */
export function isNumeric(type: Type): boolean {
  return type === Type.Integer || type === Type.Number;
}
