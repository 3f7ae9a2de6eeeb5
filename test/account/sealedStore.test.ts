import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createSealer, SealBroken } from '../../src/account/seal.ts';
import { createSealedStore } from '../../src/account/sealedStore.ts';
import type { Store } from '../../src/store/store.ts';
import { raw } from '../support/collections.ts';
import { KEY, openMemory } from './rig.ts';

const offer = z.object({ recipient: z.string() });

describe('sealed collections', () => {
  const name = 'offer';
  let store: Store;
  beforeEach(async () => {
    store = await openMemory();
  });

  const offers = (of = name) =>
    createSealedStore(store, createSealer([KEY])).collection({ ...raw(of, offer), isSealed: true });

  test('return what was set or added, and store no readable text', async () => {
    await offers().set('a', { recipient: 'Vael Ondar' });
    expect(await offers().get('a')).toEqual({ recipient: 'Vael Ondar' });
    expect(String(await store.collection(raw(name, z.unknown())).get('a'))).not.toContain('Vael');
    expect(await offers().add('a', { recipient: 'Kestrel' }, 1_000)).toBe(false);
    expect(await offers().add('b', { recipient: 'Kestrel' }, 1_000)).toBe(true);
    expect(await offers().take('b')).toEqual({ recipient: 'Kestrel' });
    expect(await offers().get('b')).toBeUndefined();
  });

  test('refuse a value that was moved from another key or collection, or is in plain text', async () => {
    const stored = store.collection(raw(name, z.unknown()));
    await offers().set('a', { recipient: 'Vael Ondar' });
    await stored.set('b', await stored.get('a'));
    await expect(offers().get('b')).rejects.toThrow(SealBroken);
    await store.collection(raw(`${name}2`, z.unknown())).set('a', await stored.get('a'));
    await expect(offers(`${name}2`).get('a')).rejects.toThrow(SealBroken);
    await stored.set('c', { recipient: 'Vael Ondar' });
    await expect(offers().get('c')).rejects.toThrow(SealBroken);
  });
});
