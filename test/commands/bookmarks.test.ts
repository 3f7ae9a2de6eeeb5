import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { bookmark, listBookmarks, MAX_BOOKMARKS, unbookmark } from '../../commands/galaxy/bookmarks.ts';
import { createSealer } from '../../src/account/seal.ts';
import { createSealedStore, Unreadable } from '../../src/account/sealedStore.ts';
import type { Store } from '../../src/store/store.ts';
import { KEY, openMemory } from '../account/rig.ts';

describe('bookmarks', () => {
  let store: Store;
  beforeEach(async () => {
    store = await openMemory();
  });

  const owner = (keys = [KEY]) => ({ person: { id: '1' }, services: createSealedStore(store, createSealer(keys)) });
  const place = (index: number) => ({ uid: `9:${index}`, name: `Kessanor ${index}` });

  test('are kept in their order, each once, also if several are added at the same time', async () => {
    expect(await bookmark(owner(), place(2))).toBe('added');
    expect(await bookmark(owner(), place(1))).toBe('added');
    expect(await bookmark(owner(), place(2))).toBe('known');
    expect(await listBookmarks(owner())).toEqual([place(2), place(1)]);
    await Promise.all([3, 4, 5].map((index) => bookmark(owner(), place(index))));
    expect(await listBookmarks(owner())).toHaveLength(5);
  });

  test('are limited to as many as fit into a menu', async () => {
    for (let index = 0; index < MAX_BOOKMARKS; index += 1) await bookmark(owner(), place(index));
    expect(await bookmark(owner(), place(99))).toBe('full');
    await unbookmark(owner(), ['9:0', '9:1', '9:77']);
    expect(await listBookmarks(owner())).toHaveLength(MAX_BOOKMARKS - 2);
    expect(await bookmark(owner(), place(99))).toBe('added');
  });

  test('can’t be read, added or removed without their key, and are still there when it’s back', async () => {
    await bookmark(owner(), place(1));
    const other = owner([randomBytes(32)]);
    for (const work of [listBookmarks(other), bookmark(other, place(2)), unbookmark(other, ['9:1'])])
      await expect(work).rejects.toThrow(Unreadable);
    expect(await listBookmarks(owner())).toEqual([place(1)]);
  });
});
