import { createCipheriv, createDecipheriv, createSecretKey, randomBytes } from 'node:crypto';
import { createLinks } from '../../src/account/links.ts';
import { createSealer } from '../../src/account/seal.ts';
import { ALL_SCOPES } from '../../src/game/scopes.ts';
import { type Contest, perSecond, type Row, type World } from './harness.ts';
import { connectRaw, emptyRedis, openRedisStore } from './redisWorld.ts';

const USERS = 100;

/** A link with its tokens, from Redis through Keyv, checked and unsealed; the peer reads the same bytes and leaves them sealed. */
export const tokenRows: Row[] = [
  {
    name: 'open a sealed token, sequential',
    against: 'GET',
    unit: '1/s',
    target: { of: 'ratio', atLeast: 0.7 },
    open: openSealed,
  },
  {
    // What any sealed token costs, however it is kept.
    name: 'GET and AES-GCM alone, sequential',
    against: 'GET',
    unit: '1/s',
    open: decryptAlone,
  },
];

async function decryptAlone({ redisUrl }: World): Promise<Contest> {
  const raw = await connectRaw(redisUrl);
  await emptyRedis(raw);
  const [key, iv, text] = [createSecretKey(randomBytes(32)), randomBytes(12), randomBytes(180)];
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  const sealed = Buffer.concat([cipher.update(text), cipher.final()]);
  const tag = cipher.getAuthTag();
  await raw.set('bench:sealed', randomBytes(400).toString('base64url'));
  const times = (work: () => Promise<unknown>) => (): Promise<number> =>
    perSecond(USERS, async () => {
      for (let time = 0; time < USERS; time += 1) await work();
    });
  const get = (): Promise<unknown> => raw.get('bench:sealed');
  return {
    ours: times(async () => {
      await get();
      const decipher = createDecipheriv('aes-256-gcm', key, iv).setAuthTag(tag);
      decipher.update(sealed);
      decipher.final();
    }),
    peer: times(get),
    close: () => raw.destroy(),
  };
}

async function openSealed({ redisUrl }: World): Promise<Contest> {
  const raw = await connectRaw(redisUrl);
  await emptyRedis(raw);
  const store = await openRedisStore(redisUrl);
  const links = createLinks(store, createSealer([randomBytes(32)]));
  const userIds = Array.from({ length: USERS }, (_, index) => `1187654321098765${index + 100}`);
  for (const [index, discordUserId] of userIds.entries()) {
    await links.save({
      discordUserId,
      character: { uid: `1:${1_000 + index}`, name: 'Vael Ondar' },
      scopes: [...ALL_SCOPES],
      linkedAt: Date.now(),
      tokens: {
        accessToken: randomBytes(32).toString('base64url'),
        refreshToken: randomBytes(32).toString('base64url'),
        expiresAt: Date.now() + 3_600_000,
      },
    });
  }
  const keys = await Promise.all(userIds.map(async (id) => (await raw.keys(`*${id}`))[0] ?? ''));
  if ((await raw.get(keys[0] ?? '')) === null) throw new Error('the links are not where they were sought');
  return {
    ours: () =>
      perSecond(USERS, async () => {
        for (const userId of userIds) await links.get(userId);
      }),
    peer: () =>
      perSecond(USERS, async () => {
        for (const key of keys) await raw.get(key);
      }),
    close: async () => {
      await store.close();
      raw.destroy();
    },
  };
}
