import { z } from 'zod';
import type { Keeping } from '../../../src/account/sealedStore.ts';
import { toHandleKey } from '../../../src/game/parameters.ts';
import { collection } from '../../../src/store/declared.ts';

type Owner = { person: { id: string }; services: Pick<Keeping, 'kept'> };
/** As it was written, so that it's read and previewed afresh each time. */
export type SavedList = { name: string; text: string };

const LISTS = collection('pay-lists', z.array(z.object({ name: z.string(), text: z.string() })), {
  ...({ about: 'person', says: 'payLists' } as const),
});
export const MAX_LISTS = 20;

const toKept = ({ person, services }: Owner) => services.kept(LISTS, person);

/** In alphabetical order; with a name, the one that is called so. */
export async function readLists(owner: Owner, name?: string): Promise<SavedList[]> {
  const lists = (await toKept(owner).get()) ?? [];
  const wanted = lists.filter((one) => name === undefined || toHandleKey(one.name) === toHandleKey(name));
  return wanted.toSorted((one, other) => one.name.localeCompare(other.name));
}

/** Replaces the list of this name by the given one, or by none. */
export async function replaceList(
  owner: Owner,
  name: string,
  list?: SavedList,
): Promise<'saved' | 'replaced' | 'full'> {
  const kept = toKept(owner);
  return await kept.locked(async () => {
    const lists = await readLists(owner);
    const others = lists.filter((one) => toHandleKey(one.name) !== toHandleKey(name));
    if (list && others.length >= MAX_LISTS) return 'full';
    await kept.set(list ? [...others, list] : others);
    return others.length < lists.length ? 'replaced' : 'saved';
  });
}
