import type { z } from 'zod';
import { createSealer } from '../../src/account/seal.ts';
import { createSealedStore } from '../../src/account/sealedStore.ts';
import { createCached } from '../../src/store/cached.ts';
import type { Impersonal } from '../../src/store/declared.ts';
import type { Store } from '../../src/store/store.ts';

/** A collection in any shape; a sealed one has the sealed text. */
export function raw<T>(name: string, schema: z.ZodType<T>): Impersonal<T> {
  return { name, schema, about: 'bot' };
}

/** The parts of this store that commands can reach. */
export function toKeeping(store: Store, key = Buffer.alloc(32)) {
  return { ...createSealedStore(store, createSealer([key])), cached: createCached() };
}
