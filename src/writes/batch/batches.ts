import { z } from 'zod';
import { noneIfBroken } from '../../account/seal.ts';
import type { SealedStore } from '../../account/sealedStore.ts';
import { collection } from '../../store/declared.ts';
import type { Store } from '../../store/store.ts';
import { RESTORED } from '../restore.ts';
import { type Batch, batch, type Wish, wish } from './batchKind.ts';

/** How long a running batch belongs to a process, which renews the lease. */
const LEASE_MS = 15_000;
/** As long as writes are kept. */
const KEPT_MS = 7 * 24 * 60 * 60_000;
const MAX_RECENT = 5;
/** Older ones are deleted when another begins: erasing must find all. */
const MAX_KEPT = 20;
const OF_BATCHES = { about: 'person', says: 'writes', erasedBy: 'batches', keptForMs: KEPT_MS } as const;
const BATCHES = collection('batch', batch, OF_BATCHES);
const WISHES = collection('batch-wish', wish, { ...OF_BATCHES, wasUnsealed: true });
/** The ids of each person's batches, the newest first. */
const LISTS = collection('batches', z.array(z.string()), { ...OF_BATCHES, wasUnsealed: true });
const MAX_TRIES = 10;
const PAUSED: Wish = { want: 'pause', at: 0 };

export type Batches = ReturnType<typeof createBatches>;

/** The batches of all processes, sealed. All methods throw StoreUnavailable. */
export function createBatches(store: Store, sealed: SealedStore, leaseMs: number = LEASE_MS) {
  const batches = sealed.collection(BATCHES);
  const wishes = sealed.collection(WISHES);
  const lists = sealed.collection(LISTS);
  const due = store.schedule('batch');
  const restores = store.collection(RESTORED);
  const listOf = async (personId: string): Promise<string[]> => (await lists.get(personId).catch(noneIfBroken)) ?? [];

  /** The person's batches, newest first. */
  const of = async (personId: string, limit = MAX_RECENT): Promise<Batch[]> => {
    const all = await Promise.all(
      (await listOf(personId)).slice(0, limit).map((id) => batches.get(id).catch(noneIfBroken)),
    );
    return all.filter((one): one is Batch => one?.person.id === personId);
  };
  /** Only the newest can be open: another one begins only after it has ended. */
  const openOf = async (personId: string): Promise<Batch | undefined> => {
    const newest = (await of(personId, 1))[0];
    return newest?.finishedAt === undefined ? newest : undefined;
  };
  /** A wish that can't be opened pauses, as it may be a cancel. */
  const wishOf = async (id: string): Promise<Wish> =>
    (await wishes.get(id).catch((error) => noneIfBroken(error) ?? PAUSED)) ?? { want: 'run', at: 0 };
  const forgetEnded = async (ids: readonly string[]): Promise<void> => {
    for (const id of ids) {
      const ended = await batches.get(id).catch(noneIfBroken);
      if (ended?.finishedAt !== undefined) await Promise.all([batches.delete(id), wishes.delete(id)]);
    }
  };

  return {
    leaseMs,
    now: store.now,
    of,
    openOf,
    get: batches.get,
    /** Stores a new batch, leased to this process. False if there is one with this id, or if the person
     * has another one that hasn't ended, or one of this kind that began since `alikeSince` (ms). */
    begin: (begun: Batch, alikeSince = Infinity): Promise<boolean> =>
      store.withLock(`batches:${begun.person.id}`, async () => {
        if (await openOf(begun.person.id)) return false;
        const isAlike = ({ kind, startedAt }: Batch) => kind === begun.kind && startedAt >= alikeSince;
        if (alikeSince < Infinity && (await of(begun.person.id, MAX_KEPT)).some(isAlike)) return false;
        const others = (await listOf(begun.person.id)).filter((id) => id !== begun.id);
        // The list and the lease first: what neither knows would never go on, nor be erased.
        await forgetEnded(others.slice(MAX_KEPT - 1));
        await lists.set(begun.person.id, [begun.id, ...others].slice(0, MAX_KEPT));
        await due.set(begun.id, leaseMs);
        return await batches.add(begun.id, begun);
      }),
    /** Stores what `edit` makes of the batch as it is stored; undefined if it makes nothing of it. */
    async change(id: string, edit: (stored: Batch) => Batch | undefined): Promise<Batch | undefined> {
      for (let tries = 0; tries < MAX_TRIES; tries += 1) {
        let edited: Batch | undefined;
        const isStored = await batches.replace(id, (stored) => {
          edited = edit(stored);
          return edited;
        });
        if (isStored || !edited) return edited;
      }
      return undefined;
    },
    /** Resolves once the replicas have it, so that no failover forgets that a row is being sent. */
    replicate: (id: string) => store.replicate(BATCHES.name, id, KEPT_MS),
    isRestored: async ({ startedAt }: Batch) => startedAt <= ((await restores.get('last')) ?? 0),
    wishOf,
    /** A cancel is final: a later press of an older message doesn't undo an unlinking. */
    async wish(id: string, want: Wish['want']): Promise<void> {
      if ((await wishOf(id)).want !== 'cancel') await wishes.set(id, { want, at: store.now() });
    },
    /** Some process goes on with it after this time. */
    wake: (id: string, delayMs: number) => due.set(id, Math.max(0, delayMs)),
    renew: (id: string) => due.set(id, leaseMs),
    /** Ids of batches to go on with, now leased to the caller. */
    takeOver: (limit: number) => due.take(limit, leaseMs),
    /** It has ended, and its person knows. */
    settle: (id: string) => due.delete(id),
    /** All of a person's batches, with what their presses asked last. */
    async exportOf(id: string): Promise<Record<string, unknown>> {
      const withWish = async (one: object, id: string) => ({ ...one, wish: await wishes.get(id).catch(noneIfBroken) });
      const all = (await of(id, MAX_KEPT)).map(({ interaction: _, ...one }) => withWish(one, one.id));
      return { batches: await Promise.all(all) };
    },
    /** Forgets all of a person's batches. */
    async erase(personId: string): Promise<void> {
      for (const id of await listOf(personId)) {
        const other = await batches.get(id).catch(noneIfBroken);
        if (other && other.person.id !== personId) continue;
        await Promise.all([batches.delete(id), wishes.delete(id), due.delete(id)]);
      }
      await lists.delete(personId);
    },
  };
}
