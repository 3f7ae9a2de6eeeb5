import {
  type APIApplicationCommandBasicOption,
  ApplicationCommandOptionType,
  ChannelType,
} from 'discord-api-types/v10';
import { inLanguage, type Language, LOCALES, type Messages, nameIn, type Translations } from '../../view/language.ts';
import type { Autocomplete } from './context.ts';

/** Picks one of a command's messages, in any language. */
export type LocalizedText<M> = (messages: Messages<M>) => string;

/** `number` accepts any number, so that we explain errors, not Discord; `channel` is an id. */
export type Option<M> = { description: LocalizedText<M>; required?: boolean } & (
  | TextOption<M>
  | { kind: 'integer'; min?: number; max?: number }
  | { kind: 'number' | 'boolean' | 'channel' }
);
type TextOption<M> = {
  kind: 'text';
  minLength?: number;
  maxLength?: number;
  /** The only valid values, at most 25. */
  choices?: readonly { value: string; label: LocalizedText<M> }[];
  /** Suggestions while typing; other values are valid too. */
  autocomplete?: Autocomplete<M>;
};
export type Options<M = object> = Readonly<Record<string, Option<M>>>;

type ValueOf<Kind> = Kind extends 'integer' | 'number' ? number : Kind extends 'boolean' ? boolean : string;

/** A handler's option values, typed by the declaration. */
export type Values<O extends Readonly<Record<string, { kind: string; required?: boolean }>>> = {
  [Name in keyof O]: O[Name] extends { required: true }
    ? ValueOf<O[Name]['kind']>
    : ValueOf<O[Name]['kind']> | undefined;
};

/** The options as Discord registers them. */
export function toOptionRegistrations(
  translations: Translations,
  options: Options = {},
): APIApplicationCommandBasicOption[] {
  return sortOptions(options).map(([name, option]) => ({
    ...toNames(translations, name),
    ...toDescriptions(translations, option.description),
    type: TYPES[option.kind],
    required: option.required ?? false,
    ...toLimits(translations, option),
  })) as APIApplicationCommandBasicOption[];
}

/** Puts required options first, as Discord demands. */
export function sortOptions(options: Options): [name: string, option: Option<object>][] {
  return Object.entries(options).toSorted(([, a], [, b]) => Number(b.required ?? false) - Number(a.required ?? false));
}

/** A command's or option's name in every language. */
export function toNames(
  translations: Translations,
  name: string,
): { name: string; name_localizations: Record<string, string> } {
  return { name, name_localizations: toLocalizations(translations, (messages) => nameIn(messages, name)) };
}

/** A description in every language. */
export function toDescriptions(
  translations: Translations,
  text: LocalizedText<object>,
): { description: string; description_localizations: Record<string, string> } {
  return {
    description: text(inLanguage(translations, 'en')),
    description_localizations: toLocalizations(translations, text),
  };
}

/** The text in every language except English, by Discord locale. */
export function toLocalizations(translations: Translations, text: LocalizedText<object>): Record<string, string> {
  const others = (Object.keys(LOCALES) as Language[]).filter((language) => language !== 'en');
  return Object.fromEntries(others.map((language) => [LOCALES[language], text(inLanguage(translations, language))]));
}

const TYPES = {
  text: ApplicationCommandOptionType.String,
  integer: ApplicationCommandOptionType.Integer,
  number: ApplicationCommandOptionType.Number,
  boolean: ApplicationCommandOptionType.Boolean,
  channel: ApplicationCommandOptionType.Channel,
};

/** JSON leaves out what is undefined. */
function toLimits(translations: Translations, option: Option<object>): object {
  if (option.kind === 'integer') return { min_value: option.min, max_value: option.max };
  if (option.kind === 'channel') return { channel_types: [ChannelType.GuildText] };
  if (option.kind !== 'text') return {};
  const choices = option.choices?.map(({ value, label }) => ({
    value,
    name: label(inLanguage(translations, 'en')),
    name_localizations: toLocalizations(translations, label),
  }));
  const { minLength: min_length, maxLength: max_length, autocomplete } = option;
  return { min_length, max_length, choices, autocomplete: autocomplete && true };
}

/** The part of discord.js's option resolver that returns values. */
export type GivenOptions = { get(name: string): { value?: string | number | boolean | undefined } | null };

/** Reads an interaction's values into the declared types. */
export function readValues<O extends Options>(options: O, given: GivenOptions): Values<O> {
  return Object.fromEntries(Object.keys(options).map((name) => [name, given.get(name)?.value])) as Values<O>;
}
