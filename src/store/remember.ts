import type { z } from 'zod';
import { type Store, StoreUnavailable } from './store.ts';

/** What the game said and is good for a while: its name, its shape, and for how long. */
export type Memory<T> = { name: string; schema: z.ZodType<T>; ttlMs: number };

/** How long another process's request is waited for: no longer than Discord waits for suggestions. */
const LOCK = { waitMs: 2_000 };

/** This process's requests on their way, by store, name and key. */
const onTheirWay = new WeakMap<Store, Map<string, Promise<unknown>>>();

/**
 * The cached value, or what `ask` gives, which is then cached. Of many callers at once, in any
 * number of processes, one asks; if it fails, the others ask for themselves. For reading only, never
 * for a decision. `counting.kept` counts what cost no request.
 */
export async function remember<T>(
  store: Store,
  { name, schema, ttlMs }: Memory<T>,
  key: string,
  ask: () => Promise<T>,
  counting = { kept: 0 },
): Promise<T> {
  const collection = store.collection(name, schema);
  const count = (found: T | undefined): T | undefined => {
    if (found !== undefined) counting.kept += 1;
    return found;
  };
  let isAsked = false;
  const askAndCache = async (): Promise<T> => {
    isAsked = true;
    const asked = await ask();
    await collection.set(key, asked, ttlMs);
    return asked;
  };
  const cached = count(await collection.get(key));
  if (cached !== undefined) return cached;

  const id = `${name}:${key}`;
  const running = onTheirWay.get(store) ?? new Map<string, Promise<unknown>>();
  onTheirWay.set(store, running);
  const first = running.get(id) as Promise<T> | undefined;
  if (first) return count(await first.catch(() => undefined)) ?? (await ask());
  const inTurn = store
    .withLock(id, async () => count(await collection.get(key)) ?? (await askAndCache()), LOCK)
    .catch((error: unknown) => {
      // Another process's request may take longer than this caller should wait.
      if (isAsked || !(error instanceof StoreUnavailable)) throw error;
      return askAndCache();
    })
    .finally(() => running.delete(id));
  running.set(id, inTurn);
  return await inTurn;
}
