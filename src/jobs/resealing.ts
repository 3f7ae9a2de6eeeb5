import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import { LINKS, type Links } from '../account/links.ts';
import { noneIfBroken, type Sealer } from '../account/seal.ts';
import { toContext } from '../account/sealedStore.ts';
import { LockTaken, type Store } from '../store/store.ts';
import type { Job } from './jobs.ts';

const AGAIN_MS = 10 * 60_000;

/** The sealed values of all collections, whichever release declares them. */
export async function* readSealed(store: Store, sealer: Sealer) {
  for await (const rows of store.readTexts()) {
    for (const { name, key, text } of rows) {
      const by = sealer.keyOf(text);
      if (by) yield { name, key, by, values: store.collection({ name, schema: z.string(), about: 'bot' }) };
    }
  }
}

/** Counts the sealed values by their keys. */
export async function countSealed(store: Store, sealer: Sealer) {
  const [counts, lost] = [{ newest: 0, older: 0, missing: 0 }, new Set<string>()];
  for await (const { name, by } of readSealed(store, sealer)) {
    counts[by] += 1;
    if (by === 'missing') lost.add(name);
  }
  const names = lost.size > 0 ? ` (${[...lost].sort().join(', ')})` : '';
  const sentence = `The newest key seals ${counts.newest} values, older ones ${counts.older}, missing ones ${counts.missing}${names}.`;
  return { ...counts, sentence };
}

/** Seals values of older keys with the newest one, so that the older ones can be removed. */
export function createResealing(store: Store, sealer: Sealer, links: Pick<Links, 'locked'>): Job<null> {
  return {
    name: 'reseal',
    cursor: z.null(),
    async step(_, signal) {
      for await (const { name, key, by, values } of readSealed(store, sealer)) {
        if (signal.aborted) return { cursor: null };
        if (by !== 'older') continue;
        const context = toContext(name, key);
        const reseal = () => values.replace(key, (text) => sealer.seal(sealer.open(text, context), context));
        // A refresh revokes its tokens if the link changes meanwhile.
        const work = name === LINKS.name ? links.locked(key, reseal) : reseal();
        // What is damaged or in use stays. Writing to an SQLite file leaves no time for other work.
        await work.catch((error) => error instanceof LockTaken || noneIfBroken(error));
        await nextTurn();
      }
      return { cursor: null, afterMs: AGAIN_MS };
    },
  };
}
