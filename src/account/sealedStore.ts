import { z } from 'zod';
import type { Collection, Store } from '../store/store.ts';
import { SealBroken, type Sealer } from './seal.ts';

/** Collections whose values can't be read, written or moved without a key of the sealer. */
export type SealedStore = {
  /**
   * Reading throws {@link SealBroken} too, for a value that wasn't sealed for this collection and
   * key. `upgrade` turns an earlier release's unsealed value into today's, and then it is sealed.
   */
  collection<T>(name: string, schema: z.ZodType<T>, upgrade?: Upgrade<T>): SealedCollection<T>;
};

export type SealedCollection<T> = Collection<T> & {
  /**
   * Stores what `change` makes of the value, without an expiry; true if it did. It doesn't if there
   * is no value, if `change` returns undefined, or if the value changed in between.
   */
  update(key: string, change: (value: T) => T | undefined): Promise<boolean>;
};

export type Upgrade<T> = (key: string, unsealed: unknown) => T;

const VERSION = 1;
const record = z.object({ version: z.literal(VERSION), value: z.unknown() });

export function createSealedStore(store: Store, sealer: Sealer): SealedStore {
  return {
    collection<T>(name: string, schema: z.ZodType<T>, upgrade?: Upgrade<T>): SealedCollection<T> {
      const sealed = store.collection<unknown>(name, z.unknown());
      // JSON, so that no two pairs give the same context.
      const toContext = (key: string): string => JSON.stringify([name, key]);
      const seal = (key: string, value: T): string =>
        sealer.seal(JSON.stringify({ version: VERSION, value }), toContext(key));
      const open = (key: string, stored: unknown): T => {
        if (typeof stored !== 'string') {
          if (upgrade) return upgrade(key, stored);
          throw new SealBroken(`A value of "${name}" is not sealed.`);
        }
        const text = sealer.open(stored, toContext(key));
        try {
          return schema.parse(record.parse(JSON.parse(text)).value);
        } catch (cause) {
          throw new SealBroken(`A value of "${name}" has the shape of another release.`, { cause });
        }
      };
      const update: SealedCollection<T>['update'] = (key, change) =>
        store.rewrite(name, key, (stored) => {
          const value = change(open(key, stored));
          return value === undefined ? undefined : seal(key, value);
        });
      return {
        update,
        get: async (key) => {
          const stored = await sealed.get(key);
          if (stored === undefined) return undefined;
          const value = open(key, stored);
          // If that fails, the next reading seals it.
          if (typeof stored !== 'string') await update(key, (each) => each).catch(() => {});
          return value;
        },
        set: (key, value, ttlMs) => sealed.set(key, seal(key, value), ttlMs),
        add: (key, value, ttlMs) => sealed.add(key, seal(key, value), ttlMs),
        delete: (key) => sealed.delete(key),
        take: async (key) => {
          const stored = await sealed.take(key);
          return stored === undefined ? undefined : open(key, stored);
        },
      };
    },
  };
}
