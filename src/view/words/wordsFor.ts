import { de } from './de.ts';
import { en, type Words } from './en.ts';

export type { Words } from './en.ts';

/** The catalogues by Discord locale. */
export const CATALOGUES = { 'en-US': en, de } as const satisfies Record<string, Words>;

/** The words for a Discord locale such as `en-GB`; English where there is no catalogue. */
export function wordsFor(locale: string | undefined): Words {
  return (locale === undefined ? undefined : findWords(locale)) ?? en;
}

/** The words of the first locale that has a catalogue, e.g. of `['fr', 'de-AT']` German; English where none has. */
export function wordsForAny(locales: readonly string[]): Words {
  return locales.map(findWords).find((words) => words !== undefined) ?? en;
}

function findWords(locale: string): Words | undefined {
  const language = locale.split('-')[0]?.toLowerCase();
  return Object.entries(CATALOGUES).find(([name]) => name === locale || name.split('-')[0] === language)?.[1];
}

/** The name of a command, subcommand or option as people of this language see it. */
export function nameIn({ names }: Words, name: string): string {
  return Object.hasOwn(names, name) ? names[name as keyof Words['names']] : name;
}
