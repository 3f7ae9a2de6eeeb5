/// <reference types="vite/types/importMeta.d.ts" />
import { Locale } from 'discord-api-types/v10';
import { KIT_TEXTS, type Translations } from '../../src/view/language.ts';
import { LANGUAGES, type Language, LOCALES } from '../../src/view/languages.ts';

/**
 * A language for tests: English with accents, a third longer, each text in `⟦…⟧`. What isn't in `LANGUAGES` is never
 * registered with Discord.
 */
export const PSEUDO = 'el' as Language;
export const PSEUDO_LOCALE = Locale.Greek;
export const SPOKEN = [...LANGUAGES, PSEUDO];

const modules = import.meta.glob<{ TEXTS?: Translations }>('../../{src,commands}/**/en.ts', { eager: true });
/** All texts of the bot, by file. */
export const ALL_TEXTS: [file: string, texts: Translations][] = [
  ['the kit', KIT_TEXTS],
  ...Object.entries(modules).flatMap(([file, { TEXTS }]): [string, Translations][] => (TEXTS ? [[file, TEXTS]] : [])),
];

const LETTERS = new Map(
  [...'abcdefghijklmnopqrstuvwxyz'].map((plain, at) => [plain, [...'áƀçđéƒğħíĵķłɱñóƥɋřšţúṽŵẋýž'][at]]),
);
/** Arguments, between these two characters, and what Discord reads. */
const KEPT = /\ue000[^\ue000\ue001]*\ue001|`[^`]*`|<[^<>]*>|https?:\/\/\S+/;
/** Discord's limit, without the brackets: it's also kept by each translation of what is registered. */
const MAX_DESCRIPTION = 98;
const PIECES = new RegExp(`(${KEPT.source})|[a-z]`, 'gi');

function toPseudo(text: string): string {
  const accent = (toLetters: (letter: string) => string): string =>
    text.replace(PIECES, (piece, kept?: string) => kept ?? toLetters(piece));
  const [long, short] = [
    accent((letter) => accentOf(letter) + (/[aeiou]/i.test(letter) ? accentOf(letter) : '')),
    accent(accentOf),
  ];
  const accented = long.length > MAX_DESCRIPTION && short.length <= MAX_DESCRIPTION ? short : long;
  // Without a word, such as a number.
  const framed = accented === text ? text : accented.replace(/^((?:[-#⚠]+ )*)(.*)$/s, '$1⟦$2⟧');
  return framed.replace(/[\ue000\ue001]/g, '');
}

function accentOf(letter: string): string {
  const accented = LETTERS.get(letter.toLowerCase()) ?? letter;
  return /[A-Z]/.test(letter) ? accented.toUpperCase() : accented;
}

/** Changes each text, also within lists and records. */
function mapTexts(node: unknown, change: (text: string) => unknown): unknown {
  if (typeof node === 'string') return change(node);
  if (typeof node !== 'object' || node === null) return node;
  if (Array.isArray(node)) return node.map((inner) => mapTexts(inner, change));
  return Object.fromEntries(Object.entries(node).map(([name, inner]) => [name, mapTexts(inner, change)]));
}

const mark = (given: unknown): unknown => mapTexts(given, (text) => text && `\ue000${text}\ue001`);

function toPseudoTexts(node: unknown): unknown {
  if (typeof node === 'function') return (...given: unknown[]) => mapTexts(node(...given.map(mark)), toPseudo);
  if (typeof node !== 'object' || node === null) return mapTexts(node, toPseudo);
  const inner = Object.entries(node).map(([name, inner]) => [name, toPseudoTexts(inner)]);
  return Array.isArray(node) ? inner.map(([, text]) => text) : Object.fromEntries(inner);
}

/** Every leaf of the texts with its path; a function counts as one. */
export function leavesOf(node: unknown, path = ''): [path: string, leaf: unknown][] {
  if (typeof node !== 'object' || node === null) return [[path, node]];
  return Object.entries(node).flatMap(([name, inner]) => leavesOf(inner, path === '' ? name : `${path}.${name}`));
}

/** A leaf's sentences; a function says one for one thing and one for several. Throws where numbers aren't enough. */
export function sentencesOf(leaf: unknown): string[] {
  return typeof leaf === 'function' ? [leaf(1, 1, 1), leaf(2, 2, 2)].map(String) : [String(leaf)];
}

const toWords = (text: string): string[] =>
  (text.match(/(?<![\p{L}\p{N}_])[a-z]{4,}(?![\p{L}\p{N}_])/giu) ?? []).map((word) => word.toLowerCase());
const OWN_WORDS = new Set(
  ALL_TEXTS.flatMap(([, texts]) => leavesOf(texts.en)).flatMap(([, leaf]) => sentencesOf(leaf).flatMap(toWords)),
);

for (const [, texts] of ALL_TEXTS) {
  const { names = {} } = texts.de as { names?: object };
  const named = Object.fromEntries(Object.keys(names).map((name) => [name, name]));
  const made = toPseudoTexts({ ...texts.en, names: named });
  Object.assign(texts, { [PSEUDO]: Object.assign(made as object, { language: PSEUDO }) });
}
Object.assign(LOCALES, { [PSEUDO]: PSEUDO_LOCALE });

const SHOWN = ['content', 'label', 'title', 'description', 'placeholder'];

/** The texts in a message or modal of the pseudo-language that are cut, or have English words outside these pieces of data. */
export function findFaults(sent: unknown, data: readonly string[]): string[] {
  const texts: string[] = [];
  JSON.stringify(sent, (key, value) => {
    if (SHOWN.includes(key) && typeof value === 'string') texts.push(value);
    return value;
  });
  return texts.filter((text) => {
    const bare = text.replaceAll('\\', '').replace(new RegExp(KEPT.source, 'g'), '');
    const own = data.reduce((left, piece) => left.replaceAll(piece, ' '), bare);
    return text.split('⟦').length !== text.split('⟧').length || toWords(own).some((word) => OWN_WORDS.has(word));
  });
}
