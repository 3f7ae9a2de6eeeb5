import type { z } from 'zod';
import { type Store, StoreUnavailable } from './store.ts';

/** What the game said and is good for a while: its name, its shape, and for how long. */
export type Memory<T> = { name: string; schema: z.ZodType<T>; ttlMs: number };

/** `kept` counts the answers that were cached and cost no request. */
type Counting = { kept: number };

/**
 * How long another process's request is waited for: no longer than Discord waits for suggestions.
 */
const LOCK = { waitMs: 2_000 };

/** This process's requests on their way, by store, name and key. */
const onTheirWay = new WeakMap<Store, Map<string, Promise<unknown>>>();

/**
 * The cached value, or what `ask` gives, which is then cached. Of many callers at once, in any
 * number of processes, one asks; if it fails, the others ask for themselves. For reading only,
 * never for a decision.
 */
export async function remember<T>(
  store: Store,
  memory: Memory<T>,
  key: string,
  ask: () => Promise<T>,
  counting?: Counting,
): Promise<T> {
  const id = `${memory.name}:${key}`;
  const running = onTheirWay.get(store) ?? new Map<string, Promise<unknown>>();
  onTheirWay.set(store, running);
  const first = running.get(id) as Promise<T> | undefined;
  if (first) {
    const found = await first.catch(() => undefined);
    if (found === undefined) return await ask();
    if (counting) counting.kept += 1;
    return found;
  }
  const found = findOrAsk(store, memory, key, ask, counting);
  running.set(id, found);
  return await found.finally(() => running.delete(id));
}

async function findOrAsk<T>(
  store: Store,
  { name, schema, ttlMs }: Memory<T>,
  key: string,
  ask: () => Promise<T>,
  counting: Counting | undefined,
): Promise<T> {
  const collection = store.collection(name, schema);
  const findCached = async (): Promise<T | undefined> => {
    const cached = await collection.get(key);
    if (cached !== undefined && counting) counting.kept += 1;
    return cached;
  };
  const cached = await findCached();
  if (cached !== undefined) return cached;
  let isAsked = false;
  const askAndCache = async (): Promise<T> => {
    isAsked = true;
    const asked = await ask();
    await collection.set(key, asked, ttlMs);
    return asked;
  };
  const inTurn = store.withLock(`${name}:${key}`, async () => (await findCached()) ?? (await askAndCache()), LOCK);
  // Another process's request may take longer than this caller should wait.
  return await inTurn.catch((error: unknown) => {
    if (isAsked || !(error instanceof StoreUnavailable)) throw error;
    return askAndCache();
  });
}
