import { z } from 'zod';
import { noneIfBroken } from '../../../src/account/seal.ts';
import type { Keeping } from '../../../src/account/sealedStore.ts';
import { toHandleKey } from '../../../src/game/parameters.ts';
import { collection } from '../../../src/store/declared.ts';

type Owner = { person: { id: string }; services: Pick<Keeping, 'kept'> };

/** As it was written, so that it's read and previewed afresh each time. */
const savedList = z.object({ name: z.string(), text: z.string() });
export type SavedList = z.output<typeof savedList>;

const LISTS = collection('pay-lists', z.array(savedList), {
  about: 'person',
  says: 'payLists',
  isSealed: true,
});

export const MAX_LISTS = 20;
/** Characters of a list, so that all of them together stay small. */
export const MAX_SAVED_LENGTH = 60_000;

const toKept = ({ person, services }: Owner) => services.kept(LISTS, person);
const isCalled =
  (name: string) =>
  (one: SavedList): boolean =>
    toHandleKey(one.name) === toHandleKey(name);

/** In alphabetical order. */
export async function readLists(owner: Owner): Promise<SavedList[]> {
  const lists = (await toKept(owner).get().catch(noneIfBroken)) ?? [];
  return lists.toSorted((one, other) => one.name.localeCompare(other.name));
}

export async function findList(owner: Owner, name: string): Promise<SavedList | undefined> {
  return (await readLists(owner)).find(isCalled(name));
}

/** In place of one with the same name. */
export async function saveList(owner: Owner, list: SavedList): Promise<'saved' | 'replaced' | 'full'> {
  return await toKept(owner).locked(async () => {
    const lists = await readLists(owner);
    const others = lists.filter((one) => !isCalled(list.name)(one));
    if (others.length >= MAX_LISTS) return 'full';
    await toKept(owner).set([...others, list]);
    return others.length < lists.length ? 'replaced' : 'saved';
  });
}

export async function deleteList(owner: Owner, name: string): Promise<void> {
  await toKept(owner).locked(async () => {
    const left = (await readLists(owner)).filter((one) => !isCalled(name)(one));
    await (left.length > 0 ? toKept(owner).set(left) : toKept(owner).delete());
  });
}
