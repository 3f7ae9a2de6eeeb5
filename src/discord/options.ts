import {
  type APIApplicationCommandBasicOption,
  ApplicationCommandOptionType,
  ChannelType,
} from 'discord-api-types/v10';
import { CATALOGUES, nameIn, type Words, wordsFor } from '../view/words/wordsFor.ts';
import type { Autocomplete } from './context.ts';

/** Words of the catalogue, as a function so that every language can be asked. */
export type Say = (words: Words) => string;

type Common = { description: Say; required?: boolean };
export type TextOption = Common & {
  kind: 'text';
  minLength?: number;
  maxLength?: number;
  /** The only values possible, at most 25. */
  choices?: readonly { value: string; label: Say }[];
  /** Suggestions while typing; other values stay possible. */
  autocomplete?: Autocomplete;
};
export type IntegerOption = Common & { kind: 'integer'; min?: number; max?: number };
/** Any number: for values whose faults deserve a better sentence than Discord's. */
export type NumberOption = Common & { kind: 'number' };
export type BooleanOption = Common & { kind: 'boolean' };
/** A text channel of the server; its id. */
export type ChannelOption = Common & { kind: 'channel' };
export type Option = TextOption | IntegerOption | NumberOption | BooleanOption | ChannelOption;
export type Options = Readonly<Record<string, Option>>;

type ValueOf<O extends Option> = O extends IntegerOption | NumberOption
  ? number
  : O extends BooleanOption
    ? boolean
    : string;

/** The values that a handler is given: their types follow from the declaration. */
export type Values<O extends Options> = {
  [Name in keyof O]: O[Name] extends { required: true } ? ValueOf<O[Name]> : ValueOf<O[Name]> | undefined;
};

/** The options as Discord registers them, the required ones first as it demands. */
export function toOptionRegistrations(options: Options): APIApplicationCommandBasicOption[] {
  return Object.entries(options)
    .toSorted(([, a], [, b]) => Number(b.required ?? false) - Number(a.required ?? false))
    .map(([name, option]) => ({
      ...toNames(name),
      ...toDescriptions(option.description),
      required: option.required ?? false,
      ...toLimits(option),
    })) as APIApplicationCommandBasicOption[];
}

/** A command's or option's name in every language; it must stand in the catalogue's `names`. */
export function toNames(name: string): { name: string; name_localizations?: Record<string, string> } {
  const localizations = toLocalizations((words) => nameIn(words, name));
  return { name, ...(localizations && { name_localizations: localizations }) };
}

/** A description in every language that has a catalogue. */
export function toDescriptions(say: Say): { description: string; description_localizations?: Record<string, string> } {
  const localizations = toLocalizations(say);
  return { description: say(wordsFor('en-US')), ...(localizations && { description_localizations: localizations }) };
}

/** The words in the languages beside English, by Discord locale; undefined where there are none. */
export function toLocalizations(say: Say): Record<string, string> | undefined {
  const others = Object.entries(CATALOGUES).filter(([locale]) => locale !== 'en-US');
  return others.length > 0 ? Object.fromEntries(others.map(([locale, words]) => [locale, say(words)])) : undefined;
}

function toLimits(option: Option): object {
  switch (option.kind) {
    case 'text':
      return {
        type: ApplicationCommandOptionType.String,
        ...(option.minLength !== undefined && { min_length: option.minLength }),
        ...(option.maxLength !== undefined && { max_length: option.maxLength }),
        ...(option.choices && { choices: option.choices.map(toChoice) }),
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

function toChoice({ value, label }: { value: string; label: Say }): object {
  const localizations = toLocalizations(label);
  return { value, name: label(wordsFor('en-US')), ...(localizations && { name_localizations: localizations }) };
}

/** The part of discord.js's option resolver that gives values. */
export type GivenOptions = { get(name: string): { value?: string | number | boolean | undefined } | null };

/** Reads the values of an interaction, once, into the declared types. */
export function readValues<O extends Options>(options: O, given: GivenOptions): Values<O> {
  return Object.fromEntries(Object.keys(options).map((name) => [name, given.get(name)?.value])) as Values<O>;
}
