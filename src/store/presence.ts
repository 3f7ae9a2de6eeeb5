import { hostname } from 'node:os';
import { z } from 'zod';
import project from '../../package.json' with { type: 'json' };
import { every } from '../time/every.ts';
import type { Store } from './store.ts';

const REFRESH_MS = 15_000;
const TTL_MS = 3 * REFRESH_MS;

/** The processes of the bot that use this store, by host and process id; `since` in ms since the epoch. */
export const processesIn = (store: Store) =>
  store.collection('process', z.object({ release: z.string(), since: z.number() }));

/** Notes that this process uses the store, for operators. Returns how to end that. */
export function notePresence(store: Store): () => Promise<unknown> {
  const [processes, key] = [processesIn(store), `${hostname()}:${process.pid}`];
  const presence = { release: project.version, since: Date.now() };
  // Other parts log why the store fails.
  const note = (): Promise<void> => processes.set(key, presence, TTL_MS).catch(() => {});
  void note();
  const stop = every(REFRESH_MS, note);
  return () => {
    stop();
    return processes.delete(key);
  };
}
