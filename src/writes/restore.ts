import { z } from 'zod';
import { createStore } from '../store/createStore.ts';
import { collection } from '../store/declared.ts';
import type { Engine } from '../store/engine.ts';
import { copyAll, moveAll } from '../store/move.ts';
import { KEY_PREFIX, StoreUnavailable } from '../store/store.ts';

/** Collections that a restore may revive: confirmations, answered interactions, logins, locks. */
const USED_UP = ['ticket-', 'interaction', 'login', 'lock'];

/** The time of the last restore, in ms since the epoch. Backups have it, too. */
export const RESTORED = collection('restored', z.number(), { about: 'bot' });

/** Drops what could be used twice after a restore. Writes that began by `now` (ms) stay, but are
 * only looked up. */
export async function dropUsedUp(engine: Engine, now = engine.now()): Promise<void> {
  const restores = createStore(engine).collection(RESTORED);
  // The clock of a new machine may be slow.
  await restores.set('last', Math.max(now, (await restores.get('last')) ?? 0));
  for (const name of USED_UP) await engine.deleteAll(`${KEY_PREFIX}:${name}`);
}

/** Fills an empty file with a copy of the source, which processes may use. */
export async function backUp(source: Engine, file: Engine): Promise<void> {
  await copyAll(source, file);
  await dropUsedUp(file, source.now());
}

/** Moves a copy of a backup into an empty store; returns the number of rows. */
export async function restoreFrom(copy: Engine, target: Engine): Promise<number> {
  if ((await copy.get(`${KEY_PREFIX}:${RESTORED.name}`, 'last')) === undefined)
    throw new StoreUnavailable("This isn't a backup: npm run backup makes one.");
  await dropUsedUp(copy, target.now());
  return await moveAll(copy, target);
}
