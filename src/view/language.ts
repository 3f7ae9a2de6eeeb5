import { de } from './de.ts';
import { en, type KitTexts } from './en.ts';

const KIT = { en, de };

export type Language = KitTexts['language'];

/** Discord's locale for each language. */
export const LOCALES: Readonly<Record<Language, 'en-US' | 'de'>> = { en: 'en-US', de: 'de' };

/** The same texts in every language. The English ones give the type; others add `names`. */
export type Translations<M = object> = Readonly<Record<Language, M>>;

/** Texts in one language: a command's own, and the kit's beside them. */
export type Texts<M = unknown> = M & KitTexts;

/** The language of a Discord or browser locale such as `en-GB`; English where we don't speak it. */
export function languageOf(locale: string | undefined): Language {
  return findLanguage(locale) ?? 'en';
}

/** The first language of these locales that we speak, e.g. German for `['fr', 'de-AT']`; else English. */
export function languageOfAny(locales: readonly string[]): Language {
  return locales.map(findLanguage).find((language) => language !== undefined) ?? 'en';
}

function findLanguage(locale: string | undefined): Language | undefined {
  const language = locale?.split('-')[0]?.toLowerCase() ?? '';
  return Object.hasOwn(KIT, language) ? (language as Language) : undefined;
}

const joined = new WeakMap<Translations, Record<Language, unknown>>();

/** The texts in this language, with the kit's. */
export function inLanguage<M extends object>(translations: Translations<M>, language: Language): Texts<M> {
  const known = joined.get(translations) ?? { en: { ...en, ...translations.en }, de: { ...de, ...translations.de } };
  joined.set(translations, known);
  return known[language] as Texts<M>;
}

/** The kit's texts alone. */
export function kitIn(language: Language): KitTexts {
  return KIT[language];
}

/** The name of a command, subcommand or option as people of this language see it. */
export function nameIn(texts: Texts<object>, name: string): string {
  const own: Readonly<Record<string, string>> = 'names' in texts ? Object(texts.names) : {};
  const shared: Readonly<Record<string, string>> = texts.sharedNames;
  const names = Object.hasOwn(own, name) ? own : shared;
  return (Object.hasOwn(names, name) ? names[name] : undefined) ?? name;
}
