import { z } from 'zod';
import { noneIfBroken } from '../account/seal.ts';
import type { SealedStore } from '../account/sealedStore.ts';
import { collection } from '../store/declared.ts';
import { type Change, toKey as toChangeKey } from './change.ts';
import { type Changes, KEPT_MS } from './changes.ts';

const KEPT = { about: 'person', says: 'writes', erasedBy: 'changes', keptForMs: KEPT_MS } as const;
const CLAIMS = collection('write-claim', z.string(), KEPT);
const UNPROVEN = collection('write-unproven', z.array(z.string()), { ...KEPT, wasUnsealed: true });
/** The owner of a claim that can't be opened: this write or another one. */
const UNKNOWN = '?';
const MAX_TRIES = 20;

/** Knowledge about other writes, for look-ups. */
export type Evidence = {
  /** The entries that no other write has certainly claimed. */
  unclaimed(entries: readonly string[]): Promise<string[]>;
  /** True if no other write without an entry could have made this one, going by its data. False if
   * records or claims can't be opened. */
  isOnly(couldBeOf: (data: unknown) => boolean): Promise<boolean>;
};

/** Entries of the game's log that show a write; `isAll`: there can't be more. */
export type Entries = { ids: readonly string[]; isAll: boolean };

export type Claims = ReturnType<typeof createClaims>;

/** Assigns entries of the game's logs to writes, so that no entry proves two of them. */
export function createClaims(sealed: SealedStore, changes: Pick<Changes, 'get'>) {
  const owners = sealed.collection(CLAIMS);
  const unproven = sealed.collection(UNPROVEN);
  const toKey = ({ kind, character }: Change, ...entry: string[]): string => [kind, character.uid, ...entry].join(':');

  /** Deletes a list that can't be opened. */
  const startOver = async (error: unknown, key: string): Promise<undefined> => {
    noneIfBroken(error);
    await unproven.delete(key);
  };
  /** Edits the list of the character's writes that may lack an entry. */
  const alter = async (change: Change, edit: (ids: string[]) => string[]): Promise<void> => {
    const key = toKey(change);
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const before = await unproven.get(key).catch((error) => startOver(error, key));
      const after = edit(before ?? []);
      if (before === undefined && (after.length === 0 || (await unproven.add(key, after)))) return;
      const isSame = (ids: string[]): boolean => ids.join() === before?.join();
      // An empty list expires at once.
      if (await unproven.replace(key, (ids) => (isSame(ids) ? after : undefined), after.length > 0 ? KEPT_MS : 1))
        return;
    }
    throw new Error('The list of writes keeps changing.');
  };
  const ownerOf = (change: Change, entry: string) =>
    owners.get(toKey(change, entry)).catch((error) => noneIfBroken(error) ?? UNKNOWN);

  return {
    /** The key of the change that has claimed this entry; undefined if none certainly has. */
    async ownerOf(kind: string, characterUid: string, entry: string): Promise<string | undefined> {
      return await owners.get([kind, characterUid, entry].join(':')).catch(noneIfBroken);
    },
    /** Call before the write can be sent. */
    async begin(change: Change): Promise<void> {
      if (await unproven.add(toKey(change), [toChangeKey(change)])) return;
      await alter(change, (ids) => [...ids.filter((id) => id !== toChangeKey(change)), toChangeKey(change)]);
    },
    /** Call when it certainly wasn't sent. */
    async end(change: Change): Promise<void> {
      const id = toChangeKey(change);
      // Usually, it's the only one.
      const isEmptied = await unproven.replace(toKey(change), (ids) => (ids.join() === id ? [] : undefined), 1);
      if (!isEmptied) await alter(change, (ids) => ids.filter((one) => one !== id));
    },
    /** Claims the entries for the write; false if another write has one of them. */
    async take(change: Change, { ids, isAll }: Entries): Promise<boolean> {
      for (const entry of ids) {
        const isTaken = await owners.add(toKey(change, entry), toChangeKey(change));
        if (!isTaken && (await ownerOf(change, entry)) !== toChangeKey(change)) return false;
      }
      if (isAll) await this.end(change);
      return true;
    },
    /** Forgets the write and its entries. */
    async erase(change: Change, { ids }: Pick<Entries, 'ids'>): Promise<void> {
      for (const entry of ids) await owners.delete(toKey(change, entry));
      await this.end(change);
    },
    evidenceOf(change: Change): Evidence {
      // An entry with an unknown owner proves nothing about this write.
      let isDoubtful = false;
      return {
        async unclaimed(entries) {
          const taken = await Promise.all(entries.map((entry) => ownerOf(change, entry)));
          isDoubtful ||= taken.includes(UNKNOWN);
          return entries.filter((_, index) => [undefined, toChangeKey(change), UNKNOWN].includes(taken[index]));
        },
        async isOnly(couldBeOf) {
          const ids = (await unproven.get(toKey(change)).catch(noneIfBroken)) ?? [];
          if (isDoubtful || !ids.includes(toChangeKey(change))) return false;
          const others = await Promise.all(ids.filter((id) => id !== toChangeKey(change)).map(changes.get));
          return !others.some((other) => other && mayHaveArrived(other) && couldBeOf(other.rows[0]?.data));
        },
      };
    },
  };
}

function mayHaveArrived({ outcome }: Change): boolean {
  return !(outcome && 'failed' in outcome);
}
