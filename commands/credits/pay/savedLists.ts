import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import { toSealedBytes } from '../../../src/account/seal.ts';
import type { Keeping } from '../../../src/account/sealedStore.ts';
import { toHandleKey } from '../../../src/game/parameters.ts';
import type { Answers } from '../../../src/input/answers.ts';
import { matchName } from '../../../src/input/names.ts';
import { collection } from '../../../src/store/declared.ts';
import { LANGUAGES, type Language } from '../../../src/view/languages.ts';
import { type ListRow, parsePayList, toDigest } from './payList.ts';

type Owner = { person: { id: string }; services: Pick<Keeping, 'kept'>; texts: { language: Language } };
/** The text is read again for each use, with the answers that were given to its questions. */
export type SavedList = {
  name: string;
  text: string;
  answers?: Answers | undefined;
  /** The language of its amounts. */
  language?: Language | undefined;
};

/** A saved list with what was read from it when it was saved. */
export type OpenedList = SavedList & { reading: Reading | undefined };
export type Reading = Pick<Listed, 'count' | 'total' | 'digest'>;

const OF_LISTS = { about: 'person', says: 'payLists' } as const;
/** The answers to a list's questions, as a draft and a saved list have them. */
export const answered = z.record(z.string(), z.string());
const saved = z.object({ name: z.string(), text: z.string(), answers: answered.optional() });
const LISTS = collection('pay-lists', z.array(saved), { ...OF_LISTS, onlyCopyOf: 'payLists' });
/** Another release's list may have a language that this one doesn't know. */
export const spoken = z.enum(LANGUAGES).catch('en');
const listed = z.object({
  name: z.string(),
  count: z.number(),
  total: z.number(),
  language: spoken,
  /** A short name for all that it pays. Missing from lists that an earlier release saved. */
  digest: z.string().optional(),
});
type Listed = z.output<typeof listed>;
/** The lists without their texts, changed under their lock. Declared, and so erased, after them. */
const INDEX = collection('pay-list-index', z.array(listed), OF_LISTS);
export const MAX_LISTS = 20;
/** Max stored bytes of a person's lists. */
const MAX_BYTES = 1_000_000;

const readLists = async ({ person, services }: Owner) => (await services.kept(LISTS, person).get()) ?? [];
const readIndex = ({ person, services }: Owner) => services.kept(INDEX, person).get();
const isOther = (name: string) => (one: { name: string }) => toHandleKey(one.name) !== toHandleKey(name);

function toListed({ name, text, answers }: SavedList, language: Language): Listed {
  const { rows } = parsePayList(text, language, false, answers);
  return { name, language, ...toReading(rows) };
}

/** The number of a list's payments, their total, and a short name for all of them. */
export function toReading(rows: readonly ListRow[]): Reading {
  const total = rows.reduce((sum, { amount = 0 }) => sum + amount, 0);
  return { count: rows.length, total, digest: toDigest(rows) };
}

/** True if a list still reads as it did when it was saved. */
export function isSameReading(before: Reading, now: Reading): boolean {
  if (before.digest !== undefined) return before.digest === now.digest;
  return before.count === now.count && before.total === now.total;
}

export async function listLists(owner: Owner): Promise<Listed[]> {
  const lists = owner.services.kept(LISTS, owner.person);
  const index = (await readIndex(owner)) ?? (await lists.locked(() => buildIndex(owner)));
  return index.toSorted((one, other) => one.name.localeCompare(other.name));
}

/** Call it under the lock. Lists that were saved without an index are read once. */
async function buildIndex(owner: Owner): Promise<Listed[]> {
  const known = await readIndex(owner);
  if (known) return known;
  const index: Listed[] = [];
  for (const list of await readLists(owner)) index.push(await nextTurn(toListed(list, owner.texts.language)));
  if (index.length > 0) await owner.services.kept(INDEX, owner.person).set(index);
  return index;
}

export async function readList(owner: Owner, name: string): Promise<OpenedList | undefined> {
  const [lists, index] = await Promise.all([readLists(owner), listLists(owner)]);
  const match = matchName(lists, name, (one) => one.name);
  const list = match.kind === 'one' ? match.item : undefined;
  const reading = list && index.find((one) => !isOther(list.name)(one));
  return list && { ...list, language: reading?.language, reading };
}

/** Saves the list under this name, or deletes the old one. */
export async function replaceList(owner: Owner, name: string, list?: SavedList) {
  const lists = owner.services.kept(LISTS, owner.person);
  return await lists.locked(() => replaceLocked(owner, name, list));
}

/** Keeps the answers with the list, unless its text was replaced meanwhile. What was read from it
 * when it was saved stays, until its person has seen that it reads differently now. */
export async function keepAnswers(owner: Owner, list: SavedList, hasSeen: boolean): Promise<void> {
  const lists = owner.services.kept(LISTS, owner.person);
  await lists.locked(async () => {
    const all = await readLists(owner);
    const stored = all.find((one) => !isOther(list.name)(one));
    if (stored?.text !== list.text) return;
    if (!hasSeen) {
      const answeredLists = all.map((one) => (one === stored ? { ...stored, answers: list.answers } : one));
      await lists.set(answeredLists);
      return;
    }
    const asSaved = { ...owner, texts: { language: list.language ?? owner.texts.language } };
    await replaceLocked(asSaved, stored.name, { ...stored, answers: list.answers });
  });
}

/** Call it under the lock. */
async function replaceLocked(owner: Owner, name: string, list: SavedList | undefined) {
  const lists = owner.services.kept(LISTS, owner.person);
  const index = owner.services.kept(INDEX, owner.person);
  const all = await readLists(owner);
  const match = matchName(all, name, (one) => one.name);
  const isNotReplaced = isOther(match.kind === 'one' ? match.item.name : name);
  const others = all.filter(isNotReplaced);
  const next = list ? [...others, list] : others;
  if (list && others.length >= MAX_LISTS) return 'full';
  if (list && toSealedBytes(next) > MAX_BYTES) return 'tooMuch';
  const otherListed = (await buildIndex(owner)).filter(isNotReplaced);
  // A crash leaves no index rather than a wrong one.
  await index.delete();
  await lists.set(next);
  await index.set(list ? [...otherListed, toListed(list, owner.texts.language)] : otherListed);
  return others.length < all.length ? 'replaced' : 'saved';
}
