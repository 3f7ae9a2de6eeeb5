import type { z } from 'zod';
import { type Store, StoreUnavailable } from '../store/store.ts';
import type { Tally } from './tally.ts';

/** Something that is asked of the game and good for a while: what to call it, its shape, and for how long. */
export type Memory<T> = { name: string; schema: z.ZodType<T>; ttlMs: number };

/** Others in another process wait for the one who asks, but no longer than Discord waits for suggestions. */
const LOCK = { waitMs: 2_000 };

/** What this process is asking for, by store, name and key. */
const underWay = new WeakMap<Store, Map<string, Promise<unknown>>>();

/**
 * What is kept under the key, or what `ask` gives, which is then kept: of many who want it at once, one asks. If that one fails, the
 * others ask for themselves. For what many read; never for what a decision rests on.
 */
export async function remember<T>(
  store: Store,
  memory: Memory<T>,
  key: string,
  ask: () => Promise<T>,
  tally?: Tally,
): Promise<T> {
  const id = `${memory.name}:${key}`;
  const running = underWay.get(store) ?? new Map<string, Promise<unknown>>();
  underWay.set(store, running);
  const first = running.get(id) as Promise<T> | undefined;
  if (first) {
    const found = await first.catch(() => undefined);
    if (found === undefined) return await ask();
    if (tally) tally.kept += 1;
    return found;
  }
  const found = findOrAsk(store, memory, key, ask, tally);
  running.set(id, found);
  return await found.finally(() => running.delete(id));
}

async function findOrAsk<T>(
  store: Store,
  { name, schema, ttlMs }: Memory<T>,
  key: string,
  ask: () => Promise<T>,
  tally: Tally | undefined,
): Promise<T> {
  const collection = store.collection(name, schema);
  const findKept = async (): Promise<T | undefined> => {
    const kept = await collection.get(key);
    if (kept !== undefined && tally) tally.kept += 1;
    return kept;
  };
  const kept = await findKept();
  if (kept !== undefined) return kept;
  let isAsked = false;
  const askAndKeep = async (): Promise<T> => {
    isAsked = true;
    const asked = await ask();
    await collection.set(key, asked, ttlMs);
    return asked;
  };
  const inTurn = store.withLock(`${name}:${key}`, async () => (await findKept()) ?? (await askAndKeep()), LOCK);
  // The one who asks in another process may take longer than anybody should wait for.
  return await inTurn.catch((error: unknown) => {
    if (isAsked || !(error instanceof StoreUnavailable)) throw error;
    return askAndKeep();
  });
}
