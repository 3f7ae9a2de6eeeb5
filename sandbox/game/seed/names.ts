import type { Random } from './random.ts';

const openings = [
  'Ae',
  'Bra',
  'Cor',
  'Dhu',
  'Eli',
  'Fen',
  'Gha',
  'Hal',
  'Ith',
  'Jor',
  'Kel',
  'Lum',
  'Mer',
  'Nim',
  'Ost',
  'Pel',
  'Quo',
  'Rha',
  'Sel',
  'Tam',
  'Umb',
  'Ver',
  'Wyn',
  'Xan',
  'Yss',
  'Zer',
  'Cae',
  'Dra',
  'Oph',
  'Tei',
] as const;
const middles = [
  'a',
  'ba',
  'do',
  'e',
  'fi',
  'gu',
  'i',
  'ka',
  'la',
  'me',
  'no',
  'o',
  'pa',
  're',
  'shi',
  'tho',
  'u',
  'va',
  'wi',
  'zu',
] as const;
const endings = [
  'bris',
  'cend',
  'dane',
  'fell',
  'gant',
  'lith',
  'mar',
  'nia',
  'phis',
  'quil',
  'rax',
  'ris',
  'sund',
  'thar',
  'vane',
  'vesh',
  'wick',
  'xis',
  'yon',
  'zel',
] as const;
const accented: Readonly<Record<string, string>> = { a: 'á', e: 'é', i: 'î', o: 'ö', u: 'ū' };

/** Invents names; no name is given twice, whatever it is for. */
export interface Names {
  /** One capitalized word, now and then with an apostrophe, a diacritic or a character that Markdown would read as its own. */
  word(): string;
  /** `word` between an optional prefix and suffix. */
  compound(make: (word: string) => string): string;
}

/** Names out of `random`. */
export function createNames(random: Random): Names {
  const given = new Set<string>();
  const plain = (): string =>
    random.pick(openings) + (random.oneIn(3) ? '' : random.pick(middles)) + random.pick(endings);
  const odd = (word: string): string => {
    if (random.oneIn(25)) return `${word.slice(0, 2)}'${word.slice(2)}`;
    if (random.oneIn(25)) return word.replace(/(?<=.)[aeiou]/u, (vowel) => accented[vowel] ?? vowel);
    if (random.oneIn(60)) return `${word.slice(0, 3)}_${word.slice(3)}`;
    if (random.oneIn(60)) return `${word.slice(0, 3)}*${word.slice(3)}*`;
    return word;
  };
  const compound = (make: (word: string) => string): string => {
    const name = make(odd(plain()));
    if (given.has(name)) return compound(make);
    given.add(name);
    return name;
  };
  return { word: () => compound((word) => word), compound };
}
