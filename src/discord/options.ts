import {
  type APIApplicationCommandBasicOption,
  ApplicationCommandOptionType,
  ChannelType,
} from 'discord-api-types/v10';
import { inLanguage, type Language, LOCALES, type Messages, nameIn, type Translations } from '../view/language.ts';
import type { Autocomplete } from './context.ts';

/** One of a command's messages; a function, so that it can be asked for in every language. */
export type LocalizedText<M> = (messages: Messages<M>) => string;

/** `number` is any number, for values whose errors deserve a better sentence than Discord's; `channel` the id of a text channel. */
export type Option<M> = { description: LocalizedText<M>; required?: boolean } & (
  | TextOption<M>
  | { kind: 'integer'; min?: number; max?: number }
  | { kind: 'number' | 'boolean' | 'channel' }
);
type TextOption<M> = {
  kind: 'text';
  minLength?: number;
  maxLength?: number;
  /** The only values possible, at most 25. */
  choices?: readonly { value: string; label: LocalizedText<M> }[];
  /** Suggestions while typing; other values stay possible. */
  autocomplete?: Autocomplete<M>;
};
export type Options<M = object> = Readonly<Record<string, Option<M>>>;

type ValueOf<Kind> = Kind extends 'integer' | 'number' ? number : Kind extends 'boolean' ? boolean : string;

/** The values that a handler is given: their types follow from the declaration. */
export type Values<O extends Readonly<Record<string, { kind: string; required?: boolean }>>> = {
  [Name in keyof O]: O[Name] extends { required: true }
    ? ValueOf<O[Name]['kind']>
    : ValueOf<O[Name]['kind']> | undefined;
};

/** The options as Discord registers them, the required ones first as it demands. */
export function toOptionRegistrations(
  translations: Translations,
  options: Options = {},
): APIApplicationCommandBasicOption[] {
  return sortOptions(options).map(([name, option]) => ({
    ...toNames(translations, name),
    ...toDescriptions(translations, option.description),
    required: option.required ?? false,
    ...toLimits(translations, option),
  })) as APIApplicationCommandBasicOption[];
}

/** The options in the order in which Discord shows them: the required ones first. */
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

/** The text in the languages beside English, by Discord locale. */
export function toLocalizations(translations: Translations, text: LocalizedText<object>): Record<string, string> {
  const others = (Object.keys(LOCALES) as Language[]).filter((language) => language !== 'en');
  return Object.fromEntries(others.map((language) => [LOCALES[language], text(inLanguage(translations, language))]));
}

function toLimits(translations: Translations, option: Option<object>): object {
  switch (option.kind) {
    case 'text':
      return {
        type: ApplicationCommandOptionType.String,
        ...(option.minLength !== undefined && { min_length: option.minLength }),
        ...(option.maxLength !== undefined && { max_length: option.maxLength }),
        ...(option.choices && {
          choices: option.choices.map(({ value, label }) => ({
            value,
            name: label(inLanguage(translations, 'en')),
            name_localizations: toLocalizations(translations, label),
          })),
        }),
        ...(option.autocomplete && { autocomplete: true }),
      };
    case 'integer':
      return {
        type: ApplicationCommandOptionType.Integer,
        ...(option.min !== undefined && { min_value: option.min }),
        ...(option.max !== undefined && { max_value: option.max }),
      };
    case 'number':
      return { type: ApplicationCommandOptionType.Number };
    case 'boolean':
      return { type: ApplicationCommandOptionType.Boolean };
    case 'channel':
      return { type: ApplicationCommandOptionType.Channel, channel_types: [ChannelType.GuildText] };
  }
}

/** The part of discord.js's option resolver that gives values. */
export type GivenOptions = { get(name: string): { value?: string | number | boolean | undefined } | null };

/** Reads the values of an interaction, once, into the declared types. */
export function readValues<O extends Options>(options: O, given: GivenOptions): Values<O> {
  return Object.fromEntries(Object.keys(options).map((name) => [name, given.get(name)?.value])) as Values<O>;
}
