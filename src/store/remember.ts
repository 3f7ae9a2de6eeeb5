import type { z } from 'zod';
import { cacheReads } from '../metrics.ts';
import { type Store, StoreUnavailable } from './store.ts';

/** A cached response: its name, schema and lifetime. */
export type Memory<T> = { name: string; schema: z.ZodType<T>; ttlMs: number };

/** How long to wait for another process: no longer than Discord waits for suggestions. */
const LOCK = { waitMs: 2_000 };

/** This process's requests in flight, by store, name and key. */
const inFlight = new WeakMap<Store, Map<string, Promise<unknown>>>();

/** Concurrent callers share one request. May be stale. */
export async function remember<T>(
  store: Store,
  { name, schema, ttlMs }: Memory<T>,
  key: string,
  ask: () => Promise<T>,
  counting = { cached: 0 },
): Promise<T> {
  const id = `${name}:${key}`;
  const collection = store.collection(name, schema);
  const count = (cached: T | undefined): T | undefined => {
    if (cached === undefined) return undefined;
    counting.cached += 1;
    cacheReads.inc({ cache: name, result: 'hit' });
    return cached;
  };
  const findCached = async (): Promise<T | undefined> => count(await collection.get(key));
  let isAsked = false;
  const askAndCache = async (): Promise<T> => {
    isAsked = true;
    cacheReads.inc({ cache: name, result: 'miss' });
    const asked = await ask();
    await collection.set(key, asked, ttlMs);
    return asked;
  };
  const findInTurn = async (): Promise<T> => (await findCached()) ?? (await askAndCache());
  const find = async (): Promise<T> =>
    (await findCached()) ??
    (await store.withLock(id, findInTurn, LOCK).catch((error: unknown) => {
      // Another process's request may take longer than this caller should wait.
      if (isAsked || !(error instanceof StoreUnavailable)) throw error;
      return askAndCache();
    }));

  const running = inFlight.get(store) ?? new Map<string, Promise<unknown>>();
  inFlight.set(store, running);
  const first = running.get(id) as Promise<T> | undefined;
  if (first) return count(await first.catch(() => undefined)) ?? (await ask());
  const found = find().finally(() => running.delete(id));
  running.set(id, found);
  return await found;
}
