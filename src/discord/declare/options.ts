import type { APIApplicationCommandBasicOption } from 'discord-api-types/v10';
import { ApplicationCommandOptionType, ChannelType } from 'discord-api-types/v10';
import { parseAmount } from '../../view/amount.ts';
import type { KitTexts } from '../../view/en.ts';
import { nameIn, type Translations } from '../../view/language.ts';
import { LANGUAGES, type Language, LOCALES } from '../../view/languages.ts';
import type { Autocomplete } from './context.ts';

/** Picks one of a command's texts, in any language. */
export type LocalizedText<M = KitTexts> = (texts: M) => string;

/** `amount` is a whole number of credits, typed as people write it; `channel` is an id. */
export type Option<M> = { description: LocalizedText<M>; required?: boolean } & (
  | TextOption<M>
  | ChoiceOption<M>
  | { kind: 'integer'; min?: number; max?: number }
  | { kind: 'amount' | 'boolean' | 'channel' }
);
type TextOption<M> = {
  kind: 'text';
  maxLength?: number;
  /** Suggestions while typing; other values are valid too. */
  autocomplete?: Autocomplete<M>;
  /** The typed text comes first, because a suggestion picked by mistake would do harm. */
  keepsTyped?: true;
};
/** One of at most 25 values, with a label for each. */
type ChoiceOption<M> = {
  kind: 'choice';
  choices: readonly string[];
  labels: (texts: M) => Readonly<Record<string, string>>;
};
/** Labels for exactly the choices of each option. */
export type Labeled<O> = {
  readonly [K in keyof O]: O[K] extends {
    choices: readonly (infer C extends string)[];
    labels: (texts: never) => infer L;
  }
    ? { labels: (texts: never) => Readonly<Record<C, string> & Partial<Record<Exclude<keyof L, C>, never>>> }
    : unknown;
};
export type Options<M = KitTexts> = Readonly<Record<string, Option<M>>>;

type Declared = { kind: string; required?: boolean; choices?: readonly string[] };

type Plain = { text: string; channel: string; integer: number; amount: number; boolean: boolean };
type ValueOf<O extends Declared> = O extends { choices: readonly (infer Choice)[] }
  ? Choice
  : Plain[O['kind'] & keyof Plain];

/** A handler's option values, typed by the declaration. */
export type Values<O extends Readonly<Record<string, Declared>>> = {
  [Name in keyof O]: O[Name] extends { required: true } ? ValueOf<O[Name]> : ValueOf<O[Name]> | undefined;
};

export function toOptionRegistrations(
  translations: Translations,
  options: Options = {},
): APIApplicationCommandBasicOption[] {
  return sortOptions(options).map(([name, option]) => ({
    ...toLabels(translations, name, option.description),
    type: TYPES[option.kind],
    required: option.required ?? false,
    ...toLimits(translations, option),
  })) as APIApplicationCommandBasicOption[];
}

/** Puts required options first, as Discord requires. */
export function sortOptions(options: Options): [name: string, option: Option<KitTexts>][] {
  return Object.entries(options).toSorted(([, a], [, b]) => Number(b.required ?? false) - Number(a.required ?? false));
}

/** A name in English and, by Discord locale, in every other language. */
export function toName(translations: Translations, name: LocalizedText) {
  const others = LANGUAGES.filter((language) => language !== 'en');
  const localized = others.map((language) => [LOCALES[language], name(translations[language])]);
  return { name: name(translations.en), name_localizations: Object.fromEntries(localized) as Record<string, string> };
}

/** The name and the description of a command, a subcommand or an option. */
export function toLabels(translations: Translations, name: string, describe: LocalizedText) {
  const { name: description, name_localizations: description_localizations } = toName(translations, describe);
  return { ...toName(translations, (texts) => nameIn(texts, name)), description, description_localizations };
}

const TYPES = {
  text: ApplicationCommandOptionType.String,
  choice: ApplicationCommandOptionType.String,
  integer: ApplicationCommandOptionType.Integer,
  amount: ApplicationCommandOptionType.String,
  boolean: ApplicationCommandOptionType.Boolean,
  channel: ApplicationCommandOptionType.Channel,
};

/** JSON leaves out undefined values. */
function toLimits(translations: Translations, option: Option<KitTexts>): object {
  if (option.kind === 'integer') return { min_value: option.min, max_value: option.max };
  if (option.kind === 'channel') return { channel_types: [ChannelType.GuildText] };
  if (option.kind === 'choice') {
    const toLabel = (value: string) => toName(translations, (texts) => option.labels(texts)[value] ?? value);
    return { choices: option.choices.map((value) => ({ value, ...toLabel(value) })) };
  }
  if (option.kind !== 'text') return {};
  return { max_length: option.maxLength, autocomplete: option.autocomplete && true };
}

/** The option values of an interaction or a stored command. */
type Given = Readonly<Record<string, string | number | boolean>>;

/** An ambiguous amount, as typed. */
export type Unclear = { name: string; typed: string; readings: readonly number[] };

/** Converts the given values to the declared types, and reports an unclear amount. That counts as
 * left out, and so does a choice that no longer exists, as in a stored command. */
export function readOptions<O extends Options>(options: O, given: Given, language: Language) {
  let unclear: Unclear | undefined;
  const read = ([name, option]: [string, Options[string]]) => {
    const value = given[name];
    if (option.kind === 'choice') return [name, option.choices.find((choice) => choice === value)];
    if (option.kind !== 'amount' || value === undefined) return [name, value];
    const amount = parseAmount(typeof value === 'number' ? value : String(value), language);
    if (typeof amount === 'number') return [name, amount];
    unclear ??= { name, typed: String(value), readings: amount === 'unreadable' ? [] : amount.readings };
    return [name, undefined];
  };
  return { values: Object.fromEntries(Object.entries(options).map(read)) as Values<O>, unclear };
}

export const isTyped = ({ kind }: Option<KitTexts>): boolean => kind === 'text' || kind === 'amount';
