import { describe, expect, test } from 'vitest';
import { marshal, startGame, useGame, vael } from './support.ts';

const HOUR_MS = 3_600_000;
const STARTS_AT = Date.UTC(2026, 2, 1);
const game = useGame('each', { startsAt: STARTS_AT, limitPerHour: 3 });

const status = async (who = vael) => (await game.as(who, 'GET character')).status;
const RESET = [String((STARTS_AT + HOUR_MS) / 1000), '2026-03-01T01:00:00.000Z'];
const rate = (headers: Headers) =>
  ['limit', 'remaining', 'reset', 'resettime'].map((name) => headers.get(`x-ratelimit-${name}`));

describe('the rate limit', () => {
  test('counts down on every response, errors included, and says when the oldest request no longer counts', async () => {
    expect(rate((await game.as(vael, 'GET character')).headers)).toEqual(['3', '2', ...RESET]);
    game.clock.now += 1_000;
    expect(rate((await game.as(vael, 'GET nowhere')).headers)).toEqual(['3', '1', ...RESET]);
    expect(rate((await game.as(vael, 'PATCH character')).headers)).toEqual(['3', '0', ...RESET]);
  });

  test('refuses requests with 429 and Retry-After until the oldest one is an hour old, and no longer', async () => {
    for (let request = 0; request < 3; request += 1) {
      await status();
      game.clock.now += 10_000;
    }
    const refused = await game.as(vael, 'GET character');
    expect(refused.status).toBe(429);
    expect(refused.swcapi).toEqual({ error_code: 429, error_message: expect.stringContaining('rate limit') });
    expect(refused.headers.get('retry-after')).toBe(String(3600 - 30));
    expect(rate(refused.headers)).toEqual(['3', '0', ...RESET]);

    game.clock.now = STARTS_AT + HOUR_MS - 1;
    expect(await status()).toBe(429);
    game.clock.now = STARTS_AT + HOUR_MS;
    expect([await status(), await status()]).toEqual([200, 429]);
  });

  test('does no work for a refused request', async () => {
    const balance = game.world.balanceOf(vael.uid);
    const form = { recipient: marshal.uid, amount: '1' };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => game.as(vael, `POST character/${vael.uid}/credits`, form)),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 200, 200, 429, 429]);
    expect(game.world.balanceOf(vael.uid)).toBe(balance - 3);
  });

  test('is one budget for each token, and one for the address of requests without a good one', async () => {
    for (let request = 0; request < 3; request += 1) await status();
    expect(await status(marshal)).toBe(200);
    for (const token of ['one-made-up', 'another-made-up', 'a-third']) await game.ask('GET character', { token });
    expect((await game.ask('GET character/handlecheck/Pell')).status).toBe(429);
    expect(await status(marshal)).toBe(200);
  });

  test('is a 400 that names it with the quirk of the live service', async () => {
    await using live = await startGame({ limitPerHour: 1, quirks: { rateLimitAs400: true } });
    await live.as(vael, 'GET character');
    const { status, swcapi, envelope, headers } = await live.as(vael, 'GET character');
    expect([status, envelope['error']]).toEqual([400, 'rate_limit_exceeded']);
    expect(swcapi.error_message).toContain('rate limit');
    expect(headers.get('retry-after')).toBeNull();
    expect(headers.get('x-ratelimit-remaining')).toBe('0');
  });
});
