import type { KeyvStoreAdapter } from 'keyv';
import type { RunScript, Schedule } from './store.ts';

/** A stored text with when it expires, if it does; or, without text, an id with when it is due. */
export type StoredRow = { name: string; key: string; text?: string; at?: number };

/** What a database needs to do to become a store (`createStore.ts`). Texts are Keyv's. */
export interface Engine {
  adapter(namespace: string): KeyvStoreAdapter;
  get(namespace: string, key: string): Promise<string | undefined>;
  /** Stores the text, maybe for `ttlMs`, unless the key has one; true if it did. */
  add(namespace: string, key: string, text: string, ttlMs?: number): Promise<boolean>;
  take(namespace: string, key: string): Promise<string | undefined>;
  /** Replaces the key's text if it is `text`; it expires after `ttlMs` or as before. True if it did. */
  replace(namespace: string, key: string, text: string, next: string, ttlMs?: number): Promise<boolean>;
  deleteAll(namespacePrefix: string): Promise<void>;
  remove(namespace: string, key: string, text: string): Promise<unknown>;
  /** Resolves once the replicas have the key's text, with how many there are; it then expires after `ttlMs`, or as
   * before. */
  replicate(namespace: string, key: string, ttlMs?: number): Promise<number>;
  now(): number;
  /** Changes whenever the data may have gone back, as last measured. */
  generation(): string;
  /** Measures the generation. */
  measure(): Promise<string>;
  schedule(name: string): Schedule;
  /** All rows except counts of requests, some at a time; or only the texts of a namespace. Rows that
   * change meanwhile may be left out. Times in ms since the epoch. */
  readAll(namespace?: string): AsyncIterable<StoredRow[]>;
  writeAll(rows: readonly StoredRow[]): Promise<void>;
  readonly isCluster: boolean;
  toScript?(source: string): RunScript;
  close(): Promise<void>;
}
