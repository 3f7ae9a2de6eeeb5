import { en, type KitTexts } from './en.ts';
import { LANGUAGES, type Language, LOCALES } from './languages.ts';

/** Texts in one language: a command's own and the kit's. */
export type Texts<T extends object = object> = T & KitTexts;

export type Translations<T = KitTexts> = Readonly<Record<Language, T>>;

export const KIT_TEXTS = await readSiblings(en, import.meta.url);

/** The texts of an `en.ts` (at `url`) and of its siblings, with the kit's. */
export async function translate<T extends object>(english: T, url: string): Promise<Translations<Texts<T>>> {
  const own = await readSiblings(english, url);
  return Object.fromEntries(
    LANGUAGES.map((language) => [language, { ...KIT_TEXTS[language], ...own[language] }]),
  ) as Translations<Texts<T>>;
}

async function readSiblings<T>(english: T, url: string): Promise<Translations<T>> {
  const read = async (language: Language): Promise<[Language, T]> => {
    if (language === 'en') return [language, english];
    return [language, (await import(new URL(`${language}.ts`, url).href))[language]];
  };
  return Object.fromEntries(await Promise.all(LANGUAGES.map(read))) as Translations<T>;
}

/** The words that a text lists, such as `day, days`, in all languages and in lower case. */
export function allWords<T>(translations: Translations<T>, pick: (texts: T) => string): string[] {
  return LANGUAGES.flatMap((language) => pick(translations[language]).toLowerCase().split(', '));
}

/** The language of a Discord or browser locale such as `en-GB`; English if we don't speak it. */
export const languageOf = (locale: string | undefined): Language => findLanguage(locale) ?? 'en';

/** The first of these locales that we speak, e.g. German for `['fr', 'de-AT']`; else English. */
export function languageOfAny(locales: readonly string[]): Language {
  return locales.map(findLanguage).find((language) => language !== undefined) ?? 'en';
}

function findLanguage(locale: string | undefined): Language | undefined {
  const language = locale?.split('-')[0]?.toLowerCase() ?? '';
  return Object.hasOwn(LOCALES, language) ? (language as Language) : undefined;
}

/** The name of a command, subcommand or option as people of this language see it. */
export function nameIn(texts: KitTexts, name: string): string {
  const own: Readonly<Record<string, string>> = 'names' in texts ? Object(texts.names) : {};
  return new Map(Object.entries({ ...texts.sharedNames, ...own })).get(name) ?? name;
}
