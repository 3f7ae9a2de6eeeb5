import { z } from 'zod';
import type { Collection, Store } from '../store/store.ts';
import { SealBroken, type Sealer } from './seal.ts';

/** Collections whose values cannot be read, written or moved to another key without a key of the sealer. */
export type SealedStore = {
  /**
   * Reading throws {@link SealBroken} too: for a value that was not sealed for this collection and this key. Where an earlier
   * release left values unsealed, `upgrade` makes today's value of one, or throws; it is sealed at its first reading.
   */
  collection<T>(name: string, schema: z.ZodType<T>, upgrade?: Upgrade<T>): Collection<T>;
};

export type Upgrade<T> = (key: string, unsealed: unknown) => T;

const VERSION = 1;
const record = z.object({ version: z.literal(VERSION), value: z.unknown() });

export function createSealedStore(store: Store, sealer: Sealer): SealedStore {
  return {
    collection<T>(name: string, schema: z.ZodType<T>, upgrade?: Upgrade<T>): Collection<T> {
      const sealed = store.collection<unknown>(name, z.unknown());
      // As JSON, so that no two pairs give the same context.
      const toContext = (key: string): string => JSON.stringify([name, key]);
      const seal = (key: string, value: T): string =>
        sealer.seal(JSON.stringify({ version: VERSION, value }), toContext(key));
      const open = (key: string, stored: unknown): T | undefined => {
        if (stored === undefined) return undefined;
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
      const reseal = (key: string): Promise<boolean> =>
        store.rewrite(name, key, (stored) => {
          const value = typeof stored === 'string' ? undefined : open(key, stored);
          return value && seal(key, value);
        });
      return {
        get: async (key) => {
          const stored = await sealed.get(key);
          const value = open(key, stored);
          // What cannot be sealed now is sealed at the next reading.
          if (value !== undefined && typeof stored !== 'string') await reseal(key).catch(() => {});
          return value;
        },
        set: (key, value, ttlMs) => sealed.set(key, seal(key, value), ttlMs),
        add: (key, value, ttlMs) => sealed.add(key, seal(key, value), ttlMs),
        delete: (key) => sealed.delete(key),
        take: async (key) => open(key, await sealed.take(key)),
      };
    },
  };
}
