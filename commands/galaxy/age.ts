import type { Galaxy } from '../../src/galaxy/galaxy.ts';
import { timestamp } from '../../src/view/text.ts';
import type { GalaxyTexts } from './en.ts';

const WEEK_MS = 7 * 24 * 60 * 60_000;

/** A small line that says how old the copy of the galaxy is, or how far it is. */
export function ageLine({ age }: GalaxyTexts, { atlas, completedAt }: Galaxy): string {
  if (!completedAt) return `-# ${age.reading(atlas.size)}`;
  const isOld = Date.now() - completedAt.getTime() > WEEK_MS;
  return `-# ${(isOld ? age.old : age.copied)(timestamp(completedAt, 'R'))}`;
}
