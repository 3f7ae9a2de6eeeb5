import { randomBytes } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { createClient } from '@keyv/redis';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { createLinks, type Link } from '../../src/account/links.ts';
import { createSealer, SealBroken } from '../../src/account/seal.ts';
import type { Store } from '../../src/store/store.ts';
import { engines, KEY, newUser, sqliteFile } from './rig.ts';

/** All that a store keeps, as raw text, where it mentions `about`. */
async function rawText(engine: string, about: string): Promise<string> {
  if (engine === 'SQLite') {
    const database = new DatabaseSync(sqliteFile, { readOnly: true });
    const rows = database.prepare('SELECT namespace, key, value FROM entry').all();
    database.close();
    return rows
      .map((row) => JSON.stringify(row))
      .filter((text) => text.includes(about))
      .join('\n');
  }
  const client = await createClient({ url: inject('redisUrl') }).connect();
  const found: string[] = [];
  for await (const keys of client.scanIterator({ MATCH: '*', COUNT: 1_000 })) {
    for (const key of keys) {
      const text = `${key} ${(await client.type(key)) === 'string' ? await client.get(key) : ''}`;
      if (text.includes(about)) found.push(text);
    }
  }
  client.destroy();
  return found.join('\n');
}

describe.each(engines)('links over $engine', ({ engine, open }) => {
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
  afterEach(async () => {
    await Promise.all([store.close(), other.close()]);
  });

  test('a saved link is there for another process', async () => {
    await createLinks(store, createSealer([KEY])).save(link);
    expect(await createLinks(other, createSealer([KEY])).get(link.discordUserId)).toEqual(link);
  });

  test('a link without a refresh token keeps it that way', async () => {
    const links = createLinks(store, createSealer([KEY]));
    const { refreshToken, ...tokens } = link.tokens;
    await links.save({ ...link, tokens });
    expect((await links.get(link.discordUserId))?.tokens).toEqual(tokens);
    expect(refreshToken).toBeDefined();
  });

  test('nothing raw in the store shows a token', async () => {
    await createLinks(store, createSealer([KEY])).save(link);
    const raw = await rawText(engine, link.discordUserId);
    expect(raw).toContain('1:1001');
    for (const encode of ['utf8', 'base64', 'base64url', 'hex'] as const) {
      expect(raw).not.toContain(Buffer.from('s3cret').toString(encode).replaceAll('=', ''));
    }
  });

  test('a link moved under another user does not open', async () => {
    const links = createLinks(store, createSealer([KEY]));
    await links.save(link);
    const thief = newUser().id;
    const raw = store.collection('link', z.record(z.string(), z.unknown()));
    const stolen = await raw.get(link.discordUserId);
    await raw.set(thief, { ...stolen, discordUserId: thief });
    await expect(links.get(thief)).rejects.toThrow(SealBroken);
  });

  test('a link sealed with an earlier key opens, and one whose key is gone says so', async () => {
    await createLinks(store, createSealer([KEY])).save(link);
    const fresh = randomBytes(32);
    expect(await createLinks(other, createSealer([fresh, KEY])).get(link.discordUserId)).toEqual(link);
    await expect(createLinks(other, createSealer([fresh])).get(link.discordUserId)).rejects.toThrow(SealBroken);
  });

  test('a link is erased once', async () => {
    const [links, elsewhere] = [createLinks(store, createSealer([KEY])), createLinks(other, createSealer([KEY]))];
    await links.save(link);
    const erased = await Promise.all([links.erase(link.discordUserId), elsewhere.erase(link.discordUserId)]);
    expect(erased.sort()).toEqual([false, true]);
    expect(await links.get(link.discordUserId)).toBeUndefined();
    expect(await rawText(engine, link.discordUserId)).toBe('');
  });
});
