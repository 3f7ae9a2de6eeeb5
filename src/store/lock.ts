import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Engine, RunBounded } from './engine.ts';
import { type LockLimits, LockTaken } from './store.ts';

const MIN_POLL_MS = 50;
const MAX_POLL_MS = 400;

/** See {@link Store.withLock}; `run` bounds each operation, `namespace` has the locks. */
export async function withLock<T>(
  engine: Engine,
  run: RunBounded,
  namespace: string,
  name: string,
  work: () => Promise<T>,
  { leaseMs = 5_000, waitMs = 8_000 }: LockLimits = {},
): Promise<T> {
  const owner = randomUUID();
  const giveUpAt = performance.now() + waitMs;
  let pollMs = MIN_POLL_MS;
  while (!(await run(() => engine.add(namespace, name, owner, leaseMs)))) {
    if (performance.now() >= giveUpAt) throw new LockTaken(`The lock "${name}" stayed taken for ${waitMs} ms.`);
    await sleep(pollMs * (0.5 + Math.random()));
    pollMs = Math.min(pollMs * 2, MAX_POLL_MS);
  }
  const renew = (): unknown => run(() => engine.replace(namespace, name, owner, owner, leaseMs)).catch(() => {});
  const renewing = setInterval(renew, leaseMs / 3).unref();
  try {
    return await work();
  } finally {
    clearInterval(renewing);
    // Where this fails, the lock expires; the result of the work matters more.
    await run(() => engine.remove(namespace, name, owner)).catch(() => {});
  }
}
