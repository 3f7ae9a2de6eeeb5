import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ManualClock } from '../../../../sandbox/discord/clock.ts';
import { call } from '../rest.ts';
import { type RawBot, startRawBot } from './rawBot.ts';

const acknowledgeMs = 3_000;
const tokenMs = 15 * 60_000;

let clock: ManualClock;
let bot: RawBot;

beforeEach(async () => {
  clock = new ManualClock();
  bot = await startRawBot(clock);
});
afterEach(async () => {
  await bot.discord.close();
  expect(bot.discord.schemaChecker.violations).toEqual([]);
});

const reply = { type: 4, data: { content: 'x' } };

describe('an interaction', () => {
  test('is acknowledged in less than three seconds', async () => {
    const asked = bot.of(bot.discord.people.player.run('ask'));
    clock.advance(acknowledgeMs - 1);
    expect((await bot.callback(asked, reply)).status).toBe(204);
  });

  test.each([reply, { type: 5 }, { type: 9, data: {} }])('is unknown after three seconds: 10062', async (body) => {
    const asked = bot.of(bot.discord.people.player.run('ask'));
    clock.advance(acknowledgeMs);
    expect(await bot.callback(asked, body)).toMatchObject({
      status: 404,
      body: { code: 10062, message: 'Unknown interaction' },
    });
    expect(bot.discord.people.player.messages()).toEqual([]);
  });

  test('of an autocomplete is unknown after three seconds too', async () => {
    const asked = await bot.autocomplete('what');
    clock.advance(acknowledgeMs);
    expect((await bot.callback(asked, { type: 8, data: { choices: [] } })).body.code).toBe(10062);
  });

  test('is unknown by a guessed token, and has no webhook before it was acknowledged', async () => {
    const asked = bot.of(bot.discord.people.player.run('ask'));
    expect((await bot.callback({ ...asked, token: 'guessed' }, reply)).body.code).toBe(10062);
    expect(await bot.webhook('POST', asked, null, { content: 'early' })).toMatchObject({
      status: 404,
      body: { code: 10015 },
    });
  });
});

describe('the token of an interaction', () => {
  const uses: [string, string, string | null, object?][] = [
    ['an edit', 'PATCH', '@original', { content: 'y' }],
    ['a follow-up', 'POST', null, { content: 'y' }],
    ['a look', 'GET', '@original'],
    ['a deletion', 'DELETE', '@original'],
  ];

  test.each(uses)(
    'is good for %s until fifteen minutes are over, and then refused: 50027',
    async (_what, method, message, body) => {
      const { player } = bot.discord.people;
      const early = bot.of(player.run('ask'));
      await bot.callback(early, reply);
      const late = bot.of(player.run('ask'));
      await bot.callback(late, reply);
      clock.advance(tokenMs - 1);
      expect([200, 204]).toContain((await bot.webhook(method, early, message, body)).status);
      clock.advance(1);
      expect(await bot.webhook(method, late, message, body)).toMatchObject({
        status: 401,
        body: { code: 50027, message: 'Invalid Webhook Token' },
      });
    },
  );
});

describe('direct messages', () => {
  test('to somebody who closed them are refused: 50007', async () => {
    const { player } = bot.discord.people;
    const opened = await call(bot.discord, 'POST', '/users/@me/channels', { recipient_id: player.id });
    const send = () => call(bot.discord, 'POST', `/channels/${opened.body['id']}/messages`, { content: 'psst' });
    expect((await send()).status).toBe(200);
    player.closeDms();
    expect(await send()).toMatchObject({
      status: 403,
      body: { code: 50007, message: 'Cannot send messages to this user' },
    });
    player.openDms();
    expect((await send()).status).toBe(200);
    expect(player.dm()).toHaveLength(2);
  });

  test.each([50001, 50007, 50278, 20026, 40003] as const)(
    'are refused with %i, when written or already when opened',
    async (code) => {
      const { player } = bot.discord.people;
      const open = () => call(bot.discord, 'POST', '/users/@me/channels', { recipient_id: player.id });
      player.refuseDirectMessages(code);
      const { status, body } = await open();
      expect(status).toBe(200);
      const send = () => call(bot.discord, 'POST', `/channels/${body['id']}/messages`, { content: 'psst' });
      expect(await send()).toMatchObject({ status: 403, body: { code } });
      player.refuseDirectMessages(code, 'channel');
      expect(await open()).toMatchObject({ status: code === 50007 ? 400 : 403, body: { code } });
      expect(await send()).toMatchObject({ status: 403, body: { code } });
      expect(player.dm()).toEqual([]);
    },
  );
});

describe('a rate limit', () => {
  test('is told of on every answer', async () => {
    const { headers } = await call(bot.discord, 'GET', '/users/@me');
    const resetAfter = Number(headers.get('x-ratelimit-reset-after'));
    expect(headers.get('x-ratelimit-limit')).toBe('50');
    expect(headers.get('x-ratelimit-remaining')).toBe('49');
    expect(headers.get('x-ratelimit-bucket')).toMatch(/^[0-9a-f]{32}$/);
    expect(Number(headers.get('x-ratelimit-reset'))).toBeCloseTo(clock.now() / 1_000 + resetAfter, 2);
    expect(headers.get('retry-after')).toBeNull();
  });

  test('of one address is hit when asked for, so often as asked for: 429', async () => {
    bot.discord.faults.next({ what: 429, method: 'GET', path: /^\/users\/@me$/, retryAfterMs: 1_500, times: 2 });
    for (let times = 0; times < 2; times += 1) {
      const { status, body, headers } = await call(bot.discord, 'GET', '/users/@me');
      expect(status).toBe(429);
      expect(body).toEqual({ message: 'You are being rate limited.', code: 0, retry_after: 1.5, global: false });
      expect(headers.get('retry-after')).toBe('2');
      expect(headers.get('x-ratelimit-remaining')).toBe('0');
      expect(headers.get('x-ratelimit-reset-after')).toBe('1.500');
      expect(headers.get('x-ratelimit-scope')).toBe('user');
      expect(headers.get('x-ratelimit-global')).toBeNull();
    }
    expect((await call(bot.discord, 'GET', '/users/@me')).status).toBe(200);
  });

  test('of everything is hit when asked for, and says so', async () => {
    bot.discord.faults.next({ what: 429, retryAfterMs: 60_000, isGlobal: true });
    const { status, body, headers } = await call(bot.discord, 'GET', '/gateway/bot');
    expect(status).toBe(429);
    expect(body).toMatchObject({ retry_after: 60, global: true });
    expect(headers.get('x-ratelimit-global')).toBe('true');
    expect(headers.get('x-ratelimit-scope')).toBe('global');
    expect(headers.get('retry-after')).toBe('60');
  });

  test('refuses before anything is done', async () => {
    const asked = bot.of(bot.discord.people.player.run('ask'));
    bot.discord.faults.next({ what: 429, method: 'POST', retryAfterMs: 10 });
    expect((await bot.callback(asked, reply)).status).toBe(429);
    expect(bot.discord.people.player.messages()).toEqual([]);
    expect((await bot.callback(asked, reply)).status).toBe(204);
  });
});
