import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import { toSealedBytes } from '../../../src/account/seal.ts';
import type { Keeping } from '../../../src/account/sealedStore.ts';
import { toHandleKey } from '../../../src/game/parameters.ts';
import { collection } from '../../../src/store/declared.ts';
import { LANGUAGES, type Language } from '../../../src/view/languages.ts';
import { parsePayList } from './payList.ts';

type Owner = { person: { id: string }; services: Pick<Keeping, 'kept'>; texts: { language: Language } };
/** The text is read again for each use. `language`: of its amounts. */
export type SavedList = { name: string; text: string; language?: Language | undefined };

const OF_LISTS = { about: 'person', says: 'payLists' } as const;
const saved = z.object({ name: z.string(), text: z.string() });
const LISTS = collection('pay-lists', z.array(saved), { ...OF_LISTS, onlyCopyOf: 'payLists' });
/** Another release's list may have a language that this one doesn't know. */
export const spoken = z.enum(LANGUAGES).catch('en');
const listed = z.object({ name: z.string(), count: z.number(), total: z.number(), language: spoken });
type Listed = z.output<typeof listed>;
/** The lists without their texts, changed under their lock. Declared, and so erased, after them. */
const INDEX = collection('pay-list-index', z.array(listed), OF_LISTS);
export const MAX_LISTS = 20;
/** Max stored bytes of a person's lists. */
const MAX_BYTES = 1_000_000;

const readLists = async ({ person, services }: Owner) => (await services.kept(LISTS, person).get()) ?? [];
const readIndex = ({ person, services }: Owner) => services.kept(INDEX, person).get();
const isOther = (name: string) => (one: { name: string }) => toHandleKey(one.name) !== toHandleKey(name);

function toListed({ name, text }: SavedList, language: Language): Listed {
  const amounts = parsePayList(text, language).rows.map(({ amount = 0 }) => amount);
  return { name, count: amounts.length, total: amounts.reduce((sum, each) => sum + each, 0), language };
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

export async function readList(owner: Owner, name: string): Promise<SavedList | undefined> {
  const [lists, index] = await Promise.all([readLists(owner), listLists(owner)]);
  const list = lists.find((one) => !isOther(name)(one));
  return list && { ...list, language: index.find((one) => !isOther(name)(one))?.language };
}

/** Saves the list under this name, or deletes the old one. */
export async function replaceList(owner: Owner, name: string, list?: SavedList) {
  const [lists, index] = [owner.services.kept(LISTS, owner.person), owner.services.kept(INDEX, owner.person)];
  return await lists.locked(async () => {
    const all = await readLists(owner);
    const others = all.filter(isOther(name));
    const next = list ? [...others, list] : others;
    if (list && others.length >= MAX_LISTS) return 'full';
    if (list && toSealedBytes(next) > MAX_BYTES) return 'tooMuch';
    const listed = (await buildIndex(owner)).filter(isOther(name));
    // A crash leaves no index rather than a wrong one.
    await index.delete();
    await lists.set(next);
    await index.set(list ? [...listed, toListed(list, owner.texts.language)] : listed);
    return others.length < all.length ? 'replaced' : 'saved';
  });
}
