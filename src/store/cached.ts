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
    ask: () => Promise<T>,
    counting = { cached: 0 },
  ): Promise<T> => {
    const { id } = kept;
    const [cache = id] = id.split(':');
    const count = (found: T | undefined): T | undefined => {
      if (found === undefined) return undefined;
      counting.cached += 1;
      cacheReads.inc({ cache, result: 'hit' });
      return found;
    };
    const findCached = async (): Promise<T | undefined> => count(await kept.get());
    let isAsked = false;
    const askAndCache = async (): Promise<T> => {
      isAsked = true;
      cacheReads.inc({ cache, result: 'miss' });
      const asked = await ask();
      await kept.set(asked);
      return asked;
    };
    const findInTurn = async (): Promise<T> => (await findCached()) ?? (await askAndCache());
    const find = async (): Promise<T> =>
      (await findCached()) ??
      (await kept.locked(findInTurn, LOCK).catch((error: unknown) => {
        // Another process's request may take longer than this caller should wait.
        if (isAsked || !(error instanceof StoreUnavailable)) throw error;
        return askAndCache();
      }));

    const first = running.get(id) as Promise<T> | undefined;
    if (first) return count(await first.catch(() => undefined)) ?? (await ask());
    const found = find().finally(() => running.delete(id));
    running.set(id, found);
    return await found;
  };
}
