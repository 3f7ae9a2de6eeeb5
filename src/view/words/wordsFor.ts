import { inLanguage, languageOf, languageOfAny, type Translations } from '../language.ts';
import { de } from './de.ts';
import { en, type Words } from './en.ts';

export type { Words } from './en.ts';

/** What the commands say that have no messages of their own yet. */
export const WORDS: Translations<typeof en> = { en, de };

export function wordsFor(locale: string | undefined): Words {
  return inLanguage(WORDS, languageOf(locale));
}

export const CATALOGUES = { 'en-US': wordsFor('en-US'), de: wordsFor('de') };

export function wordsForAny(locales: readonly string[]): Words {
  return inLanguage(WORDS, languageOfAny(locales));
}
