import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createLinks, type Link } from '../../src/account/links.ts';
import { createSealer, SealBroken } from '../../src/account/seal.ts';
import { createSealedStore } from '../../src/account/sealedStore.ts';
import type { Store } from '../../src/store/store.ts';
import { raw } from '../support/collections.ts';
import { KEY, newUser, openRedis as open, rawText } from './rig.ts';

describe('links', () => {
  let store: Store;
  let other: Store;
  let link: Link;
  beforeEach(async () => {
    [store, other] = await Promise.all([open(), open()]);
    link = {
      discordUserId: newUser().id,
      character: { uid: '1:1001', name: 'Ysé *Nova*' },
      scopes: ['CHARACTER_READ'],
      linkedAt: 1_770_000_000_000,
      tokens: { accessToken: 'access-s3cret', refreshToken: 'refresh-s3cret', expiresAt: 1_770_000_360_000 },
    };
  });

  const linksOf = (of: Store, keys = [KEY]) => createLinks(of, createSealer(keys));
  const read = (of = other, keys = [KEY]) => linksOf(of, keys).get(link.discordUserId);

  test('the raw store shows no token, character or permission', async () => {
    await linksOf(store).save(link);
    const text = await rawText('Redis', link.discordUserId);
    expect(text).toContain('v1.');
    for (const secret of ['1:1001', 'Nova', 'CHARACTER']) expect(text).not.toContain(secret);
    for (const encode of ['utf8', 'base64', 'base64url', 'hex'] as const) {
      expect(text).not.toContain(Buffer.from('s3cret').toString(encode).replaceAll('=', ''));
    }
  });

  test('a link moved to another user doesn’t open', async () => {
    const thief = newUser().id;
    // The sealed owner counts, even if the seal fits.
    const sealed = createSealedStore(store, createSealer([KEY])).collection(raw('link', z.unknown()));
    await sealed.set(thief, link);
    await expect(linksOf(store).get(thief)).rejects.toThrow(SealBroken);
  });

  test('a link is erased once', async () => {
    await linksOf(store).save(link);
    const erased = await Promise.all([store, other].map((of) => linksOf(of).erase(link.discordUserId)));
    expect(erased.sort()).toEqual([false, true]);
    expect(await read()).toBeUndefined();
    expect(await rawText('Redis', link.discordUserId)).toBe('');
  });
});
