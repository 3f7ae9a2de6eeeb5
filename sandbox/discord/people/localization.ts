import { Locale } from 'discord-api-types/v10';

/** Application Commands, "Locale fallbacks": where a language has no words of its own these are taken, before the default. */
const fallbacks: { readonly [language in Locale]?: Locale } = {
  [Locale.EnglishUS]: Locale.EnglishGB,
  [Locale.EnglishGB]: Locale.EnglishUS,
  [Locale.SpanishLATAM]: Locale.SpanishES,
};

/** What somebody of that language reads: the words of the language, of its fallback, or the default (Application Commands, "Localization"). */
export function inLanguage(
  localizations: Readonly<Partial<Record<string, string | null>>> | null | undefined,
  locale: Locale,
  byDefault: string,
): string {
  return localizations?.[locale] ?? localizations?.[fallbacks[locale] ?? locale] ?? byDefault;
}
