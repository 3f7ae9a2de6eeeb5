import { globSync } from 'node:fs';
import { Locale } from 'discord-api-types/v10';
import { KIT_TEXTS, type Translations } from '../../src/view/language.ts';
import { LANGUAGES, type Language, LOCALES } from '../../src/view/languages.ts';

/** A language for tests: English with accents, a third longer, in `⟦…⟧`. Discord lacks it. */
export const PSEUDO = 'el' as Language;
export const PSEUDO_LOCALE = Locale.Greek;
export const SPOKEN = [...LANGUAGES, PSEUDO];

/** All texts of the bot, by file. */
export const ALL_TEXTS: [file: string, texts: Translations][] = [['the kit', KIT_TEXTS]];
for (const file of globSync('{src,commands}/**/en.ts', { cwd: new URL('../..', import.meta.url) })) {
  const { TEXTS }: { TEXTS?: Translations } = await import(`../../${file}`);
  if (TEXTS) ALL_TEXTS.push([file, TEXTS]);
}

/** Arguments, between these two characters, and what Discord reads. */
const KEPT = /\ue000[^\ue000\ue001]*\ue001|`[^`]*`|<[^<>]*>|https?:\/\/\S+/g;
const PIECES = new RegExp(`(${KEPT.source})|[a-z]`, 'gi');

function toPseudo(text: string): string {
  // Descriptions that are registered fit into 100 characters in each language.
  const isLonger = text.length < 70 || text.length > 98;
  const accented = text.replace(PIECES, (piece, kept?: string) => kept ?? accent(piece, isLonger));
  // The first line may be used alone. A text without a word, such as a number, has no frame.
  const toFramed = (line: string) => line.replace(/^((?:[-#⚠]+ )*)(.+)$/s, '$1⟦$2⟧');
  const [, first = '', rest = ''] = /^([^\n]*)(?:\n(.*))?$/s.exec(accented) ?? [];
  const framed = accented === text ? text : [first, rest].map(toFramed).join(rest && '\n');
  return framed.replace(/[\ue000\ue001]/g, '');
}

/** Not every letter has its accent in one character. */
function accent(letter: string, isLonger: boolean): string {
  const accented = `${letter}\u0301`.normalize();
  if (isLonger) return accented.repeat(/[eo]/i.test(letter) ? 2 : 1);
  return accented.length > 1 ? letter : accented;
}

/** Changes each text, also in lists and records, and what functions make of their arguments. */
function mapTexts(node: unknown, change: (text: string) => string): unknown {
  if (typeof node === 'string') return change(node);
  if (typeof node === 'function')
    return (...given: unknown[]) =>
      mapTexts(node(...given.map((one) => mapTexts(one, (text) => text && `\ue000${text}\ue001`))), change);
  if (typeof node !== 'object' || node === null) return node;
  if (Array.isArray(node)) return node.map((inner) => mapTexts(inner, change));
  return Object.fromEntries(Object.entries(node).map(([name, inner]) => [name, mapTexts(inner, change)]));
}

/** Every leaf of the texts with its path; a function counts as one. */
export function leavesOf(node: unknown, path = ''): [path: string, leaf: unknown][] {
  if (typeof node !== 'object' || node === null) return [[path, node]];
  return Object.entries(node).flatMap(([name, inner]) => leavesOf(inner, path === '' ? name : `${path}.${name}`));
}

/** A leaf's sentences; a function's in singular and plural. Throws if it needs other arguments. */
export function sentencesOf(leaf: unknown): string[] {
  return typeof leaf === 'function' ? [leaf(1, 1, 1), leaf(2, 2, 2)].map(String) : [String(leaf)];
}

const toWords = (text: string): string[] =>
  (text.match(/(?<![\p{L}\p{N}_])[a-z]{4,}(?![\p{L}\p{N}_])/giu) ?? []).map((word) => word.toLowerCase());
const ENGLISH = ALL_TEXTS.flatMap(([, { en }]) => leavesOf(en));
const OWN_WORDS = new Set(ENGLISH.flatMap(([, leaf]) => sentencesOf(leaf).flatMap(toWords)));

for (const [, texts] of ALL_TEXTS) {
  const { names = {} } = texts.de as { names?: object };
  const named = Object.fromEntries(Object.keys(names).map((name) => [name, name]));
  const made = mapTexts({ ...texts.en, names: named }, toPseudo) as object;
  Object.assign(texts, { [PSEUDO]: { ...made, language: PSEUDO } });
}
Object.assign(LOCALES, { [PSEUDO]: PSEUDO_LOCALE });

/** Texts in the pseudo-language that are cut, or have English words that aren't in the data. */
export function findFaults(sent: unknown, data: string): string[] {
  const texts: string[] = [];
  JSON.stringify(sent, (key, value) => {
    if (/^(content|label|title|description|placeholder)$/.test(key) && typeof value === 'string') texts.push(value);
    return value;
  });
  const isLeft = (word: string): boolean => OWN_WORDS.has(word) && !data.toLowerCase().includes(word);
  return texts.filter((text) => {
    const isCut = text.split('⟦').length !== text.split('⟧').length;
    return isCut || toWords(text.replaceAll('\\', '').replace(KEPT, '')).some(isLeft);
  });
}
