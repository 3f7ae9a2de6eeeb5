import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ManualClock } from '../../../sandbox/discord/clock.ts';
import { createDiscord, type Discord } from '../../../sandbox/discord/discord.ts';
import { startBot } from './bot.ts';
import { identify, openGateway } from './gatewaySocket.ts';
import { call } from './rest.ts';

const gatewayClock = new ManualClock();
let discord: Discord;

beforeEach(async () => {
  discord = await createDiscord({ gatewayClock, identifyIntervalMs: 0 });
  const commands = [{ name: 'ask', description: 'Asks', contexts: [0, 1] }];
  await call(discord, 'PUT', `/applications/${discord.applicationId}/commands`, commands);
});
afterEach(async () => {
  await discord.close();
  expect(discord.schemaChecker.violations).toEqual([]);
});

describe('a gateway connection', () => {
  test('is greeted, and after identifying gets READY and then the server', async () => {
    const gateway = await identify(discord);
    expect((await gateway.frame(({ op }) => op === 10)).d).toMatchObject({ heartbeat_interval: 41_250 });
    const ready = await gateway.event('READY');
    expect(ready.d).toMatchObject({ v: 10, guilds: [{ id: discord.guildId, unavailable: true }], shard: [0, 1] });
    const guild = await gateway.event('GUILD_CREATE');
    expect([ready.s, guild.s]).toEqual([1, 2]);
    expect(guild.d).toMatchObject({ id: discord.guildId, unavailable: false });
  });

  test('gets no server without the intent for it', async () => {
    const gateway = await identify(discord, { intents: 0 });
    await gateway.event('READY');
    discord.people.player.run('ask');
    await gateway.event('INTERACTION_CREATE');
    expect(gateway.frames.map(({ t }) => t)).not.toContain('GUILD_CREATE');
  });

  test.each<[string, Record<string, unknown>, number]>([
    ['a wrong token', { token: 'wrong' }, 4004],
    ['intents that do not exist', { intents: 2 ** 30 }, 4013],
    ['intents that were not granted', { intents: 1 << 15 }, 4014],
    ['intents beyond all intents', { intents: 2 ** 40 }, 4013],
    ['intents below none', { intents: -1 }, 4013],
    ['half an intent', { intents: 1.5 }, 4013],
    ['no intents', { intents: undefined }, 4013],
    ['a shard beyond the count', { shard: [2, 2] }, 4010],
    ['half a shard', { shard: [0.5, 1] }, 4010],
    ['a shard in words', { shard: ['0', '1'] }, 4010],
    ['no token', { token: undefined }, 4004],
    ['no properties', { properties: null }, 4002],
    ['a list of properties', { properties: [] }, 4002],
  ])('is closed for %s', async (_what, fields, code) => {
    const gateway = await identify(discord, fields);
    expect(await gateway.closed).toBe(code);
  });

  test('is closed for identifying twice, for speaking before, for nonsense, for an unknown opcode, for another version', async () => {
    const twice = await identify(discord);
    twice.send(2, { token: discord.botToken, intents: 1, properties: {} });
    const early = await openGateway(discord);
    early.send(3, {});
    const nonsense = await openGateway(discord);
    nonsense.socket.send('{');
    const unknown = await identify(discord);
    unknown.send(77, {});
    const old = await openGateway(discord, 'v=9&encoding=json');
    const codes = await Promise.all([twice, early, nonsense, unknown, old].map(({ closed }) => closed));
    expect(codes).toEqual([4005, 4003, 4002, 4001, 4012]);
  });

  test.each([
    ['an opcode in words', '{"op":"1","d":null}'],
    ['no opcode', '{"d":null}'],
    ['a list', '[]'],
    ['nothing', 'null'],
    ['a heartbeat that is no number', '{"op":1,"d":"x"}'],
    ['an identify without data', '{"op":2}'],
    ['a resume of a list', '{"op":6,"d":[]}'],
    ['more than 4096 bytes', JSON.stringify({ op: 1, d: null, pad: 'x'.repeat(4096) })],
  ])('is closed with 4002 for %s', async (_what, frame) => {
    const gateway = await openGateway(discord);
    gateway.socket.send(frame);
    expect(await gateway.closed).toBe(4002);
  });

  test.each(['encoding=etf', 'encoding=xml', 'encoding=json&compress=lzw'])(
    'is closed with 4002 for %s, which is not spoken here',
    async (query) => {
      expect(await (await openGateway(discord, `v=10&${query}`)).closed).toBe(4002);
    },
  );

  test.each([3, 4, 31, 43])('may be used for opcode %i, which nothing comes of', async (op) => {
    const gateway = await identify(discord);
    gateway.send(op, {});
    gateway.send(1, 2);
    await gateway.frame((frame) => frame.op === 11);
    expect(gateway.socket.readyState).toBe(gateway.socket.OPEN);
  });

  test('tells the members of its own server only, and forgets a nonce of more than 32 bytes', async () => {
    const gateway = await identify(discord);
    const ask = (guild_id: string, nonce: string) => gateway.send(8, { guild_id, query: 'kes', limit: 1, nonce });
    ask('1', 'other');
    ask(discord.guildId, 'é'.repeat(17));
    ask(discord.guildId, 'é'.repeat(16));
    await gateway.frame(({ t, d }) => t === 'GUILD_MEMBERS_CHUNK' && d['nonce'] !== undefined);
    const chunks = gateway.frames.filter(({ t }) => t === 'GUILD_MEMBERS_CHUNK');
    expect(chunks.map(({ d }) => d['nonce'])).toEqual([undefined, 'é'.repeat(16)]);
  });

  test('is acknowledged its heartbeats, and closed when it sends none', async () => {
    const alive = await identify(discord);
    const silent = await identify(discord);
    await silent.event('READY');
    gatewayClock.advance(41_250);
    alive.send(1, null);
    await alive.frame(({ op }) => op === 11);
    gatewayClock.advance(41_250);
    expect(await silent.closed).toBe(4009);
    expect(alive.socket.readyState).toBe(alive.socket.OPEN);
  });

  test('is not acknowledged while the line is made to look dead', async () => {
    const gateway = await identify(discord);
    await gateway.event('READY');
    discord.gateway.acknowledgesHeartbeats = false;
    gateway.send(1, null);
    discord.gateway.acknowledgesHeartbeats = true;
    gateway.send(8, { guild_id: discord.guildId, query: '', limit: 0 });
    await gateway.event('GUILD_MEMBERS_CHUNK');
    expect(gateway.frames.filter(({ op }) => op === 11)).toHaveLength(1);
  });
});

