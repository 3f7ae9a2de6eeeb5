import { hostname } from 'node:os';
import { z } from 'zod';
import project from '../../package.json' with { type: 'json' };
import { every } from '../time/every.ts';
import { collection } from './declared.ts';
import type { Store } from './store.ts';

const REFRESH_MS = 15_000;

/** The bot's processes that use a store, by host and process id; `since` in ms. */
export const PROCESSES = collection('process', z.object({ release: z.string(), since: z.number() }), {
  about: 'bot',
  keptForMs: 3 * REFRESH_MS,
});

/** Shows operators that this process uses the store. Returns a function that ends it. */
export function notePresence(store: Store): () => Promise<unknown> {
  const [processes, key] = [store.collection(PROCESSES), `${hostname()}:${process.pid}`];
  const presence = { release: project.version, since: store.now() };
  // Other parts log why the store fails.
  const stop = every(REFRESH_MS, () => processes.set(key, presence), { atOnce: true });
  return async () => {
    await stop();
    await processes.delete(key);
  };
}
