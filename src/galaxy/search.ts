import MiniSearch, { type SearchOptions } from 'minisearch';
import { type GalaxyPlace, KINDS, type Kind } from './places.ts';

/** An index entry: a place's folded name, and how likely people mean it. */
type Entry = { uid: string; name: string; kind: Kind; weight: number };

/** With equal matches, the kinds that people look for more often come first. */
const BOOST: Record<Kind, number> = { systems: 2, sectors: 1.6, planets: 1.3, stations: 1, cities: 1 };
/** Tried in order: exact words, then typing errors if few match, then any similar word if none does. */
const ATTEMPTS = [
  { ifFewerThan: 1, fuzzy: false, combineWith: 'AND', maxWords: 8 },
  { ifFewerThan: 5, fuzzy: 0.25, combineWith: 'AND', maxWords: 2 },
  { ifFewerThan: 1, fuzzy: 0.45, combineWith: 'OR', maxWords: 2 },
] as const;
type Attempt = SearchOptions & { maxWords: number };
const MIN_SIGNIFICANT_LENGTH = 3;
/** A longer text fits no name. */
const MAX_TEXT_LENGTH = 100;
/** Typing errors in one word. */
const MAX_ERRORS = 3;
/** Words after the first are left out once this many names begin with them. */
const MAX_NAMES = 500;
/** How many names begin with a word is counted by its first letters, up to this many. */
const BEGINNING_LENGTH = 4;

/** An index of names. Adding a place that is known replaces it. */
export function createSearch() {
  const index = new MiniSearch<Entry>({
    idField: 'uid',
    fields: ['name'],
    storeFields: ['kind', 'weight', 'name'],
    tokenize: toWords,
    processTerm: (term) => term,
  });

  /** How many words of names begin with these letters. */
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

  const ask = (wanted: string, kinds: readonly Kind[], { maxWords, ...attempt }: Attempt): string[] =>
    index
      .search(wanted, {
        ...attempt,
        prefix: true,
        maxFuzzy: MAX_ERRORS,
        tokenize: (text) => chooseWords(text, maxWords),
        filter: ({ kind }) => kinds.includes(kind),
        boostDocument: (_id, _term, stored) => {
          const { name, weight } = stored as Entry;
          const fit = name === wanted ? 20 : name.startsWith(wanted) ? 4 : 1;
          const excess = Math.abs(name.length - wanted.length) / Math.max(1, wanted.length);
          return (fit / (1 + excess)) * weight;
        },
      })
      .map(({ id }) => String(id));

  return {
    add({ uid, name, kind, population = 0 }: GalaxyPlace): void {
      const weight = BOOST[kind] * (1 + Math.log10(1 + Math.max(0, population)) / 20);
      const entry = { uid, name: fold(name), kind, weight };
      if (index.has(uid)) index.replace(entry);
      else {
        toWords(entry.name).forEach(count);
        index.add(entry);
      }
    },
    /** UIDs, best first. */
    find(text: string, limit: number, kinds: readonly Kind[] = KINDS): string[] {
      const wanted = fold(text.slice(0, MAX_TEXT_LENGTH)).slice(0, MAX_TEXT_LENGTH);
      const found = new Set<string>();
      for (const { ifFewerThan, ...attempt } of ATTEMPTS) {
        if (found.size < ifFewerThan) for (const uid of ask(wanted, kinds, attempt)) found.add(uid);
        if (!toWords(wanted).some(isTelling)) break;
      }
      return [...found].slice(0, limit);
    },
  };
}

function toWords(text: string): string[] {
  return text.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
}

/** Skips words that thousands of names begin with, such as numbers: they only change the order. */
function toSignificantWords(text: string): string[] {
  const words = [...new Set(toWords(text))];
  const telling = words.filter(isTelling);
  return telling.length > 0 ? telling : words;
}

function isTelling(word: string): boolean {
  return word.length >= MIN_SIGNIFICANT_LENGTH;
}

/** Without accents, apostrophes and case: `D’Qár` → `dqar`. Names that differ in nothing else are the same. */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}'’‘`´]/gu, '')
    .toLowerCase()
    .trim();
}
