import { describe, expect, test } from 'vitest';
import { ManualClock } from '../../../sandbox/discord/clock.ts';
import { GATEWAY_LIMITS } from '../../../sandbox/discord/limits.ts';
import { identify, identifyData } from './gatewaySocket.ts';
import { call } from './rest.ts';
import { useDiscord } from './useDiscord.ts';

const gatewayClock = new ManualClock();

const discord = useDiscord('each', [{ name: 'ask', description: 'Asks', contexts: [0, 1] }], { gatewayClock });

describe('a gateway connection', () => {
  test('gets a greeting, READY after it identifies, and interactions without any intent', async () => {
    const gateway = await identify(discord, { intents: 0 });
    expect((await gateway.frame(({ op }) => op === 10)).d).toMatchObject({ heartbeat_interval: 41_250 });
    const ready = await gateway.event('READY');
    expect(ready.d).toMatchObject({ v: 10, guilds: [{ id: discord.guildId, unavailable: true }], shard: [0, 1] });
    discord.people.player.send('hello');
    discord.people.player.run('ask');
    await gateway.event('INTERACTION_CREATE');
    expect(gateway.frames.map(({ t, s }) => [t, s])).toEqual([
      [null, null],
      ['READY', 1],
      ['INTERACTION_CREATE', 2],
    ]);
  });

  test.each<[string, Record<string, unknown>, number]>([
    ['a wrong token', { token: 'wrong' }, 4004],
    ['no token', { token: undefined }, 4004],
    ['intents that do not exist', { intents: 2 ** 30 }, 4013],
    ['intents that were not granted', { intents: 1 << 15 }, 4014],
    ['no intents', { intents: undefined }, 4013],
    ['a shard that doesn’t exist', { shard: [2, 2] }, 4010],
    ['no properties', { properties: null }, 4002],
  ])('is closed for %s', async (_what, fields, code) => {
    expect(await (await identify(discord, fields)).closed).toBe(code);
  });

  test('stays open with heartbeats, which are acknowledged, and is closed without them', async () => {
    const gateway = await identify(discord);
    for (const beats of [1, 2]) {
      gatewayClock.advance(GATEWAY_LIMITS.heartbeatIntervalMs);
      gateway.send(1, null);
      await expect.poll(() => gateway.frames.filter(({ op }) => op === 11).length).toBe(beats);
    }
    gatewayClock.advance(GATEWAY_LIMITS.heartbeatIntervalMs * GATEWAY_LIMITS.missedHeartbeats);
    expect(await gateway.closed).toBe(4009);
  });
});

test('the gateway answers a second identify within five seconds with an invalid session, and a later one with READY', async () => {
  const first = await identify(discord);
  await first.event('READY');
  gatewayClock.advance(4_999);
  const second = await identify(discord);
  expect(await second.frame(({ op }) => op === 9)).toMatchObject({ d: false });
  gatewayClock.advance(1);
  second.send(2, identifyData(discord));
  await second.event('READY');
  expect(first.frames.map(({ op }) => op)).not.toContain(9);
  const limit = { total: 1000, remaining: 997, reset_after: 86_395_000, max_concurrency: 1 };
  expect((await call(discord, 'GET', '/gateway/bot')).body['session_start_limit']).toEqual(limit);
});
