import { z } from 'zod';
import { noneIfBroken } from '../account/seal.ts';
import type { SealedStore } from '../account/sealedStore.ts';
import { collection } from '../store/declared.ts';
import { type Change, toKey as toChangeKey } from './change.ts';
import { type Changes, KEPT_MS } from './changes.ts';

const KEPT = { about: 'person', says: 'writes', erasedBy: 'changes', keptForMs: KEPT_MS } as const;
const CLAIMS = collection('write-claim', z.string(), KEPT);
const UNPROVEN = collection('write-unproven', z.array(z.string()), { ...KEPT, wasUnsealed: true });
/** The owner that a claim names that can't be opened: it may be this write, or another one. */
const UNKNOWN = '?';
const MAX_TRIES = 20;

/** What a look-up knows of other writes. */
export type Evidence = {
  /** Those of these entries of the game's log that no other write has for certain. */
  free(entries: readonly string[]): Promise<string[]>;
  /** Whether no other write still lacks an entry that, going by its data, could be this one. False too
   * if what is stored of that, or of the entries that were free, can't be opened. */
  isOnly(couldBeOf: (data: unknown) => boolean): Promise<boolean>;
};

/** Entries of the game's log that show a write; `isAll`: there can't be more. */
export type Entries = { ids: readonly string[]; isAll: boolean };

export type Claims = ReturnType<typeof createClaims>;

/** Which entry of the game's logs belongs to which write, so that none proves two of them. */
export function createClaims(sealed: SealedStore, changes: Pick<Changes, 'get'>) {
  const owners = sealed.collection(CLAIMS);
  const lacking = sealed.collection(UNPROVEN);
  const toKey = ({ kind, character }: Change, ...entry: string[]): string => [kind, character.uid, ...entry].join(':');

  /** A list that can't be opened can't be changed either. */
  const startOver = async (error: unknown, key: string): Promise<undefined> => {
    noneIfBroken(error);
    await lacking.delete(key);
  };
  /** Changes the list of the character's writes that may lack an entry. */
  const alter = async (change: Change, edit: (ids: string[]) => string[]): Promise<void> => {
    const key = toKey(change);
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const before = await lacking.get(key).catch((error) => startOver(error, key));
      const after = edit(before ?? []);
      if (before === undefined && (after.length === 0 || (await lacking.add(key, after)))) return;
      const isSame = (ids: string[]): boolean => ids.join() === before?.join();
      // An empty list is gone at once.
      if (await lacking.replace(key, (ids) => (isSame(ids) ? after : undefined), after.length > 0 ? KEPT_MS : 1))
        return;
    }
    throw new Error('The list of writes keeps changing.');
  };
  const ownerOf = (change: Change, entry: string) =>
    owners.get(toKey(change, entry)).catch((error) => noneIfBroken(error) ?? UNKNOWN);

  return {
    /** Call before the write can leave. */
    async begin(change: Change): Promise<void> {
      if (await lacking.add(toKey(change), [toChangeKey(change)])) return;
      await alter(change, (ids) => [...ids.filter((id) => id !== toChangeKey(change)), toChangeKey(change)]);
    },
    /** Call when it certainly wasn't sent. */
    async end(change: Change): Promise<void> {
      const id = toChangeKey(change);
      // Mostly it's the only one.
      const isGone = await lacking.replace(toKey(change), (ids) => (ids.join() === id ? [] : undefined), 1);
      if (!isGone) await alter(change, (ids) => ids.filter((one) => one !== id));
    },
    /** Gives the entries to the write; false if another one has one of them. */
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
      // Neither proves that this write arrived, nor that it didn't.
      let isDoubtful = false;
      return {
        async free(entries) {
          const taken = await Promise.all(entries.map((entry) => ownerOf(change, entry)));
          isDoubtful ||= taken.includes(UNKNOWN);
          return entries.filter((_, index) => [undefined, toChangeKey(change), UNKNOWN].includes(taken[index]));
        },
        async isOnly(couldBeOf) {
          const ids = (await lacking.get(toKey(change)).catch(noneIfBroken)) ?? [];
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
