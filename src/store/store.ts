import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Keyv, type KeyvStoreAdapter } from 'keyv';
import type { z } from 'zod';
import { createPatience } from './patience.ts';

/** Values of one kind under string keys. Every method throws {@link StoreUnavailable} when the store does not answer in time. */
export interface Collection<T> {
  /** The value, or undefined when there is none or its time is over. A value that no longer fits its schema throws a ZodError. */
  get(key: string): Promise<T | undefined>;
  /** Stores the value, for `ttlMs` milliseconds or, without it, until it is deleted. Resolved means stored. */
  set(key: string, value: T, ttlMs?: number): Promise<void>;
  /** True for the one caller who removed it. */
  delete(key: string): Promise<boolean>;
  /** Stores the value unless there is one: of any number of callers, in any number of processes, exactly one is told true. */
  add(key: string, value: T, ttlMs: number): Promise<boolean>;
  /** Gets and removes at once: of any number of callers, in any number of processes, exactly one is given the value. */
  take(key: string): Promise<T | undefined>;
}

/**
 * Runs a script in Redis, where it is one step for all processes; `keys` and `args` are what its KEYS and ARGV hold. Throws
 * {@link StoreUnavailable} when Redis does not answer in time.
 */
export type RunScript = (keys: string[], args: string[]) => Promise<unknown>;

/** Ids of work that is due at a time, shared by all processes. Every method throws {@link StoreUnavailable}. */
export interface Schedule {
  /** The id is due in `delayMs`, whatever was set before. */
  set(id: string, delayMs: number): Promise<void>;
  /** Up to `limit` ids that are due. Each goes to one caller and is due again after `leaseMs`, unless it is set again or deleted. */
  take(limit: number, leaseMs: number): Promise<string[]>;
  delete(id: string): Promise<void>;
}

