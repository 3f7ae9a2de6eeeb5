import MiniSearch, { type SearchOptions } from 'minisearch';
import { createMatcher, type FoldedName, fold, isSame, toFoldedName } from './nameMatch.ts';
import { type GalaxyPlace, KINDS, type Kind } from './places.ts';

/** An index entry: a place's name, and its weight: how likely people mean it. */
type Entry = FoldedName & { uid: string; kind: Kind; weight: number };

/** With equal matches, the kinds that people look for more often come first. */
const BOOST: Record<Kind, number> = { systems: 2, sectors: 1.6, planets: 1.3, stations: 1, cities: 1 };
/** Tried in order: exact words; typing errors if few match; any similar word if none does. */
const ATTEMPTS = [
  { ifFewerThan: 1, fuzzy: false, combineWith: 'AND', maxWords: 8, fields: ['folded'] },
  { ifFewerThan: 1, fuzzy: false, combineWith: 'AND', maxWords: 1, fields: ['together'] },
  { ifFewerThan: 5, fuzzy: 0.25, combineWith: 'AND', maxWords: 2 },
  { ifFewerThan: 5, fuzzy: false, combineWith: 'OR', maxWords: 1, fields: ['folded'], areSwapped: true },
  { ifFewerThan: 1, fuzzy: 0.45, combineWith: 'OR', maxWords: 2 },
] as const;
const FIELDS = ['folded', 'together'] as const;
type Field = (typeof FIELDS)[number];
type Attempt = Omit<SearchOptions, 'fields'> & {
  fields?: readonly Field[];
  maxWords: number;
  areSwapped?: boolean;
};
/** Max matches that are sorted by their distance from the typed text. */
const MAX_RANKED = 30;
/** The weight of a place's likelihood against its distance from the typed text. */
const LIKELIHOOD_WEIGHT = 0.02;
/** Max letters of a word whose neighbors are swapped. */
const MAX_SWAPPED_LENGTH = 20;
const MIN_SIGNIFICANT_LENGTH = 3;
/** Max length of the typed text: no name is longer. */
const MAX_TEXT_LENGTH = 100;
/** Max typing errors in one word. */
const MAX_ERRORS = 3;
/** Words after the first are left out once this many names begin with them. */
const MAX_NAMES = 500;
/** Max letters by which the beginnings of words are counted. */
const BEGINNING_LENGTH = 4;

/** An index of names. Adding a place that is known replaces it. */
export function createSearch() {
  // One index per field: in a shared one, short texts would match twice as many words.
  const indexes = { folded: createIndex('folded'), together: createIndex('together') };

  /** The number of words that begin with these letters. */
  const counts = new Map<string, number>();
  const count = (word: string): void => {
    for (let length = 1; length <= Math.min(word.length, BEGINNING_LENGTH); length += 1) {
      const beginning = word.slice(0, length);
      counts.set(beginning, (counts.get(beginning) ?? 0) + 1);
    }
  };

  /** The rarest of the significant words: the others would only change the order. */
  const chooseWords = (text: string, maxWords: number): string[] => {
    const namesOf = (word: string): number => counts.get(word.slice(0, BEGINNING_LENGTH)) ?? 0;
    let names = 0;
    return toSignificantWords(text)
      .sort((one, other) => namesOf(one) - namesOf(other))
      .slice(0, maxWords)
      .filter((word, index) => {
        names += namesOf(word);
        return index === 0 || names <= MAX_NAMES;
      });
  };

  const query = (
    wanted: string,
    kinds: readonly Kind[],
    { maxWords, areSwapped, fields = FIELDS, ...attempt }: Attempt,
  ): Entry[] => {
    const words = chooseWords(wanted, maxWords).flatMap((word) => (areSwapped ? swapLetters(word) : [word]));
    const options: SearchOptions = {
      ...attempt,
      prefix: true,
      maxFuzzy: MAX_ERRORS,
      tokenize: () => words,
      ...(kinds.length < KINDS.length && { filter: ({ entry }) => kinds.includes(entry.kind) }),
      boostDocument: (_id, _term, stored) => {
        const { folded, weight } = (stored as { entry: Entry }).entry;
        const excess = Math.abs(folded.length - wanted.length) / Math.max(1, wanted.length);
        return ((folded.startsWith(wanted) ? 4 : 1) * weight) / (1 + excess);
      },
    };
    return fields
      .flatMap((field) => indexes[field].search(wanted, options))
      .sort((one, other) => other.score - one.score)
      .map(({ entry }) => entry as Entry);
  };

  return {
    add({ uid, name, kind, population = 0 }: GalaxyPlace): void {
      const weight = BOOST[kind] * (1 + Math.log10(1 + Math.max(0, population)) / 20);
      const entry = { uid, ...toFoldedName(name), kind, weight };
      if (!indexes.folded.has(uid)) toWords(entry.folded).forEach(count);
      for (const field of FIELDS) {
        if (indexes[field].has(uid)) indexes[field].discard(uid);
        // One-word names are already in the first index.
        if (field === 'folded' || entry.together !== entry.folded) indexes[field].add(entry);
      }
    },
    /** UIDs, best first. */
    find(text: string, limit: number, kinds: readonly Kind[] = KINDS): string[] {
      const wanted = fold(text.slice(0, MAX_TEXT_LENGTH)).slice(0, MAX_TEXT_LENGTH);
      const found = new Map<string, Entry>();
      for (const { ifFewerThan, ...attempt } of ATTEMPTS) {
        if (found.size < ifFewerThan)
          for (const entry of query(wanted, kinds, attempt)) if (!found.has(entry.uid)) found.set(entry.uid, entry);
        if (!toWords(wanted).some(isSignificant)) break;
      }
      const best = [...found.values()];
      return [...rank(text, best.slice(0, MAX_RANKED)), ...best.slice(MAX_RANKED)]
        .slice(0, limit)
        .map(({ uid }) => uid);
    },
  };
}

function createIndex(field: Field) {
  return new MiniSearch<Entry>({
    idField: 'uid',
    fields: [field],
    tokenize: toWords,
    storeFields: ['entry'],
    extractField: (entry, name) => (name === 'entry' ? entry : entry[name as 'uid' | Field]),
    processTerm: (term) => term,
  });
}

const toWords = (text: string): string[] => text.split(/[^\p{L}\p{N}]+/u).filter(Boolean);

/** Skips words that thousands of names begin with, such as numbers: they only change the order. */
function toSignificantWords(text: string): string[] {
  const words = [...new Set(toWords(text))];
  const significant = words.filter(isSignificant);
  return significant.length > 0 ? significant : words;
}

const isSignificant = (word: string): boolean => word.length >= MIN_SIGNIFICANT_LENGTH;

/** Sorts by distance. Among names that aren't the same, likely places come earlier. */
function rank(text: string, entries: readonly Entry[]): Entry[] {
  const match = createMatcher(text.slice(0, MAX_TEXT_LENGTH));
  const toCost = (entry: Entry): number => {
    const cost = match(entry);
    return isSame(cost) ? cost : cost - LIKELIHOOD_WEIGHT * entry.weight;
  };
  return entries
    .map((entry) => ({ entry, cost: toCost(entry) }))
    .sort((one, other) => (one.cost === other.cost ? 0 : one.cost - other.cost))
    .map(({ entry }) => entry);
}

/** The word with each pair of neighbors swapped. */
function swapLetters(word: string): string[] {
  const letters = [...word].slice(0, MAX_SWAPPED_LENGTH);
  return letters.slice(1).map((letter, index) =>
    letters
      .with(index, letter)
      .with(index + 1, letters[index] ?? '')
      .join(''),
  );
}
