import { foldName, isVisible } from '../../src/input/names.ts';
import { ifFits } from '../../src/view/customId.ts';
import { UserError } from '../../src/view/errorView.ts';
import { plain } from '../../src/view/text.ts';
import type { RosterTexts } from './en.ts';
import { ids } from './ids.ts';
import { MAX_MEMBERS, type Roster } from './kept.ts';

export const MAX_RANK = 30;
/** `@roster` stands for all members, so no rank may have this name. */
export const EVERYONE = 'roster';
/** What separates names, mentions and amounts in any list, and what begins a mention or a quote. */
const SEPARATORS = /[@,;|"“”„«»\t\r\n]/u;

/** True for the same rank: people type names of ranks with other case, spaces and apostrophes. */
export const isSameRank = (one: string, other: string): boolean => foldName(one) === foldName(other);

/** True if `@everyone's word` would stand for this rank, too. */
export const isReserved = (name: string): boolean => isSameRank(name, EVERYONE);

/** True for a name that lists and mentions can hold. */
export function isUsableRank(name: string): boolean {
  const isShort = [...name].length <= MAX_RANK;
  const fitsButtons = ifFits(() => ids.askJump({ is: 'rank', of: name, pages: MAX_MEMBERS })) !== undefined;
  return isVisible(name) && isShort && fitsButtons && !isReserved(name) && !SEPARATORS.test(name);
}

/** The trimmed name. Throws a {@link UserError} unless it's usable. */
export function requireUsableRank(texts: RosterTexts, typed: string): string {
  const name = typed.trim();
  if (!isUsableRank(name)) throw new UserError(texts.wrongRank);
  return name;
}

/** The roster's ranks that a former release accepted and that mentions can't name. */
export function listUnusableRanks({ ranks, members }: Pick<Roster, 'ranks' | 'members'>): string[] {
  const saved = ranks.map(({ name }) => name);
  const held = members.flatMap(({ rank }) => rank ?? []);
  return [...new Set([...saved, ...held])].filter((name) => !isUsableRank(name));
}

/** Lines that name unusable ranks, and how to rename them. */
export function unusableRankLines(texts: RosterTexts, roster: Pick<Roster, 'ranks' | 'members'>): string[] {
  return listUnusableRanks(roster).map((name) => texts.unusableRank(plain(name, MAX_RANK) || '–'));
}
