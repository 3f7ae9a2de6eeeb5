import { hostname } from 'node:os';
import { z } from 'zod';
import { RELEASE } from '../release.ts';
import { every } from '../time/every.ts';
import { collection } from './declared.ts';
import type { Store } from './store.ts';

const REFRESH_MS = 15_000;

const USE = z.object({ used: z.number(), limit: z.number() });
const PROCESS = z.object({ release: z.string(), since: z.number(), requests: USE.optional() });

/** The bot's processes that use a store, by host and process id; `since` in ms. */
export const PROCESSES = collection('process', PROCESS, { about: 'bot', keptForMs: 3 * REFRESH_MS });

/** Shows operators that this process uses the store, and the use of the requests that all people
 * share. Returns a function that ends it. */
export function notePresence(store: Store, readUse: () => Promise<z.infer<typeof USE>>): () => Promise<unknown> {
  const [processes, key] = [store.collection(PROCESSES), `${hostname()}:${process.pid}`];
  const presence = { release: RELEASE, since: store.now() };
  // Other parts log why the store fails.
  const note = async () => processes.set(key, { ...presence, requests: await readUse().catch(() => undefined) });
  const stop = every(REFRESH_MS, note, { atOnce: true });
  return async () => {
    await stop();
    await processes.delete(key);
  };
}