/** Where state lives: the same promises over Redis (many processes) and over one SQLite file (one machine). */
export interface Store {
  collection<T>(name: string, schema: z.ZodType<T>): Collection<T>;
  schedule(name: string): Schedule;
  /** Replaces the value of a collection, for good, by what `convert` makes of it, unless that is undefined or the value changes meanwhile. */
  rewrite(collection: string, key: string, convert: (stored: unknown) => unknown): Promise<void>;
  /** Deletes the values whose keys begin with `keyPrefix`, whatever their collection. Looks at every key. */
  deleteAll(keyPrefix: string): Promise<void>;
  /**
   * Runs `work` while nobody else, in any process, runs work under the same name. Waits at most `waitMs`, then throws
   * {@link LockTaken}. The lock is renewed while the work runs, and frees itself after `leaseMs` should this process die.
   */
  withLock<T>(name: string, work: () => Promise<T>, limits?: LockLimits): Promise<T>;
  /** Makes a function of a Lua script; undefined where the store is not Redis. */
  readonly toScript: ((source: string) => RunScript) | undefined;
  /** Resolves when the store answers; throws {@link StoreUnavailable} otherwise. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** Defaults: a lease of 5 s, a wait of 10 s. */
export type LockLimits = { leaseMs?: number; waitMs?: number };

/** The store did not answer, or refused; `cause` says why. Whether a write got through is not known. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable';
}

/** A lock stayed taken for as long as its caller would wait. */
export class LockTaken extends StoreUnavailable {
  override name = 'LockTaken';
}

/** What an engine has to bring to become a {@link Store}. */
export interface Engine {
  adapter(namespace: string): KeyvStoreAdapter;
  /** Keeps the text for `ttlMs` unless the key has one; whether it was kept. */
  add(namespace: string, key: string, text: string, ttlMs: number): Promise<boolean>;
  /** Replaces the key's text, for `ttlMs` or until it is deleted, if it is `text`. */
  replace(namespace: string, key: string, text: string, next: string, ttlMs?: number): Promise<void>;
  /** Deletes the keys that begin with `keyPrefix` in the namespaces that begin with `namespacePrefix`. */
  deleteAll(namespacePrefix: string, keyPrefix: string): Promise<void>;
  /** Removes the key if this is its text. */
  remove(namespace: string, key: string, text: string): Promise<void>;
  /** See {@link Store.schedule}. */
  schedule(name: string): Schedule;
  /** Makes a function of a Lua script, where the engine runs scripts. */
  toScript?(source: string): RunScript;
  check(): Promise<void>;
  close(): Promise<void>;
}

/** Begins the name of everything that is kept. */
export const KEY_PREFIX = 'commlink';
/** The longest that an answer of the store is waited for. */
export const ANSWER_TIMEOUT_MS = 3_000;
/** The version in which values are written. Values without one are older, and are read as well. */
const VERSION = 1;
const FIRST_LOCK_POLL_MS = 50;
const MAX_LOCK_POLL_MS = 400;

/** Makes a store of an engine; the engines are in redisEngine.ts and sqliteEngine.ts. */
export function createStoreOver(engine: Engine): Store {
  let isClosed = false;
  // A Redis that is away must not hold a person's command for minutes.
  const inTime = createPatience(ANSWER_TIMEOUT_MS, toUnavailable);
  const ask: Ask = (work) => {
    // Keyv's Redis adapter would open a closed connection again.
    if (isClosed) return Promise.reject(new StoreUnavailable('The store is closed.'));
    return inTime(work());
  };
  // One Keyv a name: each listens on the engine's connection, and commands ask for their collections at every use.
  const keyvs = new Map<string, Keyv<unknown>>();
  const keyvOf = (name: string): Keyv<unknown> => {
    const keyv = keyvs.get(name) ?? createKeyv(engine, name);
    keyvs.set(name, keyv);
    return keyv;
  };
  return {
    collection: (name, schema) => createCollection(engine, keyvOf(name), ask, name, schema),
    schedule: (name) => {
      const schedule = engine.schedule(`${KEY_PREFIX}:${name}`);
      return {
        set: (id, delayMs) => ask(() => schedule.set(id, delayMs)),
        take: (limit, leaseMs) => ask(() => schedule.take(limit, leaseMs)),
        delete: (id) => ask(() => schedule.delete(id)),
      };
    },
    async rewrite(name, key, convert) {
      const text = await ask(async () => engine.adapter(toNamespace(name)).get<string>(key));
      const next = text === undefined || text === null ? undefined : convert(fromText(String(text)).value);
      if (next === undefined) return;
      await ask(() => engine.replace(toNamespace(name), key, String(text), toText({ value: next })));
    },
    // Not in a set time: a big store takes a while.
    deleteAll: (keyPrefix) =>
      engine.deleteAll(toNamespace(''), keyPrefix).catch((cause: unknown) => Promise.reject(toUnavailable(cause))),
    withLock: (name, work, limits) => withLock(engine, ask, name, work, limits),
    toScript:
      engine.toScript &&
      ((source) => {
        const run = engine.toScript?.(source) as RunScript;
        return (keys, args) => ask(() => run(keys, args));
      }),
    check: () => ask(() => engine.check()),
    close: () => {
      isClosed = true;
      return engine.close();
    },
  };
}

type Ask = <T>(work: () => Promise<T>) => Promise<T>;

function createKeyv(engine: Engine, name: string): Keyv<unknown> {
  const namespace = toNamespace(name);
  const keyv = new Keyv<unknown>({
    store: engine.adapter(namespace),
    namespace,
    // The adapter writes the namespace before the key; Keyv would write it a second time.
    useKeyPrefix: false,
    throwOnErrors: true,
    // What is kept fits a schema of plain JSON; Keyv's own form of it takes several times as long to read.
    serialize: toText,
    deserialize: fromText,
  });
  // Every failure is thrown to the caller as well; without a listener Keyv would print it.
  keyv.on('error', () => {});
  return keyv;
}

type Kept = { value?: unknown; expires?: number | null | undefined };

function toText(data: Kept): string {
  return JSON.stringify({ ...data, version: VERSION });
}

function fromText<T>(text: string): T & { value?: unknown } {
  const kept = JSON.parse(text);
  if ((kept.version ?? 0) > VERSION) throw new StoreUnavailable('The store was written by a later release.');
  return kept;
}

function toNamespace(name: string): string {
  return `${KEY_PREFIX}:${name}`;
}

function createCollection<T>(
  engine: Engine,
  keyv: Keyv<unknown>,
  ask: Ask,
  name: string,
  schema: z.ZodType<T>,
): Collection<T> {
  const collection: Collection<T> = {
    async get(key) {
      const stored: unknown = await ask(() => keyv.get(key));
      return stored === undefined ? undefined : schema.parse(stored);
    },
    async set(key, value, ttlMs) {
      const stored = await ask(() => keyv.set(key, value, ttlMs));
      if (!stored) throw new StoreUnavailable(`The store did not keep a value of "${name}".`);
    },
    delete: (key) => ask(() => keyv.delete(key)),
    add: (key, value, ttlMs) => {
      // In the form in which Keyv keeps a value.
      const text = toText({ value, expires: Date.now() + ttlMs });
      return ask(() => engine.add(toNamespace(name), key, text, ttlMs));
    },
    async take(key) {
      const value = await collection.get(key);
      // Whoever deletes it has it: a deletion is counted once, also between processes.
      return value !== undefined && (await collection.delete(key)) ? value : undefined;
    },
  };
  return collection;
}

async function withLock<T>(
  engine: Engine,
  ask: Ask,
  name: string,
  work: () => Promise<T>,
  limits: LockLimits = {},
): Promise<T> {
  const locks = toNamespace('lock');
  const { leaseMs = 5_000, waitMs = 10_000 } = limits;
  const owner = randomUUID();
  const giveUpAt = performance.now() + waitMs;
  let pollMs = FIRST_LOCK_POLL_MS;
  while (!(await ask(() => engine.add(locks, name, owner, leaseMs)))) {
    if (performance.now() >= giveUpAt) throw new LockTaken(`The lock "${name}" stayed taken for ${waitMs} ms.`);
    await sleep(pollMs * (0.5 + Math.random()));
    pollMs = Math.min(pollMs * 2, MAX_LOCK_POLL_MS);
  }
  const renew = (): void => void ask(() => engine.replace(locks, name, owner, owner, leaseMs)).catch(() => {});
  const renewing = setInterval(renew, leaseMs / 3);
  renewing.unref();
  try {
    return await work();
  } finally {
    clearInterval(renewing);
    // Not freed means freed by its time limit; the result of the work matters more than that.
    await ask(() => engine.remove(locks, name, owner)).catch(() => {});
  }
}

function toUnavailable(cause: unknown): StoreUnavailable {
  return cause instanceof StoreUnavailable ? cause : new StoreUnavailable('The store does not answer.', { cause });
}
