import type { z } from 'zod';
import type { Store } from '../store/store.ts';
import type { Tally } from './tally.ts';

/** Something that is asked of the game and good for a while: what to call it, its shape, and for how long. */
export type Memory<T> = { name: string; schema: z.ZodType<T>; ttlMs: number };

/** Others in this or another process wait for the one who asks, but no longer than Discord waits for suggestions. */
const LOCK = { waitMs: 2_000 };

/**
 * What is kept under the key, or what `ask` gives, which is then kept: of many who want it at once, one asks. For what is
 * wanted at every key that a person types; never for what a decision rests on.
 */
export async function remember<T>(
  store: Store,
  memory: Memory<T>,
  key: string,
  ask: () => Promise<T>,
  tally?: Tally,
): Promise<T> {
  const collection = store.collection(memory.name, memory.schema);
  const kept = await collection.get(key);
  if (kept !== undefined) {
    if (tally) tally.kept += 1;
    return kept;
  }
  return await store.withLock(
    `${memory.name}:${key}`,
    async () => {
      const found = await collection.get(key);
      if (found !== undefined) return found;
      const asked = await ask();
      await collection.set(key, asked, memory.ttlMs);
      return asked;
    },
    LOCK,
  );
}