describe('resuming', () => {
  test('replays what was missed, in order, and then says RESUMED', async () => {
    const first = await identify(discord);
    const { d } = await first.event('READY');
    await first.event('GUILD_CREATE');
    discord.gateway.drop();
    await first.closed;
    discord.people.player.run('ask');
    discord.people.officer.run('ask');
    const second = await openGateway(discord);
    second.send(6, { token: discord.botToken, session_id: d['session_id'], seq: 2 });
    const resumed = await second.event('RESUMED');
    expect(second.frames.filter(({ op }) => op === 0).map(({ t, s }) => [t, s])).toEqual([
      ['INTERACTION_CREATE', 3],
      ['INTERACTION_CREATE', 4],
      ['RESUMED', 5],
    ]);
    expect(resumed.s).toBe(5);
  });

  test('is refused for an unknown session, and for one that was away too long', async () => {
    const unknown = await openGateway(discord);
    unknown.send(6, { token: discord.botToken, session_id: 'nobody', seq: 0 });
    expect(await unknown.frame(({ op }) => op === 9)).toMatchObject({ d: false });
    const first = await identify(discord);
    const { d } = await first.event('READY');
    discord.gateway.drop();
    await first.closed;
    await expect.poll(() => discord.gateway.isOnline).toBe(false);
    gatewayClock.advance(3 * 60_000 + 1);
    const late = await openGateway(discord);
    late.send(6, { token: discord.botToken, session_id: d['session_id'], seq: 1 });
    expect(await late.frame(({ op }) => op === 9)).toMatchObject({ d: false });
  });

  test('is done by discord.js itself after a reconnect, a dropped line, and anew after an invalid session', async () => {
    const bot = await startBot(discord, async (interaction) => {
      if (interaction.isChatInputCommand()) await interaction.reply('still here');
    });
    const session = () => discord.gateway.sessions().find(({ isConnected }) => isConnected)?.id;
    const before = session();
    const resumed = () => new Promise((resolve) => bot.client.once('shardResume', resolve));
    for (const fault of [() => discord.gateway.requestReconnect(), () => discord.gateway.drop()]) {
      const back = resumed();
      fault();
      const answer = discord.people.player.run('ask').response();
      await back;
      expect((await answer).content).toBe('still here');
      expect(session()).toBe(before);
    }
    const ready = new Promise((resolve) => bot.client.once('shardReady', resolve));
    discord.gateway.invalidateSessions(false);
    await ready;
    expect(session()).not.toBe(before);
    expect((await discord.people.player.run('ask').response()).content).toBe('still here');
    await bot.client.destroy();
  });
});

describe('several sessions', () => {
  test('of one shard each get every event; of many shards only the one it belongs to, and DMs go to shard 0', async () => {
    const owner = Number((BigInt(discord.guildId) >> 22n) % 3n);
    const shards = await Promise.all([0, 1, 2].map((index) => identify(discord, { shard: [index, 3] })));
    const twins = await Promise.all([identify(discord), identify(discord)]);
    const all = [...shards, ...twins];
    await Promise.all(all.map((one) => one.event('READY')));
    discord.people.player.run('ask');
    discord.people.player.run('ask', {}, { channel: 'dm' });
    const heard = (one: (typeof all)[number]) =>
      one.frames.filter(({ t }) => t === 'INTERACTION_CREATE').map(({ d }) => (d['guild_id'] ? 'server' : 'dm'));
    const expected = [0, 1, 2].map((index) => [...(index === owner ? ['server'] : []), ...(index === 0 ? ['dm'] : [])]);
    await expect.poll(() => all.map(heard)).toEqual([...expected, ['server', 'dm'], ['server', 'dm']]);
  });

  test('let two processes act on one interaction, of which one wins and the other gets 40060', async () => {
    const codes: unknown[] = [];
    const bots = await Promise.all(
      [1, 2].map((number) =>
        startBot(discord, async (interaction) => {
          if (!interaction.isChatInputCommand()) return;
          await interaction.reply(`from ${number}`).catch((error: { code: unknown }) => codes.push(error.code));
        }),
      ),
    );
    await discord.people.player.run('ask').response();
    await expect.poll(() => codes).toEqual([40060]);
    expect(discord.people.player.messages()).toHaveLength(1);
    await Promise.all(bots.map(({ client }) => client.destroy()));
  });
});
