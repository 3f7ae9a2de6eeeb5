/** Penalties for differences that aren't typing errors. */
const [CASE, ACCENTS, SPACES] = [0.01, 0.02, 0.03];
/** Penalties for any other match, for one of a later word, and for one inside a word. */
const [PARTIAL, LATER_WORD, INSIDE_A_WORD] = [0.1, 0.15, 0.25];
/** Max penalty for the part of a name that wasn't typed. */
const UNTYPED = 0.4;
/** Longer texts cost too much to compare letter by letter. */
const MAX_COMPARED = 40;
const LATER_WORDS = /(?<=[^\p{L}\p{N}])[\p{L}\p{N}]/gu;

/** A name, folded, and also without separators: `coruscantprime`. */
export type FoldedName = { shown: string; folded: string; together: string };

export function toFoldedName(shown: string): FoldedName {
  const folded = fold(shown);
  return { shown, folded, together: folded.replace(/[^\p{L}\p{N}]+/gu, '') };
}

/** Removes accents, apostrophes and case: `D’Qár` → `dqar`. */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}'’‘`´]/gu, '')
    .toLowerCase()
    .trim();
}

/** Measures a name's distance from the typed text: 0 for the same, below 0.1 if only case, accents
 * or spaces differ, more for wrong, missing or swapped letters, infinite for other names. */
export function createMatcher(typed: string): (name: FoldedName) => number {
  const exact = typed.trim();
  const lower = exact.toLowerCase();
  const { folded: wanted, together: joined } = toFoldedName(exact);
  const letters = [...new Set(joined)];
  return ({ shown, folded, together }) => {
    // Each missing letter is an error. Most names are ruled out here.
    if (letters.filter((letter) => !together.includes(letter)).length > maxErrors(wanted.length)) return Infinity;
    if (shown === exact) return 0;
    const shownLower = shown.toLowerCase();
    if (shownLower === lower) return CASE;
    if (folded === wanted) return ACCENTS;
    // Names with accents are meant less often, unless accents were typed too.
    const other = (folded === shownLower) === (wanted === lower) ? 0 : ACCENTS;
    if (together === joined && joined !== '') return SPACES + other;
    if (folded.startsWith(wanted)) return PARTIAL + other + toUntypedCost(wanted.length, folded.length);
    const ways = [toCost(wanted, folded), joined === '' ? Infinity : toCost(joined, together)];
    for (const { index } of folded.matchAll(LATER_WORDS)) ways.push(LATER_WORD + toCost(wanted, folded.slice(index)));
    if (folded.includes(wanted)) ways.push(INSIDE_A_WORD + toUntypedCost(wanted.length, folded.length));
    return PARTIAL + other + Math.min(...ways);
  };
}

/** True if a name differs only in case, accents or spaces. */
export const isSame = (cost: number): boolean => cost < PARTIAL;

/** The items with similar names, most similar first; all if nothing was typed. */
export function sortByMatch<T>(typed: string, items: readonly T[], nameOf: (item: T) => string): T[] {
  if (typed.trim() === '') return [...items];
  const match = createMatcher(typed);
  return items
    .map((item) => ({ item, cost: match(toFoldedName(nameOf(item))) }))
    .filter(({ cost }) => cost < Infinity)
    .sort((one, other) => one.cost - other.cost)
    .map(({ item }) => item);
}

/** Max typing errors in a text of this length. */
const maxErrors = (length: number): number => (length < 3 ? 0 : length < 5 ? 1 : length < 10 ? 2 : 3);

function toUntypedCost(typed: number, length: number): number {
  return (UNTYPED * Math.max(0, length - typed)) / Math.max(1, length);
}

/** The lowest cost of the text as the name's beginning; infinite with too many errors. */
function toCost(text: string, name: string): number {
  if (name.startsWith(text)) return toUntypedCost(text.length, name.length);
  const most = maxErrors(text.length);
  if (most === 0 || text.length > MAX_COMPARED) return Infinity;
  const costs = countEdits(text, name.slice(0, text.length + most)).map((edits, end) =>
    edits <= most ? edits / text.length + toUntypedCost(end, name.length) : Infinity,
  );
  return Math.min(...costs);
}

/** The edits from the text to each beginning of the name; a swap of neighbors is one edit. */
export function countEdits(text: string, name: string): number[] {
  let before: number[] = [];
  let above: number[] = [];
  let row = Array.from({ length: name.length + 1 }, (_, end) => end);
  for (let from = 1; from <= text.length; from += 1) {
    [before, above, row] = [above, row, [from]];
    for (let end = 1; end <= name.length; end += 1) {
      const isSame = text[from - 1] === name[end - 1];
      const isSwapped = from > 1 && end > 1 && text[from - 1] === name[end - 2] && text[from - 2] === name[end - 1];
      const changed = (above[end - 1] ?? 0) + (isSame ? 0 : 1);
      const swapped = isSwapped ? (before[end - 2] ?? 0) + 1 : Infinity;
      row[end] = Math.min(changed, swapped, (above[end] ?? 0) + 1, (row[end - 1] ?? 0) + 1);
    }
  }
  return row;
}
