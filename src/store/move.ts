import { hash } from 'node:crypto';
import { CHECKS, COPYING, checkVersion, createStore } from './createStore.ts';
import type { Engine, StoredRow } from './engine.ts';
import { LOCKS } from './lock.ts';
import { PROCESSES } from './presence.ts';
import { KEY_PREFIX, StoreUnavailable } from './store.ts';

/** Max difference between the times of a row and its copy, which two clocks measured. */
const MAX_DIFFERENCE_MS = 5_000;
/** Collections that concern only running processes, or only this store. */
const TRANSIENT = new Set([LOCKS, CHECKS, PROCESSES, COPYING].map(({ name }) => `${KEY_PREFIX}:${name}`));
const isLasting = ({ name }: StoredRow): boolean => !TRANSIENT.has(name);

type RowDigest = { digest: string; at: number | undefined };

/** Copies everything into an empty store, compares both and returns the number of rows. No process
 * may use either. Throws {@link StoreUnavailable} with a
 * sentence for the operator. */
export async function moveAll(source: Engine, target: Engine): Promise<number> {
  if ((await readRows(target)).size > 0)
    throw new StoreUnavailable("The target isn't empty, so nothing was copied. Empty it first if you don't need it.");
  const copying = createStore(target).collection(COPYING);
  await copying.set('all', true);
  await copyAll(source, target);
  // Read again, so that a process that still writes is noticed.
  const [expected, copied] = [await readRows(source), await readRows(target)];
  const different = [...new Set([...expected.keys(), ...copied.keys()])].filter(
    (id) => !isSame(expected.get(id), copied.get(id)),
  );
  if (different.length > 0)
    throw new StoreUnavailable(
      `${different.length} rows differ after copying: does a process of the bot still run? Empty the target and start over.`,
    );
  await copying.delete('all');
  return expected.size;
}

/** Copies all rows. Processes may use the source. */
export async function copyAll(source: Engine, target: Engine): Promise<void> {
  await checkVersion(createStore(source));
  for await (const rows of source.readAll(undefined, true)) await target.writeAll(rows.filter(isLasting));
}

async function readRows(engine: Engine): Promise<Map<string, RowDigest>> {
  const rows = new Map<string, RowDigest>();
  for await (const some of engine.readAll(undefined, true)) {
    for (const { name, key, text, at } of some.filter(isLasting)) {
      rows.set(JSON.stringify([name, key, text === undefined]), { digest: hash('sha256', text ?? '', 'base64'), at });
    }
  }
  return rows;
}

/** Also true if one of them is missing because it has just expired. */
function isSame(one: RowDigest | undefined, other: RowDigest | undefined): boolean {
  if (one && other) return one.digest === other.digest && Math.abs((one.at ?? 0) - (other.at ?? 0)) < MAX_DIFFERENCE_MS;
  return ((one ?? other)?.at ?? Number.POSITIVE_INFINITY) < Date.now() + MAX_DIFFERENCE_MS;
}
