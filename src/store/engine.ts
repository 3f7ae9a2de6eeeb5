import type { KeyvStoreAdapter } from 'keyv';
import type { RunScript, Schedule } from './store.ts';

/** A stored text and its expiry, if any; or, without text, an id and its due time. */
export type StoredRow = { name: string; key: string; text?: string; at?: number };

/** The operations that make a database a store (`createStore.ts`). Texts are Keyv's. */
export interface Engine {
  adapter(namespace: string): KeyvStoreAdapter;
  get(namespace: string, key: string): Promise<string | undefined>;
  /** Stores the text, maybe for `ttlMs`; false if the key has one. */
  add(namespace: string, key: string, text: string, ttlMs?: number): Promise<boolean>;
  take(namespace: string, key: string): Promise<string | undefined>;
  /** Replaces the text if it's `text`; false if not. Expires after `ttlMs` or as before. */
  replace(namespace: string, key: string, text: string, next: string, ttlMs?: number): Promise<boolean>;
  deleteAll(namespacePrefix: string): Promise<void>;
  remove(namespace: string, key: string, text: string): Promise<unknown>;
  /** Resolves with the number of replicas once they have the text; expires as in `replace`. */
  replicate(namespace: string, key: string, ttlMs?: number): Promise<number>;
  now(): number;
  /** Changes whenever recent data may be lost, as last measured. */
  generation(): string;
  /** Measures the generation. */
  measure(): Promise<string>;
  schedule(name: string): Schedule;
  /** All rows except counts of requests, or the texts of a namespace, some at a time; those that
   * change meanwhile may be left out. `isMoment`: together, the store at one moment; a later row
   * replaces an earlier one, and a deleted key's expired at 0. Over SQLite, this process mustn't
   * write meanwhile. Times in ms since the epoch. */
  readAll(namespace?: string, isMoment?: boolean): AsyncIterable<StoredRow[]>;
  writeAll(rows: readonly StoredRow[]): Promise<void>;
  readonly isCluster: boolean;
  toScript?(source: string): RunScript;
  close(): Promise<void>;
}
