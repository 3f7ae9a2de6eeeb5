import { describe, expect, test } from 'vitest';
import { ManualClock } from '../../../../sandbox/discord/clock.ts';
import { call } from '../rest.ts';
import { useRawBot } from '../useDiscord.ts';

const ACKNOWLEDGE_MS = 3_000;
const TOKEN_MS = 15 * 60_000;
const reply = { type: 4, data: { content: 'x' } };

const clock = new ManualClock();
const bot = useRawBot('each', clock);

describe('an interaction', () => {
  test('is acknowledged in less than three seconds, then unknown, an autocomplete too: 10062', async () => {
    const asked = bot.ask();
    const late = [bot.ask(), bot.ask(), bot.ask(), await bot.autocomplete('what')];
    const bodies = [reply, { type: 5 }, { type: 9, data: {} }, { type: 8, data: { choices: [] } }];
    clock.advance(ACKNOWLEDGE_MS - 1);
    const early = await bot.webhook('POST', asked, null, { content: 'early' });
    expect(early).toMatchObject({ status: 404, body: { code: 10015 } });
    expect((await bot.callback(asked, reply)).status).toBe(204);
    clock.advance(1);
    for (const [index, asked] of late.entries())
      expect(await bot.callback(asked, bodies[index])).toMatchObject({ status: 404, body: { code: 10062 } });
    expect(bot.player.messages()).toHaveLength(1);
  });

  test.each<[string, string, string | null, object?]>([
    ['an edit', 'PATCH', '@original', { content: 'y' }],
    ['a follow-up', 'POST', null, { content: 'y' }],
    ['a deletion', 'DELETE', '@original'],
  ])('has a token that is good for %s for fifteen minutes, then 50027', async (_what, method, message, body) => {
    const [early, late] = [bot.ask(), bot.ask()];
    for (const asked of [early, late]) await bot.callback(asked, reply);
    clock.advance(TOKEN_MS - 1);
    expect([200, 204]).toContain((await bot.webhook(method, early, message, body)).status);
    clock.advance(1);
    expect(await bot.webhook(method, late, message, body)).toMatchObject({ status: 401, body: { code: 50027 } });
  });
});

const open = () => call(bot.discord, 'POST', '/users/@me/channels', { recipient_id: bot.player.id });

test.each([50001, 50007, 50278, 20026, 40003] as const)('writing or opening a DM is refused with %i', async (code) => {
  const { body: dm } = await open();
  const send = () => call(bot.discord, 'POST', `/channels/${dm['id']}/messages`, { content: 'psst' });
  bot.player.refuseDirectMessages(code);
  expect((await open()).status).toBe(200);
  expect(await send()).toMatchObject({ status: 403, body: { code } });
  bot.player.refuseDirectMessages(code, 'channel');
  expect(await open()).toMatchObject({ status: code === 50007 ? 400 : 403, body: { code } });
  expect(await send()).toMatchObject({ status: 403, body: { code } });
  expect(bot.player.dm()).toEqual([]);
  bot.player.openDms();
  expect((await send()).status).toBe(200);
});

describe('a rate limit', () => {
  const limitOf = (headers: Headers) =>
    Object.fromEntries([...headers].map(([name, value]) => [name.replace('x-ratelimit-', ''), value]));

  test('is in the headers of every answer', async () => {
    const { headers } = await call(bot.discord, 'GET', '/gateway/bot');
    const limit = limitOf(headers);
    const bucket = expect.stringMatching(/^[0-9a-f]{32}$/);
    expect(limit).toMatchObject({ limit: '50', remaining: '49', bucket });
    expect(Number(limit['reset'])).toBeCloseTo(clock.now() / 1_000 + Number(limit['reset-after']), 2);
    expect(limit).not.toHaveProperty('retry-after');
  });

  test('is hit as often as a test asks for: 429', async () => {
    bot.discord.faults.next({ what: 429, method: 'GET', path: /^\/gateway\/bot$/, retryAfterMs: 1_500, times: 2 });
    for (let times = 0; times < 2; times += 1) {
      const { status, body, headers } = await call(bot.discord, 'GET', '/gateway/bot');
      expect(status).toBe(429);
      expect(body).toEqual({ message: 'You are being rate limited.', code: 0, retry_after: 1.5, global: false });
      const limit = { 'retry-after': '2', remaining: '0', 'reset-after': '1.500', scope: 'user' };
      expect(limitOf(headers)).toMatchObject(limit);
    }
    expect((await call(bot.discord, 'GET', '/gateway/bot')).status).toBe(200);
  });

  test('says that it is global, and refuses before anything is done', async () => {
    const asked = bot.ask();
    bot.discord.faults.next({ what: 429, retryAfterMs: 60_000, isGlobal: true });
    const { status, body, headers } = await bot.callback(asked, reply);
    expect([status, body['retry_after'], body['global']]).toEqual([429, 60, true]);
    expect(limitOf(headers)).toMatchObject({ global: 'true', scope: 'global' });
    expect(bot.player.messages()).toEqual([]);
    expect((await bot.callback(asked, reply)).status).toBe(204);
  });
});
