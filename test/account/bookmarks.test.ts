import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createBookmarks, MAX_BOOKMARKS } from '../../src/account/bookmarks.ts';
import { createSealer } from '../../src/account/seal.ts';
import { createSealedStore } from '../../src/account/sealedStore.ts';
import type { Store } from '../../src/store/store.ts';
import { engines, KEY, newUser, rawText } from './rig.ts';

describe.each(engines)('bookmarks over $engine', ({ engine, open }) => {
  let store: Store;
  let id: string;
  beforeEach(async () => {
    store = await open();
    ({ id } = newUser());
  });
  afterEach(() => store.close());

  const bookmarksOf = (keys = [KEY]) => createBookmarks(createSealedStore(store, createSealer(keys)));
  const place = (index: number) => ({ uid: `9:${index}`, name: `Kessanor ${index}` });

  test('are kept in their order, each once, and unreadable in the store', async () => {
    expect(await bookmarksOf().add(id, place(2))).toBe('added');
    expect(await bookmarksOf().add(id, place(1))).toBe('added');
    expect(await bookmarksOf().add(id, place(2))).toBe('known');
    expect(await bookmarksOf().of(id)).toEqual([place(2), place(1)]);
    const stored = await rawText(engine, `${id}:bookmarks`);
    expect(stored).not.toBe('');
    expect(stored).not.toContain('Kessanor');
  });

  test('of two that are added at the same time, both are kept', async () => {
    await Promise.all([1, 2, 3].map((index) => bookmarksOf().add(id, place(index))));
    expect(await bookmarksOf().of(id)).toHaveLength(3);
  });

  test('are as many as fit into a menu', async () => {
    for (let index = 0; index < MAX_BOOKMARKS; index += 1) await bookmarksOf().add(id, place(index));
    expect(await bookmarksOf().add(id, place(99))).toBe('full');
    expect(await bookmarksOf().remove(id, ['9:0', '9:1', '9:77'])).toHaveLength(MAX_BOOKMARKS - 2);
    expect(await bookmarksOf().add(id, place(99))).toBe('added');
  });

  test('are resealed with the newest key when they are read, and are gone without their keys', async () => {
    await bookmarksOf().add(id, place(1));
    const key = randomBytes(32);
    expect(await bookmarksOf([key]).of(id)).toEqual([]);
    for (const keys of [[key, KEY], [key]]) expect(await bookmarksOf(keys).of(id)).toEqual([place(1)]);
    expect(await bookmarksOf().of(id)).toEqual([]);
  });
});
