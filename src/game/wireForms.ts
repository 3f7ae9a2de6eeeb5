import { z } from 'zod';
import type { Collection, Store } from '../store/store.ts';

/** What the service showed about how it wants things named: a `faction_id` as a UID or as the number
 * in it, the `recipient` of a transfer as a UID or as a handle. */
export type WireForms = Collection<'uid' | 'number' | 'handle'>;

/** Kept for all processes, until the service shows another form. */
export function createWireForms(store: Store): WireForms {
  return store.collection('wire-forms', z.enum(['uid', 'number', 'handle']));
}
