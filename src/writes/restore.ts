import { z } from 'zod';
import { createStore } from '../store/createStore.ts';
import { collection } from '../store/declared.ts';
import type { Engine } from '../store/engine.ts';
import { KEY_PREFIX } from '../store/store.ts';

/** Collections that a restore may revive: confirmations, answered interactions, logins, locks. */
const USED_UP = ['ticket-', 'interaction', 'login', 'lock'];

/** The time of the last restore, in ms since the epoch. */
export const RESTORED = collection('restored', z.number(), { about: 'bot' });

/** Drops what could be used twice after a restore. Writes stay, but are only looked up. */
export async function dropUsedUp(engine: Engine): Promise<void> {
  await createStore(engine).collection(RESTORED).set('last', engine.now());
  for (const name of USED_UP) await engine.deleteAll(`${KEY_PREFIX}:${name}`);
}
