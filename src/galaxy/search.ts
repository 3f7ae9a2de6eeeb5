import MiniSearch, { type SearchOptions } from 'minisearch';
import { type GalaxyPlace, KINDS, type Kind } from './places.ts';

/** What of a place is indexed: its folded name, and how likely it's meant. */
type Entry = { uid: string; name: string; kind: Kind; weight: number };

/** Kinds that people mean more often come first among equals. */
const BOOST: Record<Kind, number> = { systems: 2, sectors: 1.6, planets: 1.3, stations: 1, cities: 1 };
/** What is tried one after the other: names as typed, mistyped ones if few fit, and any with a similar word if none does. */
const ATTEMPTS = [
  { ifFewerThan: 1, fuzzy: false, combineWith: 'AND' },
  { ifFewerThan: 5, fuzzy: 0.25, combineWith: 'AND' },
  { ifFewerThan: 1, fuzzy: 0.45, combineWith: 'OR' },
] as const;
const MIN_TELLING_LENGTH = 3;

/** An index of names. Adding a place that is known replaces it. */
export function createSearch() {
  const index = new MiniSearch<Entry>({
    idField: 'uid',
    fields: ['name'],
    storeFields: ['kind', 'weight', 'name'],
    tokenize: toWords,
    processTerm: (term) => term,
  });

  const ask = (wanted: string, kinds: readonly Kind[], attempt: SearchOptions): string[] =>
    index
      .search(wanted, {
        ...attempt,
        prefix: true,
        tokenize: toTellingWords,
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
      else index.add(entry);
    },
    /** UIDs, best first. */
    find(text: string, limit: number, kinds: readonly Kind[] = KINDS): string[] {
      const wanted = fold(text);
      const found = new Set<string>();
      for (const { ifFewerThan, ...attempt } of ATTEMPTS) {
        if (found.size < ifFewerThan) for (const uid of ask(wanted, kinds, attempt)) found.add(uid);
        if (wanted.length < MIN_TELLING_LENGTH) break;
      }
      return [...found].slice(0, limit);
    },
  };
}

function toWords(text: string): string[] {
  return text.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
}

/** Without words that thousands of names begin with, such as a planet's number: they only change the order. */
function toTellingWords(text: string): string[] {
  const words = toWords(text);
  const telling = words.filter(({ length }) => length >= MIN_TELLING_LENGTH);
  return telling.length > 0 ? telling : words;
}

/** Without accents, apostrophes and case: `D’Qár` → `dqar`. Names that differ in nothing else are the same. */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}'’‘`´]/gu, '')
    .toLowerCase()
    .trim();
}
