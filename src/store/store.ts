import { NamedError } from '../errors.ts';
import type { Impersonal } from './declared.ts';

/** Values of one kind under string keys. Every method throws {@link StoreUnavailable}. */
export interface Collection<T> {
  /** Undefined if missing or expired. Throws a ZodError if the value no longer fits its schema. */
  get(key: string): Promise<T | undefined>;
  /** Stores the value for `ttlMs` milliseconds; by default, for as long as its declaration says. */
  set(key: string, value: T, ttlMs?: number): Promise<void>;
  /** True for the one caller who removed it. */
  delete(key: string): Promise<boolean>;
  /** Like `set`, unless there is a value: of all callers in all processes, one gets true. */
  add(key: string, value: T, ttlMs?: number): Promise<boolean>;
  /** Gets and removes in one step: of all callers in all processes, exactly one gets the value. */
  take(key: string): Promise<T | undefined>;
  /** Applies `change` to the value. False if that gives undefined, or the value is missing or was
   * changed meanwhile. It expires as before, or after `ttlMs`. */
  replace(key: string, change: (value: T) => T | undefined, ttlMs?: number): Promise<boolean>;
}

export type Kept<T> = {
  /** Identifies the value in all processes. */
  id: string;
  /** Also undefined if today's keys can't open it, or throws `Unreadable` if it's the only copy. */
  get(): Promise<T | undefined>;
  /** False, and nothing is stored, if its person erased everything meanwhile. */
  set(value: T): Promise<boolean>;
  delete(): Promise<boolean>;
  add(value: T): Promise<boolean>;
  /** Runs `work` while no other process does so for this value. */
  locked<R>(work: () => Promise<R>, limits?: LockLimits): Promise<R>;
};

/** Runs a Lua script with KEYS and ARGV in one step. Throws {@link StoreUnavailable}. */
export type RunScript = (keys: string[], args: string[]) => Promise<unknown>;

/** Ids of work that is due at some time, for all processes. Methods throw StoreUnavailable. */
export interface Schedule {
  /** The id is due in `delayMs`, whatever was set before. */
  set(id: string, delayMs: number): Promise<void>;
  /** Up to `limit` ids that are due. Each goes to one caller and is due again after `leaseMs`. */
  take(limit: number, leaseMs: number): Promise<string[]>;
  delete(id: string): Promise<void>;
}

/** Stored state, with the same guarantees on Redis (many processes) and SQLite (one machine). */
export interface Store {
  /** Collections about people or servers, and sealed ones, are only for the sealed store. */
  collection<T>(declared: Impersonal<T>): Collection<T>;
  schedule(name: string): Schedule;
  /** Resolves with the number of replicas once they have the value, which expires after `ttlMs` or
   * as before. Throws StoreUnavailable if it's missing, or too few replicas have it. */
  replicate(collection: string, key: string, ttlMs?: number): Promise<number>;
  /** Changes when recent data may be lost (Redis restarted, a failover), as last measured. */
  generation(): string;
  /** Measures the generation. */
  measure(): Promise<string>;
  /** Milliseconds since the epoch, the same in all processes: by Redis' clock. */
  now(): number;
  /** The keys of a collection, some at a time. Reads their values too. */
  keysOf(collection: string): AsyncIterable<string[]>;
  /** All values that are text without escapes, such as sealed ones, some at a time. */
  readTexts(): AsyncIterable<{ name: string; key: string; text: string }[]>;
  /** Throws {@link LockTaken} after `waitMs` (8 s). Renewed; expires `leaseMs` (5 s) after a crash.
   * `lost` aborts before another process can have the lock. */
  withLock<T>(name: string, work: (lost: AbortSignal) => Promise<T>, limits?: LockLimits): Promise<T>;
  /** In a Redis Cluster, a script's keys must share a hash tag. */
  readonly isCluster: boolean;
  /** Makes a function of a Lua script; undefined if the store isn't Redis. */
  readonly toScript: ((source: string) => RunScript) | undefined;
  /** Writes, reads and deletes a value. Callers within a second share one check. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** `signal` ends the wait for a lock, with its reason. */
export type LockLimits = { leaseMs?: number; waitMs?: number; signal?: AbortSignal };

/** The store didn't respond in time, or refused. A write may still have been stored. */
export class StoreUnavailable extends NamedError {}

/** A lock stayed taken for as long as its caller would wait. */
export class LockTaken extends StoreUnavailable {}

/** The beginning of every key. */
export const KEY_PREFIX = 'commlink';
export const STORE_TIMEOUT_MS = 2_000;
