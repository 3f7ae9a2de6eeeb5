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
  /** As it is shown and typed, without the slash: `credits balance`, or in the person's language `guthaben stand`. */
  name: string;
  /** As it is registered, `credits balance`: it can be typed too, and mentions and the bot use it. */
  defaultName: string;
  description: string;
  /** Required ones first, as Discord demands of those who register them. */
  options: EntryOption[];
};

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
 * A command's registered name (`/credits balance`, or a context menu's `Show profile`) in the person's language; as it is
 * where the command isn't offered to them.
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

/** What is in an option's field: the text, and what was chosen from a list. */
export type OptionInput = { text: string; chosen?: { value: string } };

/**
 * The value as it's sent, undefined for an empty field. What isn't a number, or one that JavaScript can't hold, stays a text: the
 * stand-in refuses it, as it refuses whatever Discord's client would.
 */
export function toOptionValue(type: Type, { text, chosen }: OptionInput): string | number | boolean | undefined {
  const value = chosen?.value ?? text.trim();
  if (value === '') return undefined;
  if (type === Type.Boolean) return value === 'true';
  if (!isNumeric(type) || !/^[+-]?\d+(\.\d+)?$/.test(value)) return value;
  const number = Number(value);
  return Number.isSafeInteger(number) || !Number.isInteger(number) ? number : value;
}

/** Whether the option's value is a number. */
export function isNumeric(type: Type): boolean {
  return type === Type.Integer || type === Type.Number;
}
