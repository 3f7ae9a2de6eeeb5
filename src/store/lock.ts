import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { every } from '../time/every.ts';
import { collection } from './declared.ts';
import type { Engine } from './engine.ts';
import { LockTaken, type Store } from './store.ts';

export const LOCKS = collection('lock', z.string(), { about: 'bot' });

const MIN_POLL_MS = 50;
const MAX_POLL_MS = 400;

/** Locks as {@link Store} describes them; `run` limits the time of each operation. */
export function createLock(
  engine: Pick<Engine, 'add' | 'get' | 'replace' | 'remove'>,
  namespace: string,
  run: <T>(operation: () => Promise<T>) => Promise<T>,
): Store['withLock'] {
  const processId = randomUUID();
  /** Owners in this process that hold a lock or wait for one. */
  const owners = new Set<string>();
  return async (name, work, { leaseMs = 5_000, waitMs = 8_000, signal } = {}) => {
    const owner = `${processId} ${randomUUID()}`;
    const giveUpAt = performance.now() + waitMs;
    let pollMs = MIN_POLL_MS;
    let askedAt = performance.now();
    const take = async (): Promise<boolean> => {
      if (await run(() => engine.add(namespace, name, owner, leaseMs))) return true;
      const holder = (await run(() => engine.get(namespace, name))) ?? '';
      // It was granted after the timeout, so no one would release it.
      const isLost = holder.startsWith(processId) && !owners.has(holder);
      return isLost && (await run(() => engine.replace(namespace, name, holder, owner, leaseMs)));
    };
    const release = (): Promise<unknown> => {
      owners.delete(owner);
      // If this fails, the lock expires; the result of the work matters more.
      return run(() => engine.remove(namespace, name, owner)).catch(() => {});
    };
    owners.add(owner);
    try {
      while (!(await take())) {
        if (performance.now() >= giveUpAt) throw new LockTaken(`The lock "${name}" stayed taken for ${waitMs} ms.`);
        await sleep(pollMs * (0.5 + Math.random()), undefined, { signal });
        pollMs = Math.min(pollMs * 2, MAX_POLL_MS);
        askedAt = performance.now();
      }
    } catch (error) {
      // Redis may still grant it after the timeout. It gets this command after that one.
      void release();
      throw error;
    }
    const lost = new AbortController();
    const lose = (): void => lost.abort(new LockTaken(`The lock "${name}" was lost.`));
    // The lease starts when it was requested, or later.
    const expireAfter = (since: number) => setTimeout(lose, since + leaseMs - performance.now()).unref();
    let expiring = expireAfter(askedAt);
    const renew = async (): Promise<void> => {
      const since = performance.now();
      if (!(await run(() => engine.replace(namespace, name, owner, owner, leaseMs)))) return lose();
      clearTimeout(expiring);
      expiring = expireAfter(since);
    };
    const stopRenewing = every(leaseMs / 3, renew);
    try {
      return await work(lost.signal);
    } finally {
      stopRenewing();
      clearTimeout(expiring);
      await release();
    }
  };
}
