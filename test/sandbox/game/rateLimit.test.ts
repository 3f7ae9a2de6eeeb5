import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createRateLimit } from '../../../sandbox/game/api/rateLimit.ts';
import { ask, marshal, startService, vael } from './support.ts';

const hourMs = 3_600_000;
const startsAt = Date.UTC(2026, 2, 1);
let now: number;
let world: Awaited<ReturnType<typeof startService>>;
beforeEach(async () => {
  now = startsAt;
  world = await startService({ clock: () => now, limitPerHour: 3 });
});
afterEach(() => world.service.close());

const rate = (headers: Headers) =>
  ['limit', 'remaining', 'reset', 'resettime'].map((name) => headers.get(`x-ratelimit-${name}`));

describe('the rate limit', () => {
  test('counts down on every answer, errors included, and says when the oldest request is forgotten', async () => {
    const reset = [String((startsAt + hourMs) / 1000), '2026-03-01T01:00:00.000Z'];
    expect(rate((await world.as(vael, 'GET character')).headers)).toEqual(['3', '2', ...reset]);
    now += 1_000;
    expect(rate((await world.as(vael, 'GET nowhere')).headers)).toEqual(['3', '1', ...reset]);
    expect(rate((await world.as(vael, 'PATCH character')).headers)).toEqual(['3', '0', ...reset]);
  });

  test('turns requests away with 429 and Retry-After until the oldest one is an hour old, and no longer', async () => {
    for (let request = 0; request < 3; request += 1) {
      await world.as(vael, 'GET character');
      now += 10_000;
    }
    const refused = await world.as(vael, 'GET character');
    expect(refused.status).toBe(429);
    expect(refused.swcapi).toEqual({ error_code: 429, error_message: expect.stringContaining('rate limit') });
    expect(refused.headers.get('retry-after')).toBe(String(3600 - 30));
    expect(rate(refused.headers)).toEqual(['3', '0', String((startsAt + hourMs) / 1000), '2026-03-01T01:00:00.000Z']);

    now = startsAt + hourMs - 1;
    expect((await world.as(vael, 'GET character')).status).toBe(429);
    now = startsAt + hourMs;
    expect((await world.as(vael, 'GET character')).status).toBe(200);
    expect((await world.as(vael, 'GET character')).status).toBe(429);
  });

  test('does no work for a request that is turned away', async () => {
    const send = () => world.as(vael, `POST character/${vael.uid}/credits`, { recipient: marshal.uid, amount: '1' });
    const balance = world.service.world.balanceOf(vael.uid);
    const answers = await Promise.all(Array.from({ length: 5 }, send));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429, 429]);
    expect(world.service.world.balanceOf(vael.uid)).toBe(balance - 3);
  });

  test('is one budget for each token, and one for the address of those without a good one', async () => {
    for (let request = 0; request < 3; request += 1) await world.as(vael, 'GET character');
    expect((await world.as(marshal, 'GET character')).status).toBe(200);
    await ask(world.service, 'GET character/handlecheck/Pell');
    await ask(world.service, 'GET character', { token: 'one-made-up' });
    await ask(world.service, 'GET character', { token: 'another-made-up' });
    expect((await ask(world.service, 'GET character/handlecheck/Pell')).status).toBe(429);
    expect((await world.as(marshal, 'GET character')).status).toBe(200);
  });

  test('does not count requests to the OAuth endpoints', async () => {
    for (let request = 0; request < 5; request += 1) {
      const response = await fetch(`${world.service.issuer}/.well-known/openid-configuration`);
      expect([response.status, response.headers.get('x-ratelimit-limit')]).toEqual([200, null]);
    }
    expect((await ask(world.service, 'GET character/handlecheck/Pell')).status).toBe(200);
  });

  test('is a 400 that names it with the quirk of the live service', async () => {
    await using live = {
      ...(await startService({ clock: () => now, limitPerHour: 1, quirks: { rateLimitAs400: true } })),
    };
    await live.as(vael, 'GET character');
    const { status, swcapi, headers } = await live.as(vael, 'GET character');
    expect(status).toBe(400);
    expect(swcapi['error_message']).toContain('rate limit');
    expect(headers.get('retry-after')).toBeNull();
    expect(headers.get('x-ratelimit-remaining')).toBe('0');
  });

  test('never lets more than its limit through within any hour, and turns none away without need', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 3_000_000 }), { maxLength: 60 }),
        fc.integer({ min: 1, max: 8 }),
        (pauses, limit) => {
          let time = 0;
          const rateLimit = createRateLimit(limit, hourMs, () => time);
          const admitted: number[] = [];
          for (const pause of pauses) {
            time += pause;
            const recent = admitted.filter((at) => at > time - hourMs).length;
            const allowance = rateLimit.admit('somebody');
            expect(allowance.admitted).toBe(recent < limit);
            expect(allowance.remaining).toBe(Math.max(0, limit - recent - 1));
            if (allowance.admitted) admitted.push(time);
          }
        },
      ),
    );
  });
});
