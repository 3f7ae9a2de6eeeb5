import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Keyv } from 'keyv';
import { z } from 'zod';
import { withTimeout } from '../withTimeout.ts';
import type { Engine } from './engine.ts';
import { type Collection, KEY_PREFIX, LockTaken, STORE_TIMEOUT_MS, type Store, StoreUnavailable } from './store.ts';

/** The version in which values are written. Values without one are older, and are read as well. */
const VERSION = 1;
const MIN_POLL_MS = 50;
const MAX_POLL_MS = 400;
const CHECK_TTL_MS = 60_000;
const CHECK_VALID_MS = 1_000;

/** Makes a store of an engine (`redisEngine.ts`, `sqliteEngine.ts`). */
export function createStore(engine: Engine): Store {
  let isClosed = false;
  const run = <T>(operation: () => Promise<T>): Promise<T> => {
    // Keyv's Redis adapter would reopen a closed connection.
    if (isClosed) return Promise.reject(new StoreUnavailable('The store is closed.'));
    return withTimeout(operation(), STORE_TIMEOUT_MS).catch(toUnavailable);
  };
  // One Keyv per name, because each listens on the engine's connection.
  const keyvs = new Map<string, Keyv<unknown>>();
  const collection = <T>(name: string, schema: z.ZodType<T>): Collection<T> => {
    const namespace = toNamespace(name);
    const keyv = keyvs.get(name) ?? createKeyv(engine, namespace);
    keyvs.set(name, keyv);
    return {
      async get(key) {
        const value: unknown = await run(() => keyv.get(key));
        return value === undefined ? undefined : schema.parse(value);
      },
      async set(key, value, ttlMs) {
        const isStored = await run(() => keyv.set(key, value, ttlMs));
        if (!isStored) throw new StoreUnavailable(`The store did not keep a value of "${namespace}".`);
      },
      delete: (key) => run(() => keyv.delete(key)),
      add: (key, value, ttlMs) =>
        run(() => engine.add(namespace, key, toText({ value, expires: Date.now() + ttlMs }), ttlMs)),
      async take(key) {
        const text = await run(() => engine.take(namespace, key));
        const { value, expires }: Stored = text === undefined ? {} : fromText(text);
        const isGone = value === undefined || (expires ?? Number.POSITIVE_INFINITY) < Date.now();
        return isGone ? undefined : schema.parse(value);
      },
    };
  };
  const writeAndRead = async (): Promise<void> => {
    const [checks, key] = [collection('check', z.literal(1)), randomUUID()];
    await checks.set(key, 1, CHECK_TTL_MS);
    if ((await checks.take(key)) === undefined) throw new StoreUnavailable('The store lost a value.');
  };
  const { isCluster, toScript } = engine;
  let lastCheck = { validUntil: 0, done: Promise.resolve() };
  return {
    collection,
    schedule: (name) => {
      const schedule = engine.schedule(toNamespace(name));
      return {
        set: (id, delayMs) => run(() => schedule.set(id, delayMs)),
        take: (limit, leaseMs) => run(() => schedule.take(limit, leaseMs)),
        delete: (id) => run(() => schedule.delete(id)),
      };
    },
    async rewrite(name, key, convert) {
      const namespace = toNamespace(name);
      const text = await run(() => engine.get(namespace, key));
      const next = text === undefined ? undefined : convert(fromText(text).value);
      if (text === undefined || next === undefined) return false;
      return await run(() => engine.replace(namespace, key, text, toText({ value: next })));
    },
    deleteAll: (keyPrefix) => engine.deleteAll(toNamespace(''), keyPrefix).catch(toUnavailable),
    sampleKeys: (name, limit) => engine.sampleKeys(toNamespace(name), limit).catch(toUnavailable),
    async *keysOf(name) {
      for await (const rows of engine.readAll(toNamespace(name))) yield rows.map(({ key }) => key);
    },
    async withLock(name, work, { leaseMs = 5_000, waitMs = 8_000, signal } = {}) {
      const [namespace, owner] = [toNamespace('lock'), randomUUID()];
      const giveUpAt = performance.now() + waitMs;
      let pollMs = MIN_POLL_MS;
      let askedAt = performance.now();
      while (!(await run(() => engine.add(namespace, name, owner, leaseMs)))) {
        if (performance.now() >= giveUpAt) throw new LockTaken(`The lock "${name}" stayed taken for ${waitMs} ms.`);
        await sleep(pollMs * (0.5 + Math.random()), undefined, { signal });
        pollMs = Math.min(pollMs * 2, MAX_POLL_MS);
        askedAt = performance.now();
      }
      const lost = new AbortController();
      const lose = (): void => lost.abort(new LockTaken(`The lock "${name}" was lost.`));
      // The store counts from when it was asked, or later.
      const expireAfter = (since: number) => setTimeout(lose, since + leaseMs - performance.now()).unref();
      let expiring = expireAfter(askedAt);
      const renew = async (): Promise<void> => {
        const since = performance.now();
        if (!(await run(() => engine.replace(namespace, name, owner, owner, leaseMs)))) return lose();
        clearTimeout(expiring);
        expiring = expireAfter(since);
      };
      const renewing = setInterval(() => renew().catch(() => {}), leaseMs / 3).unref();
      try {
        return await work(lost.signal);
      } finally {
        clearInterval(renewing);
        clearTimeout(expiring);
        // Where this fails, the lock expires; the result of the work matters more.
        await run(() => engine.remove(namespace, name, owner)).catch(() => {});
      }
    },
    isCluster,
    toScript:
      toScript &&
      ((source) => {
        const runScript = toScript(source);
        return (keys, args) => run(() => runScript(keys, args));
      }),
    check() {
      // Anyone can load /healthz, and each check writes.
      const now = performance.now();
      if (now >= lastCheck.validUntil) lastCheck = { validUntil: now + CHECK_VALID_MS, done: writeAndRead() };
      return lastCheck.done;
    },
    close: () => {
      isClosed = true;
      return engine.close();
    },
  };
}

function createKeyv(engine: Engine, namespace: string): Keyv<unknown> {
  const keyv = new Keyv<unknown>({
    store: engine.adapter(namespace),
    namespace,
    // The adapter writes the namespace before the key, and Keyv would repeat it.
    useKeyPrefix: false,
    throwOnErrors: true,
    // Values are plain JSON, and Keyv's own form of it takes several times as long to read.
    serialize: toText,
    deserialize: fromText,
  });
  // Callers get every failure; without a listener Keyv would print it too.
  return keyv.on('error', () => {});
}

/** The form in which Keyv stores a value; `expires` in ms since the epoch. */
type Stored = { value?: unknown; expires?: number | null | undefined };

function toText(stored: Stored): string {
  return JSON.stringify({ ...stored, version: VERSION });
}

function fromText<T>(text: string): T & Stored {
  const stored = JSON.parse(text);
  if ((stored.version ?? 0) > VERSION) throw new StoreUnavailable('The store was written by a later release.');
  return stored;
}

function toNamespace(name: string): string {
  return `${KEY_PREFIX}:${name}`;
}

function toUnavailable(cause: unknown): never {
  if (cause instanceof StoreUnavailable) throw cause;
  throw new StoreUnavailable("The store doesn't respond.", { cause });
}
