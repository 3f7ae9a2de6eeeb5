import { z } from 'zod';
import {
  type Declared,
  collection as declare,
  type Impersonal,
  isUnsealed,
  type KeptData,
  type Personal,
  type ServerData,
} from '../store/declared.ts';
import type { Collection, Kept, Store } from '../store/store.ts';
import { noteChange } from '../work.ts';
import { noneIfBroken, SealBroken, type Sealer } from './seal.ts';

const VERSION = 1;
const record = z.object({ version: z.literal(VERSION), value: z.unknown() });

/** Max age of work that could still store data that its user has erased. */
export const ERASED_MS = 48 * 60 * 60_000;

/** The time of each user's last complete erasure. */
const ERASURES = declare('write-erased', z.number(), {
  ...({ about: 'person', says: 'erasure', erasedBy: 'changes', keptForMs: ERASED_MS } as const),
  toExport: async (reading) => ({ erasedAt: (await reading) ?? null }),
});

/** The data that people change with commands, beside changes to the game. */
const CHANGED_BY_PEOPLE: ReadonlySet<KeptData | ServerData | undefined> = new Set([
  ...(['link', 'discoverable', 'bookmarks', 'payLists', 'requests', 'erasure', 'roster'] as const),
]);

/** A Discord user. `since`: when the interaction or write that stores something began (ms). */
export type Owner = { id: string; since?: number | undefined };

/** A value that never counts as missing can't be opened. */
export class Unreadable extends SealBroken {}

export type SealedStore = ReturnType<typeof createSealedStore>;

/** The part of the store that commands and writes may use. */
export type Keeping = Pick<SealedStore, 'kept' | 'now'>;

/** Seals all values about people or servers, or declared as sealed. Data that a user erased isn't
 * stored again by work that began earlier. */
export function createSealedStore(store: Store, sealer: Sealer) {
  const collection = <T>(declared: Declared<T>): Collection<T> => {
    if (isUnsealed(declared)) return store.collection(declared);
    const opened = openSealed(store, sealer, declared);
    return CHANGED_BY_PEOPLE.has('says' in declared ? declared.says : undefined) ? withNotes(opened) : opened;
  };
  const erasures = collection(ERASURES);
  const isErased = async ({ id, since }: Owner): Promise<boolean> =>
    since !== undefined && since <= ((await erasures.get(id).catch(noneIfBroken)) ?? 0);
  /** The data declared about a user; for other data, the value with this key. */
  function kept<T>(declared: Personal<T>, owner: Owner): Kept<T>;
  function kept<T>(declared: Impersonal<T>, key: string): Kept<T>;
  function kept<T>(declared: Declared<T>, owner: Owner | string): Kept<T> {
    const values = collection(declared);
    const name = typeof owner === 'string' ? owner : owner.id;
    const key = 'keyOf' in declared ? (declared.keyOf?.(name) ?? name) : name;
    const id = `${declared.name}:${name}`;
    // The key of the game's data may be what someone typed.
    const lock = declared.about === 'game' ? sealer.pseudonym(id, 'lock') : id;
    return {
      id,
      get: () =>
        values.get(key).catch((cause: unknown) => {
          if (declared.onlyCopyOf && cause instanceof SealBroken) throw new Unreadable(id, { cause });
          return noneIfBroken(cause);
        }),
      async set(value) {
        if (typeof owner !== 'string' && (await isErased(owner))) return false;
        await values.set(key, value);
        return true;
      },
      delete: () => values.delete(key),
      add: (value) => values.add(key, value),
      locked: (work, limits) => store.withLock(lock, work, limits),
    };
  }
  /** Keeps work that began earlier from storing anything more. */
  const noteErasure = async (id: string): Promise<void> => {
    await erasures.set(id, store.now());
    await store.replicate(ERASURES.name, id, ERASED_MS);
  };
  return { collection, kept, isErased, noteErasure, now: store.now, pseudonym: sealer.pseudonym };
}

/** The context of a value's seal. JSON, so that no two pairs give the same. */
export const toContext = (name: string, key: string): string => JSON.stringify([name, key]);

/** Notes what an interaction changes. Not `replace`, which renews links and notes their use. */
function withNotes<T>(values: Collection<T>): Collection<T> {
  const noted =
    <A extends unknown[], R>(method: (...given: A) => Promise<R>) =>
    async (...given: A): Promise<R> => {
      noteChange();
      return await method(...given);
    };
  return {
    ...values,
    set: noted(values.set),
    add: noted(values.add),
    take: noted(values.take),
    delete: noted(values.delete),
  };
}

/** Reading can also throw {@link SealBroken}. It seals values that an earlier release didn't. */
function openSealed<T>(store: Store, sealer: Sealer, declared: Declared<T>): Collection<T> {
  const { name, schema, keptForMs } = declared;
  const wasUnsealed = 'wasUnsealed' in declared;
  const sealed = store.collection<unknown>({ name, schema: z.unknown(), about: 'bot', keptForMs });
  const seal = (key: string, value: T): string =>
    sealer.seal(JSON.stringify({ version: VERSION, value }), toContext(name, key));
  const open = (key: string, stored: unknown): T => {
    const isSealed = typeof stored === 'string';
    if (!isSealed && !wasUnsealed) throw new SealBroken(`A value of "${name}" is not sealed.`);
    const text = isSealed && sealer.open(stored, toContext(name, key));
    try {
      return schema.parse(text === false ? stored : record.parse(JSON.parse(text)).value);
    } catch (cause) {
      throw new SealBroken(`A value of "${name}" has the shape of another release.`, { cause });
    }
  };
  const replace: Collection<T>['replace'] = (key, change, ttlMs) => {
    const reseal = (stored: unknown): string | undefined => {
      const value = change(open(key, stored));
      return value === undefined ? undefined : seal(key, value);
    };
    return sealed.replace(key, reseal, ttlMs);
  };
  return {
    async get(key) {
      const stored = await sealed.get(key);
      if (stored === undefined) return undefined;
      const value = open(key, stored);
      // If this fails, the next read seals it.
      if (typeof stored !== 'string') await replace(key, (each) => each).catch(() => {});
      return value;
    },
    set: (key, value, ttlMs) => sealed.set(key, seal(key, value), ttlMs),
    add: (key, value, ttlMs) => sealed.add(key, seal(key, value), ttlMs),
    delete: sealed.delete,
    async take(key) {
      const stored = await sealed.take(key);
      return stored === undefined ? undefined : open(key, stored);
    },
    replace,
  };
}
