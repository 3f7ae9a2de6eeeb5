import type { ChatInputCommandInteraction } from 'discord.js';
import { type APIApplicationCommandBasicOption, ApplicationCommandOptionType } from 'discord-api-types/v10';
import { CATALOGUES, type Words, wordsFor } from '../view/words/wordsFor.ts';

/** Words of the catalogue, as a function so that every language can be asked. */
export type Say = (words: Words) => string;

type Common = { description: Say; required?: boolean };
export type TextOption = Common & { kind: 'text'; minLength?: number; maxLength?: number };
export type IntegerOption = Common & { kind: 'integer'; min?: number; max?: number };
export type Option = TextOption | IntegerOption;
export type Options = Readonly<Record<string, Option>>;

type ValueOf<O extends Option> = O extends TextOption ? string : number;

/** The values that a handler is given: their types follow from the declaration. */
export type Values<O extends Options> = {
  [Name in keyof O]: O[Name] extends { required: true } ? ValueOf<O[Name]> : ValueOf<O[Name]> | undefined;
};

/** The options as Discord registers them, the required ones first as it demands. */
export function toOptionRegistrations(options: Options): APIApplicationCommandBasicOption[] {
  return Object.entries(options)
    .toSorted(([, a], [, b]) => Number(b.required ?? false) - Number(a.required ?? false))
    .map(([name, option]) => ({
      name,
      ...toDescriptions(option.description),
      required: option.required ?? false,
      ...toLimits(option),
    }));
}

/** A description in every language that has a catalogue. */
export function toDescriptions(say: Say): { description: string; description_localizations?: Record<string, string> } {
  const others = Object.entries(CATALOGUES).filter(([locale]) => locale !== 'en-US');
  return {
    description: say(wordsFor('en-US')),
    ...(others.length > 0 && {
      description_localizations: Object.fromEntries(others.map(([locale, words]) => [locale, say(words)])),
    }),
  };
}

function toLimits(option: Option) {
  switch (option.kind) {
    case 'text':
      return {
        type: ApplicationCommandOptionType.String as const,
        ...(option.minLength !== undefined && { min_length: option.minLength }),
        ...(option.maxLength !== undefined && { max_length: option.maxLength }),
      };
    case 'integer':
      return {
        type: ApplicationCommandOptionType.Integer as const,
        ...(option.min !== undefined && { min_value: option.min }),
        ...(option.max !== undefined && { max_value: option.max }),
      };
  }
}

/** Reads the values of an interaction, once, into the declared types. */
export function readValues<O extends Options>(options: O, { options: given }: ChatInputCommandInteraction): Values<O> {
  const entries = Object.entries(options).map(([name, { kind }]) => {
    const value = kind === 'text' ? given.getString(name) : given.getInteger(name);
    return [name, value ?? undefined];
  });
  return Object.fromEntries(entries);
}
