import { z } from 'zod';
import type { Declared, Impersonal, Personal } from '../store/declared.ts';
import type { Collection, Kept, Store } from '../store/store.ts';
import { SealBroken, type Sealer } from './seal.ts';

const VERSION = 1;
const record = z.object({ version: z.literal(VERSION), value: z.unknown() });

export type SealedStore = ReturnType<typeof createSealedStore>;

/** What commands and writes can reach of the store. */
export type Keeping = Pick<SealedStore, 'kept' | 'now'>;

/** What is declared as sealed can't be read, written or moved without a key of the sealer. */
export function createSealedStore(store: Store, sealer: Sealer) {
  const collection = <T>(declared: Declared<T>): Collection<T> =>
    declared.isSealed ? openSealed(store, sealer, declared) : store.collection(declared);
  /** What is declared about a user, or the value with this key of what isn't about users. */
  function kept<T>(declared: Personal<T>, owner: { id: string }): Kept<T>;
  function kept<T>(declared: Impersonal<T>, key: string): Kept<T>;
  function kept<T>(declared: Declared<T>, owner: { id: string } | string): Kept<T> {
    const values = collection(declared);
    const name = typeof owner === 'string' ? owner : owner.id;
    const key = 'keyOf' in declared ? (declared.keyOf?.(name) ?? name) : name;
    const id = `${declared.name}:${name}`;
    return {
      id,
      get: () => values.get(key),
      set: (value) => values.set(key, value),
      delete: () => values.delete(key),
      add: (value) => values.add(key, value),
      locked: (work, limits) => store.withLock(id, work, limits),
    };
  }
  return { collection, kept, now: store.now, pseudonym: sealer.pseudonym };
}

/** Reading throws {@link SealBroken} too. It reseals values that never expire with the first key, so
 * that older keys can be dropped. */
function openSealed<T>(store: Store, sealer: Sealer, declared: Declared<T>): Collection<T> {
  const { name, schema, keptForMs } = declared;
  const sealed = store.collection<unknown>({ name, schema: z.unknown(), about: 'bot', keptForMs });
  // JSON, so that no two pairs give the same context.
  const toContext = (key: string): string => JSON.stringify([name, key]);
  const seal = (key: string, value: T): string =>
    sealer.seal(JSON.stringify({ version: VERSION, value }), toContext(key));
  const open = (key: string, stored: unknown): T => {
    if (typeof stored !== 'string') throw new SealBroken(`A value of "${name}" is not sealed.`);
    const text = sealer.open(stored, toContext(key));
    try {
      return schema.parse(record.parse(JSON.parse(text)).value);
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
      // If this fails, the next read reseals it.
      const isOld = keptForMs === undefined && !sealer.isCurrent(String(stored));
      if (isOld) await replace(key, (each) => each).catch(() => {});
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
