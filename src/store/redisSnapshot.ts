import type { Logger } from '../log.ts';
import type { StoredRow } from './engine.ts';
import type { Primary } from './redisClient.ts';
import { KEY_PREFIX, StoreUnavailable } from './store.ts';

const KEYS_PER_READ = 1_000;
/** Several seconds. Up to 3,000 writes a second leave a pause after about 20. */
const MAX_EXTRA_READS = 2_000;

/** All rows at one moment, though processes write meanwhile: reads each key, and again whenever it
 * has changed since, until none has. Counts of requests are left out. */
export async function* readSnapshot(
  primaries: readonly Primary[],
  scan: (match: string) => AsyncIterable<string[]>,
  readKey: (id: string) => Promise<StoredRow[]>,
  log: Logger,
): AsyncGenerator<StoredRow[]> {
  const unread = new Set<string>();
  const trackers = await Promise.all(primaries.map(({ client }) => trackChanges(client, unread)));
  /** A schedule's earlier rows would stay in a copy, so only its last ones are given. */
  const schedules = new Map<string, StoredRow[]>();
  try {
    for await (const ids of scan(`${KEY_PREFIX}:[^{]*`)) for (const id of ids) unread.add(id);
    for (let reads = MAX_EXTRA_READS + unread.size / KEYS_PER_READ, isDone = false; !isDone; reads -= 1) {
      const ids = [...unread].slice(0, KEYS_PER_READ);
      for (const id of ids) unread.delete(id);
      const read = await Promise.all(ids.map(async (id) => ({ id, rows: await readKey(id) })));
      // Redis reports changes before its next response, so then all those until here are known.
      if (unread.size === 0) await Promise.all(trackers.map((tracker) => tracker.ping()));
      isDone = unread.size === 0 || reads <= 0;
      if (isDone && unread.size > 0)
        log.warn(`Redis never paused, so ${unread.size} keys have changed since they were copied, just now.`);
      for (const { id, rows } of read) if (rows[0]?.text === undefined) schedules.set(id, rows);
      yield read.flatMap(({ id, rows }) => (schedules.has(id) ? [] : rows));
    }
    yield [...schedules.values()].flat();
  } catch (cause) {
    throw new StoreUnavailable(`Redis didn't let the copy be finished, so try again: ${String(cause)}`, { cause });
  } finally {
    for (const tracker of trackers) if (tracker.isOpen) tracker.destroy();
  }
}

/** Opens a connection that adds the keys that anyone changes to `changed`. */
async function trackChanges(client: Primary['client'], changed: Set<string>) {
  const socket = { ...client.options.socket, reconnectStrategy: false } as const;
  const tracker = client.duplicate({ RESP: 3, emitInvalidate: true, socket });
  // Without a connection it misses changes, and its next command fails.
  tracker.on('error', () => {});
  tracker.on('invalidate', (key: Buffer | string | null) => {
    if (key === null) tracker.destroy();
    else if (!String(key).startsWith(`${KEY_PREFIX}:{`)) changed.add(String(key));
  });
  try {
    await tracker.connect();
    // The client has turned it on for the keys that it reads.
    await tracker.sendCommand(['CLIENT', 'TRACKING', 'OFF']);
    await tracker.sendCommand(['CLIENT', 'TRACKING', 'ON', 'BCAST', 'PREFIX', `${KEY_PREFIX}:`]);
    return tracker;
  } catch (cause) {
    throw new StoreUnavailable(`Redis must allow CLIENT TRACKING to be copied: ${String(cause)}`, { cause });
  }
}
