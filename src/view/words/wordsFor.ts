import { en, type Words } from './en.ts';

export type { Words } from './en.ts';

/** The catalogues by Discord locale. */
export const CATALOGUES = { 'en-US': en } as const satisfies Record<string, Words>;

/** The words for a Discord locale such as `en-GB`; English where there is no catalogue. */
export function wordsFor(locale: string | undefined): Words {
  const language = locale?.split('-')[0];
  const found = Object.entries(CATALOGUES).find(([name]) => name === locale || name.split('-')[0] === language);
  return found ? found[1] : en;
}
