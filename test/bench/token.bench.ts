import { randomBytes } from 'node:crypto';
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
];

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
