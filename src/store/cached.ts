import { cacheReads } from '../metrics.ts';
import { type Kept, StoreUnavailable } from './store.ts';

/** The wait for another process: no longer than Discord waits for suggestions. */
const LOCK = { waitMs: 2_000 };

export type Cached = ReturnType<typeof createCached>;

/** Creates a cached read. Concurrent callers share one request. Values may be stale. */
export function createCached() {
  /** This process's requests in flight. */
  const running = new Map<string, Promise<unknown>>();
  return async <T>(
    kept: Omit<Kept<T>, 'add' | 'delete'>,
    request: () => Promise<T>,
    counts = { cached: 0 },
  ): Promise<T> => {
    const { id } = kept;
    const [cache = id] = id.split(':');
    const count = (found: T | undefined): T | undefined => {
      if (found === undefined) return undefined;
      counts.cached += 1;
      cacheReads.inc({ cache, result: 'hit' });
      return found;
    };
    const findCached = async (): Promise<T | undefined> => count(await kept.get());
    let isRequested = false;
    const requestAndCache = async (): Promise<T> => {
      isRequested = true;
      cacheReads.inc({ cache, result: 'miss' });
      const value = await request();
      await kept.set(value);
      return value;
    };
    const findInTurn = async (): Promise<T> => (await findCached()) ?? (await requestAndCache());
    const find = async (): Promise<T> =>
      (await findCached()) ??
      (await kept.locked(findInTurn, LOCK).catch((error: unknown) => {
        // Another process's request may take longer than this caller should wait.
        if (isRequested || !(error instanceof StoreUnavailable)) throw error;
        return requestAndCache();
      }));

    const first = running.get(id) as Promise<T> | undefined;
    if (first) return count(await first.catch(() => undefined)) ?? (await request());
    const found = find().finally(() => running.delete(id));
    running.set(id, found);
    return await found;
  };
}
