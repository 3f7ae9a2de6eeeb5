import { beforeEach, describe, expect, test } from 'vitest';
import type { Game } from '../../src/game/client.ts';
import { GUARD_MS, HOUR_MS } from '../../src/quota/rule.ts';
import { type Answer, settle, toAnswer } from './rawServer.ts';
import { createSource, failureOf, type RigOptions, startRawGame } from './rig.ts';

const LATE = { code: 'service_unavailable', reason: 'no response in time' };
const TRANSFER = { uid: '1:1', amount: 5, recipient: '1:2' };
const TRANSFERRED = toAnswer(200, { swcapi: { transactions: { transaction: [{ succeeded: true, amount: 5 }] } } });

let controller: AbortController;
beforeEach(() => {
  controller = new AbortController();
});
const start = (answer: Answer, options: RigOptions = {}) =>
  startRawGame(answer, { ...options, caller: { person: 'p', signal: controller.signal } });
const pass = (): void => controller.abort(new DOMException('15 s', 'TimeoutError'));
/** Passes the deadline once so many requests have arrived and everything waits. */
const passAfter = async (raw: { arrived(count: number): Promise<void> }, requests: number): Promise<void> => {
  await raw.arrived(requests);
  await settle();
  pass();
};

/** The ends of a read and a write. */
const endsOf = async (game: Game): Promise<unknown> => {
  const calls = [game.character.me(), game.character.credits.transfer(TRANSFER)].map(failureOf);
  return (await Promise.all(calls)).map(({ failure }) => failure);
};

describe('the deadline of an interaction', () => {
  test.each([
    ['nothing', ''],
    ['half of the head', 'HTTP/1.1 200 OK\r\n'],
    ['half of the body', toAnswer(200, '{"swcapi"', { 'content-length': '500' })],
  ])('ends a read that got %s of its response, without another attempt', async (_, bytes) => {
    await using raw = await start(bytes);
    const reading = failureOf(raw.game.galaxy.systems.list());
    await passAfter(raw, 1);
    expect(await reading).toMatchObject({ failure: LATE, operation: 'galaxy.systems.list' });
    expect(raw).toMatchObject({ requests: [{}], pauses: [] });
  });

  test('ends a read that waits for its next attempt', async () => {
    // Each pause between attempts is at least 150 ms.
    await using raw = await start((socket) => socket.end(), { hasRealPauses: true });
    const reading = failureOf(raw.game.galaxy.systems.list());
    await passAfter(raw, 1);
    expect((await reading).failure).toEqual(LATE);
    expect(raw.requests).toHaveLength(1);
  });

  test('never ends a write that was sent, which has its own timeout', async () => {
    await using raw = await start('', { timeoutMs: 200 });
    const transfer = failureOf(raw.game.character.credits.transfer(TRANSFER));
    await passAfter(raw, 1);
    expect((await transfer).failure).toEqual({ code: 'outcome_unknown', reason: 'no response within 200 ms' });
  });

  test.each([
    ['for a token', { accessToken: () => new Promise<string>(() => {}) }, 0],
    ['for another token', { renew: () => new Promise<string>(() => {}) }, 2],
  ])('ends reads and writes that wait %s', async (_, hanging, requests) => {
    await using raw = await start(toAnswer(401, { swcapi: {} }));
    Object.assign(raw.source, hanging);
    const ends = endsOf(raw.game);
    await passAfter(raw, requests);
    expect(await ends).toEqual([LATE, LATE]);
    expect(raw.requests).toHaveLength(requests);
  });

  test('ends reads and writes that wait for a connection', async () => {
    await using raw = await start('');
    const busy = raw.client.actingAs(createSource('token'), { person: 'p' });
    for (let request = 0; request < 4; request += 1) void busy.character.me().catch(() => {});
    await raw.arrived(4);
    const ends = endsOf(raw.game);
    await passAfter(raw, 4);
    expect(await ends).toEqual([LATE, LATE]);
    expect(raw.requests).toHaveLength(4);
  });

  test('tells reads and writes that wait for the quota when the next request is available', async () => {
    const startedAt = Date.parse('2026-03-01T12:00:00Z');
    let now = startedAt;
    await using raw = await start(TRANSFERRED, { perToken: 1, now: () => now });
    await raw.game.character.credits.transfer(TRANSFER);
    now += HOUR_MS + GUARD_MS - 5_000;
    const ends = endsOf(raw.game);
    await passAfter(raw, 1);
    const expected = { code: 'rate_limited', until: new Date(startedAt + HOUR_MS + GUARD_MS) };
    expect(await ends).toEqual([expected, expected]);
    expect(raw.requests).toHaveLength(1);
  });

  test('sends nothing once it has passed', async () => {
    await using raw = await start('');
    pass();
    expect(await endsOf(raw.game)).toEqual([LATE, LATE]);
    expect((await failureOf(raw.game.galaxy.systems.list())).failure).toEqual(LATE);
    expect(raw.requests).toEqual([]);
  });
});

test('a signal that aborts for another reason gives that reason, to reads that have left and calls that wait', async () => {
  await using raw = await start('');
  const calls = Promise.allSettled(Array.from({ length: 5 }, () => raw.game.character.me()));
  await raw.arrived(4);
  const reason = new Error('stopping');
  controller.abort(reason);
  expect(await calls).toEqual(Array.from({ length: 5 }, () => ({ status: 'rejected', reason })));
});
