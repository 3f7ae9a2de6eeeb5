import { Locale } from 'discord-api-types/v10';
import type { Issue } from '../problem.ts';
import { notOneOf } from './schema.ts';

type Path = readonly (string | number)[];

/** The names and descriptions of a command or an option in other languages, by locale. */
export interface Localized {
  name_localizations?: Record<string, string> | null;
  description_localizations?: Record<string, string> | null;
}

/** Discord developer documentation, Application Commands, "Application Command Naming". */
const namePattern = /^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$/u;
/** API Reference, "Locales". */
const locales = new Set<string>(Object.values(Locale));

/** "Application Command Naming": the pattern, and lower case where a letter has one. */
export function* nameIssues(name: string, path: Path): Generator<Issue> {
  if (!namePattern.test(name) || name !== name.toLowerCase())
    yield { path, code: 'APPLICATION_COMMAND_INVALID_NAME', message: 'Command name is invalid' };
}

/** Application Commands, "Localization": known locales, and names like the name itself. */
export function* localeIssues(named: Localized, path: Path, strictNames: boolean): Generator<Issue> {
  for (const key of ['name_localizations', 'description_localizations'] as const)
    for (const [locale, text] of Object.entries(named[key] ?? {})) {
      if (!locales.has(locale)) yield notOneOf([...path, key, locale], [...locales]);
      if (strictNames && key === 'name_localizations') yield* nameIssues(text, [...path, key, locale]);
    }
}
