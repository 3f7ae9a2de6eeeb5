import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Keyv } from 'keyv';
import { z } from 'zod';
import { withTimeout } from '../time/withTimeout.ts';
import { collection, type Declared, isUnsealed } from './declared.ts';
import type { Engine } from './engine.ts';
import { createLock, LOCKS } from './lock.ts';
import { type Collection, KEY_PREFIX, STORE_TIMEOUT_MS, type Store, StoreUnavailable } from './store.ts';
import { explain } from './wayOut.ts';

/** The version in which values are written. Values without one are older, and are read as well. */
const VERSION = 1;
const NEWER =
  'A newer release changed the store. Start that one, or restore a backup from before the update (docs/runbook.md).';
const UNFINISHED = "A copy to this store wasn't finished. Empty the store and copy again (docs/runbook.md).";
/** The last release that started, with its version of values. */
const RELEASES = collection('release', z.string(), { about: 'bot' });
/** Marks a store that gets a copy of another one, until it has everything. */
export const COPYING = collection('copying', z.literal(true), { about: 'bot' });
export const CHECKS = collection('check', z.literal(1), { about: 'bot', keptForMs: 60_000 });
const CHECK_VALID_MS = 1_000;

/** Makes a store of an engine (`redisEngine.ts`, `sqliteEngine.ts`). */
export function createStore(engine: Engine): Store {
  let isClosed = false;
  const run = <T>(operation: () => Promise<T>): Promise<T> => {
    // Keyv's Redis adapter would reopen a closed connection.
    if (isClosed) return Promise.reject(new StoreUnavailable('The store is closed.'));
    return withTimeout(operation(), STORE_TIMEOUT_MS).catch((cause: unknown) => {
      throw cause instanceof StoreUnavailable
        ? cause
        : new StoreUnavailable(`The store failed: ${explain(cause)}`, { cause });
    });
  };
  // One Keyv per name, because each listens on the engine's connection.
  const keyvs = new Map<string, Keyv<unknown>>();
  const open = <T>(declared: Declared<T>): Collection<T> => {
    const { name, schema, keptForMs } = declared;
    if (!isUnsealed(declared)) throw new Error(`"${name}" is only for the sealed store.`);
    const namespace = toNamespace(name);
    const keyv = keyvs.get(name) ?? createKeyv(engine, namespace);
    keyvs.set(name, keyv);
    return {
      async get(key) {
        const value: unknown = await run(() => keyv.get(key));
        return value === undefined ? undefined : schema.parse(value);
      },
      async set(key, value, ttlMs = keptForMs) {
        const isStored = await run(() => keyv.set(key, value, ttlMs));
        if (!isStored) throw new StoreUnavailable(`The store did not keep a value of "${namespace}".`);
      },
      delete: (key) => run(() => keyv.delete(key)),
      add: (key, value, ttlMs = keptForMs) => run(() => engine.add(namespace, key, toText({ value }), ttlMs)),
      async take(key) {
        const text = await run(() => engine.take(namespace, key));
        return text === undefined ? undefined : schema.parse(fromText(text).value);
      },
      async replace(key, change, ttlMs) {
        const text = await run(() => engine.get(namespace, key));
        const next = text === undefined ? undefined : change(schema.parse(fromText(text).value));
        if (text === undefined || next === undefined) return false;
        return await run(() => engine.replace(namespace, key, text, toText({ value: next }), ttlMs));
      },
    };
  };
  const writeAndRead = async (): Promise<void> => {
    const [checks, key] = [open(CHECKS), randomUUID()];
    await checks.set(key, 1);
    // Redis may forbid scripts.
    await checks.replace(key, () => 1);
    if ((await checks.take(key)) === undefined) throw new StoreUnavailable('The store lost a value.');
  };
  const { isCluster, toScript } = engine;
  let lastCheck = { validUntil: 0, done: Promise.resolve() };
  return {
    collection: open,
    schedule: (name) => {
      const schedule = engine.schedule(toNamespace(name));
      return {
        set: (id, delayMs) => run(() => schedule.set(id, delayMs)),
        take: (limit, leaseMs) => run(() => schedule.take(limit, leaseMs)),
        delete: (id) => run(() => schedule.delete(id)),
      };
    },
    replicate: (name, key, ttlMs) => run(() => engine.replicate(toNamespace(name), key, ttlMs)),
    now: engine.now,
    generation: engine.generation,
    measure: () => run(engine.measure),
    async *keysOf(name) {
      for await (const rows of engine.readAll(toNamespace(name))) yield rows.map(({ key }) => key);
    },
    async *readTexts() {
      for await (const rows of engine.readAll()) {
        yield rows.flatMap(({ name, key, text: stored = '' }) => {
          const text = /^\{"value":"([^"\\]*)"/.exec(stored)?.[1];
          return text ? { name: name.slice(toNamespace('').length), key, text } : [];
        });
        // Reading an SQLite file leaves no time for other work.
        await nextTurn();
      }
    },
    withLock: createLock(engine, toNamespace(LOCKS.name), run),
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

/** Throws {@link StoreUnavailable} for a newer release's store or half a copy; notes `release`. */
export async function checkVersion(store: Store, release?: string): Promise<void> {
  if (await store.collection(COPYING).get('all')) throw new StoreUnavailable(UNFINISHED);
  const releases = store.collection(RELEASES);
  const last = await releases.get('newest');
  if (release !== undefined && release !== last) await releases.set('newest', release);
}

function createKeyv(engine: Engine, namespace: string): Keyv<unknown> {
  const keyv = new Keyv<unknown>({
    store: engine.adapter(namespace),
    namespace,
    // The adapter writes the namespace before the key, and Keyv would repeat it.
    useKeyPrefix: false,
    throwOnErrors: true,
    // Values are plain JSON. Keyv's own form takes several times as long to read.
    serialize: toText,
    deserialize: fromText,
  });
  // Callers get every failure; without a listener Keyv would print it too.
  return keyv.on('error', () => {});
}

/** Keyv's form without `expires`, which would follow one machine's clock. */
function toText({ value }: { value?: unknown }): string {
  return JSON.stringify({ value, version: VERSION });
}

function fromText<T>(text: string): T & { value?: unknown } {
  const { expires: _, ...stored } = JSON.parse(text);
  if ((stored.version ?? 0) > VERSION) throw new StoreUnavailable(NEWER);
  return stored;
}

function toNamespace(name: string): string {
  return `${KEY_PREFIX}:${name}`;
}
