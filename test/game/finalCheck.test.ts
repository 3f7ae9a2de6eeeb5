import { pino } from 'pino';
import { describe, expect, test, vi } from 'vitest';
import { createGameClient } from '../../src/game/client.ts';
import { openQuota } from '../../src/quota/openQuota.ts';
import { FINAL_CHECK_MS } from '../../src/quota/rule.ts';
import { toAnswer } from './rawServer.ts';
import { callOf, createRig, createSource, failureOf, startRawGame } from './rig.ts';
import { writes } from './samples.ts';

const TRANSFER = { uid: '1:1', amount: 5, recipient: '1:2' };
const DONE = toAnswer(200, { swcapi: { transactions: { transaction: [{ succeeded: true }] } } });

describe('a write', () => {
  test.each(writes)('$name is refused without a final check', async ({ name, params }) => {
    const queue = openQuota({ perToken: 10 });
    const client = createGameClient({ baseUrl: new URL('http://127.0.0.1:1'), queue, log: pino({ level: 'silent' }) });
    await expect(callOf(client.actingAs(createSource('token')), name)(params)).rejects.toThrow('needs a final check');
    await client.close();
  });

  test('is prepared when it has its slot, and allowed when its connection is ready', async () => {
    const order: string[] = [];
    const finalCheck = {
      prepare: async () => void order.push('prepared'),
      allow: () => void order.push(`allowed after ${raw.requests.length} requests`),
    };
    await using raw = await startRawGame(DONE, { caller: { finalCheck } });
    expect(await raw.game.character.credits.transfer(TRANSFER)).toBeUndefined();
    expect(order).toEqual(['prepared', 'allowed after 0 requests']);
    await using away = createRig({ baseUrl: 'http://127.0.0.1:1/' });
    const { code } = await failureOf(
      away.client.actingAs(createSource('token'), { finalCheck }).character.credits.transfer(TRANSFER),
    );
    expect([code, ...order.slice(2)]).toEqual(['service_unavailable', 'prepared']);
  });

  test.each(['prepare', 'allow'] as const)(
    'that may not leave after all (%s) is not sent, and says why',
    async (step) => {
      const reason = new Error('frozen');
      const refuse = () => {
        throw reason;
      };
      const finalCheck = { prepare: async () => {}, allow: () => {} };
      await using raw = await startRawGame(DONE, { caller: { finalCheck } });
      Object.assign(finalCheck, { [step]: step === 'prepare' ? async () => refuse() : refuse });
      await expect(raw.game.character.credits.transfer(TRANSFER)).rejects.toBe(reason);
      expect(raw.requests).toEqual([]);
      Object.assign(finalCheck, { [step]: async () => {} });
      expect(await raw.game.character.credits.transfer(TRANSFER)).toBeUndefined();
      expect(raw.requests).toHaveLength(1);
    },
  );

  test('is not sent if it isn’t prepared in time, because its slot would expire', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const allow = vi.fn();
    const finalCheck = { prepare: () => new Promise<void>(() => {}), allow };
    await using raw = await startRawGame(DONE, { caller: { finalCheck } });
    const ends = expect(raw.game.character.credits.transfer(TRANSFER)).rejects.toThrow('no response within');
    await vi.advanceTimersByTimeAsync(FINAL_CHECK_MS);
    await ends;
    vi.useRealTimers();
    expect({ requests: raw.requests, calls: allow.mock.calls }).toEqual({ requests: [], calls: [] });
  });
});

test.each([
  ['the envelope’s timestamp', { timestamp: '2026-05-01T12:00:05Z' }, { date: 'Fri, 01 May 2026 11:00:00 GMT' }],
  ['the envelope’s timestamp in seconds', { timestamp: '1777636805' }, {}],
  ['the date of the response, if the envelope has none', {}, { date: 'Fri, 01 May 2026 12:00:05 GMT' }],
])('the game’s time comes from %s, and advances', async (_, envelope, headers) => {
  let now = 1_000;
  const answer = toAnswer(200, { ...envelope, swcapi: { credits: 5 } }, headers);
  await using raw = await startRawGame(answer, { now: () => now });
  expect(raw.game.now()).toBe(1_000);
  await raw.game.character.credits.get({ uid: '1:1' });
  now += 3_000;
  expect(new Date(raw.game.now()).toISOString()).toBe('2026-05-01T12:00:08.000Z');
});
