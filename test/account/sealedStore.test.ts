import '../../src/app/start.ts';
import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createLinks, LINKS } from '../../src/account/links.ts';
import { createSealer, SealBroken } from '../../src/account/seal.ts';
import { createSealedStore, Unreadable } from '../../src/account/sealedStore.ts';
import { countSealed, createResealing } from '../../src/jobs/resealing.ts';
import { isUnsealed, listDeclared } from '../../src/store/declared.ts';
import type { Store } from '../../src/store/store.ts';
import { raw } from '../support/collections.ts';
import { KEY, openMemory, openRedis } from './rig.ts';

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

describe.each([
  { engine: 'SQLite', open: () => openMemory() },
  { engine: 'Redis', open: openRedis },
])('over $engine, a replaced key', ({ open }) => {
  const NEW = randomBytes(32);
  const DECLARED = listDeclared().filter((each) => !isUnsealed(each));
  const names = [...DECLARED.map(({ name }) => name), 'ticket-of-another-release'];
  let store: Store;
  beforeEach(async () => {
    store = await open();
    for (const each of all(KEY)) await each.values.set('key::1', { of: each.name });
  });

  const all = (...keys: Buffer[]) => {
    const { collection } = createSealedStore(store, createSealer(keys));
    return names.map((name) => ({ name, values: collection({ ...raw(name, z.unknown()), isSealed: true }) }));
  };
  const count = async (...keys: Buffer[]) => {
    const { newest, older, missing } = await countSealed(store, createSealer(keys));
    return [newest, older, missing];
  };
  const reseal = (signal = AbortSignal.timeout(20_000)) => {
    const sealer = createSealer([NEW, KEY]);
    return createResealing(store, sealer, createLinks(store, sealer)).step(undefined, signal);
  };

  test('opens every declared collection once the job has resealed them, and those of other releases', async () => {
    const some = ['bookmarks', 'pay-lists', 'requests', 'requests-to', 'known-characters', 'change', 'roster', 'trail'];
    expect(names).toEqual(expect.arrayContaining(some));
    expect(await count(NEW, KEY)).toEqual([0, names.length, 0]);
    await reseal();
    expect(await count(NEW, KEY)).toEqual([names.length, 0, 0]);
    for (const { name, values } of all(NEW)) expect(await values.get('key::1')).toEqual({ of: name });
  });

  test('leaves time for other work, and goes on after a stop', async () => {
    const stopping = new AbortController();
    setImmediate(() => stopping.abort());
    expect(await reseal(stopping.signal)).toEqual({ cursor: null });
    const [, older] = await count(NEW, KEY);
    expect(older).toBeGreaterThan(0);
    await reseal();
    expect(await count(NEW, KEY)).toEqual([names.length, 0, 0]);
  });

  test('leaves what is damaged, and waits for a link that is in use', async () => {
    const textOf = async (name: string) => (await store.collection(raw(name, z.string())).get('key::1')) ?? '';
    const damaged = `${(await textOf('bookmarks')).slice(0, -4)}AAAA`;
    await store.collection(raw('bookmarks', z.string())).set('key::1', damaged);
    const before = await textOf(LINKS.name);
    const resealing = await createLinks(store, createSealer([KEY])).locked('key::1', async () => {
      const running = reseal();
      await expect.poll(() => count(NEW, KEY).then(([newest]) => newest)).toBeGreaterThan(0);
      expect(await textOf(LINKS.name)).toBe(before);
      return { running };
    });
    await resealing.running;
    expect(await count(NEW, KEY)).toEqual([names.length - 1, 1, 0]);
  });

  test('that is missing hides no one’s own work, and other data counts as gone', async () => {
    const { kept } = createSealedStore(store, createSealer([NEW]));
    const own = DECLARED.filter(({ onlyCopyOf }) => onlyCopyOf);
    expect(own.map(({ name }) => name).toSorted()).toEqual(['bookmarks', 'pay-lists', 'requests', 'requests-to']);
    for (const each of DECLARED) {
      const declared = { ...each, keyOf: undefined } as never;
      const reading = kept(declared, { id: 'key::1' }).get();
      if (own.includes(each)) await expect(reading).rejects.toThrow(Unreadable);
      else expect(await reading).toBeUndefined();
    }
  });
});
