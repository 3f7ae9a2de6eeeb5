import type { Random } from './random.ts';

const OPENINGS =
  'Ae Bra Cor Dhu Eli Fen Gha Hal Ith Jor Kel Lum Mer Nim Ost Pel Quo Rha Sel Tam Umb Ver Wyn Xan Yss Zer Cae Dra Oph Tei'.split(
    ' ',
  );
const MIDDLES = 'a ba do e fi gu i ka la me no o pa re shi tho u va wi zu'.split(' ');
const ENDINGS = 'bris cend dane fell gant lith mar nia phis quil rax ris sund thar vane vesh wick xis yon zel'.split(
  ' ',
);
const ACCENTED: Readonly<Record<string, string>> = { a: 'á', e: 'é', i: 'î', o: 'ö', u: 'ū' };

export type Names = ReturnType<typeof createNames>;

/** One in this many names with Markdown characters keeps them. */
const MARKDOWN_SHARE = 30;

export function createNames(random: Random) {
  const given = new Set<string>();
  const shown = new Set<string>();
  let withMarkdown = 0;
  const plain = (): string =>
    random.pick(OPENINGS) + (random.oneIn(3) ? '' : random.pick(MIDDLES)) + random.pick(ENDINGS);
  const odd = (word: string): string => {
    if (random.oneIn(25)) return `${word.slice(0, 2)}'${word.slice(2)}`;
    if (random.oneIn(25)) return word.replace(/(?<=.)[aeiou]/u, (vowel) => ACCENTED[vowel] ?? vowel);
    if (random.oneIn(60)) return `${word.slice(0, 3)}_${word.slice(3)}`;
    if (random.oneIn(60)) return `${word.slice(0, 3)}*${word.slice(3)}*`;
    return word;
  };
  const compound = (make: (word: string) => string): string => {
    const name = make(odd(plain()));
    if (given.has(name)) return compound(make);
    given.add(name);
    const clean = name.replace(/[_*]/gu, '');
    if (clean !== name) withMarkdown += 1;
    const staysOdd = clean !== name && withMarkdown % MARKDOWN_SHARE === 0;
    const choices = staysOdd ? [name] : [clean, clean.replace(/^..(?!')/u, "$&'"), `${clean} Minor`];
    const chosen = choices.find((choice) => !shown.has(choice)) ?? name;
    shown.add(chosen);
    return chosen;
  };
  /** `word` may have an apostrophe, a diacritic or a character of Markdown. */
  return { word: () => compound((word) => word), compound };
}
