import { z } from 'zod';
import type { Collection, Store } from '../store/store.ts';
import { SealBroken, type Sealer } from './seal.ts';

const VERSION = 1;
const record = z.object({ version: z.literal(VERSION), value: z.unknown() });

export type SealedStore = ReturnType<typeof createSealedStore>;

/** Collections whose values can't be read, written or moved without a key of the sealer. */
export function createSealedStore(store: Store, sealer: Sealer) {
  return {
    /** Reading throws {@link SealBroken} too. It reseals lasting values, which never expire, with the
     * first key, so that older keys can be dropped. */
    collection<T>(name: string, schema: z.ZodType<T>, { isLasting = false } = {}) {
      const sealed = store.collection<unknown>(name, z.unknown());
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
      const collection: Collection<T> = {
        async get(key) {
          const stored = await sealed.get(key);
          if (stored === undefined) return undefined;
          const value = open(key, stored);
          // If this fails, the next read reseals it.
          if (isLasting && !sealer.isCurrent(String(stored))) await replace(key, (each) => each).catch(() => {});
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
      return collection;
    },
  };
}
