import { setImmediate as nextTurn } from 'node:timers/promises';
import { pino } from 'pino';
import { beforeEach, describe, expect, test } from 'vitest';
import { createGameClient } from '../../src/game/client.ts';
import { openQuota } from '../../src/quota/openQuota.ts';
import { GUARD_MS, HOUR_MS } from '../../src/quota/rule.ts';
import { type RawServer, startRawServer, toAnswer } from './rawServer.ts';
import { createRig, createSource, failureOf } from './rig.ts';

const LATE = { code: 'service_unavailable', reason: 'no response in time' };
const TRANSFER = { uid: '1:1', amount: 5, recipient: '1:2' };
const TRANSFERRED = toAnswer(200, '{"swcapi": {"transactions": {"transaction": [{"succeeded": true, "amount": 5}]}}}');

let controller: AbortController;
beforeEach(() => {
  controller = new AbortController();
});
const pass = (): void => controller.abort(new DOMException('15 s', 'TimeoutError'));

/** Resolves when the server has got so many requests. */
async function arrived({ requests }: RawServer, count: number): Promise<void> {
  while (requests.length < count) await nextTurn();
}

describe('the deadline of an interaction', () => {
  test.each([
    ['nothing', ''],
    ['half of the head', 'HTTP/1.1 200 OK\r\n'],
    ['half of the body', toAnswer(200, '{"swcapi"', { 'content-length': '500' })],
  ])('ends a read that got %s of its response, without another attempt', async (_, bytes) => {
    await using server = await startRawServer((socket) => void socket.write(bytes));
    const { client, pauses } = createRig({ baseUrl: server.baseUrl });
    const reading = failureOf(client.actingAs(undefined, { signal: controller.signal }).galaxy.systems.list());
    await arrived(server, 1);
    for (let turn = 0; turn < 20; turn += 1) await nextTurn();
    pass();
    const { failure, operation } = await reading;
    expect({ failure, operation }).toEqual({ failure: LATE, operation: 'galaxy.systems.list' });
    expect({ requests: server.requests.length, pauses }).toEqual({ requests: 1, pauses: [] });
    await client.close();
  });

  test('ends a read that waits for its next attempt', async () => {
    await using server = await startRawServer((socket) => socket.end());
    const log = pino({ level: 'silent' });
    const client = createGameClient({ baseUrl: new URL(server.baseUrl), queue: openQuota({ perToken: 600 }), log });
    // Each pause between attempts is at least 150 ms.
    const reading = failureOf(client.actingAs(undefined, { signal: controller.signal }).galaxy.systems.list());
    await arrived(server, 1);
    for (let turn = 0; turn < 20; turn += 1) await nextTurn();
    pass();
    expect((await reading).failure).toEqual(LATE);
    expect(server.requests).toHaveLength(1);
    await client.close();
  });

  test('never ends a write that has left', async () => {
    let respond = (): void => {};
    await using server = await startRawServer((socket) => {
      respond = () => void socket.write(TRANSFERRED);
    });
    const { client } = createRig({ baseUrl: server.baseUrl });
    const game = client.actingAs(createSource('token'), { signal: controller.signal });
    const transfer = game.character.credits.transfer(TRANSFER);
    await arrived(server, 1);
    pass();
    for (let turn = 0; turn < 20; turn += 1) await nextTurn();
    respond();
    expect(await transfer).toEqual({ amount: 5 });
    await client.close();
  });

  test('leaves a write that has left its own timeout', async () => {
    await using server = await startRawServer(() => {});
    const { client } = createRig({ baseUrl: server.baseUrl, timeoutMs: 200 });
    const game = client.actingAs(createSource('token'), { signal: controller.signal });
    const transfer = failureOf(game.character.credits.transfer(TRANSFER));
    await arrived(server, 1);
    pass();
    expect((await transfer).failure).toEqual({ code: 'outcome_unknown', reason: 'no response within 200 ms' });
    await client.close();
  });

  test.each([
    ['for a token', { accessToken: () => new Promise<string>(() => {}) }, 0],
    ['for another token', { renew: () => new Promise<string>(() => {}) }, 1],
  ])('ends reads and writes that wait %s', async (_, hanging, requests) => {
    await using server = await startRawServer((socket) => void socket.write(toAnswer(401, '{"swcapi": {}}')));
    const { client } = createRig({ baseUrl: server.baseUrl });
    const game = client.actingAs({ ...createSource('token'), ...hanging }, { signal: controller.signal });
    const calls = [game.character.me(), game.character.credits.transfer(TRANSFER)].map(failureOf);
    await arrived(server, 2 * requests);
    for (let turn = 0; turn < 20; turn += 1) await nextTurn();
    pass();
    expect((await Promise.all(calls)).map(({ failure }) => failure)).toEqual([LATE, LATE]);
    expect(server.requests).toHaveLength(2 * requests);
    await client.close();
  });

  test('ends reads and writes that wait for a connection', async () => {
    await using server = await startRawServer(() => {});
    const { client } = createRig({ baseUrl: server.baseUrl });
    const busy = client.actingAs(createSource('token'), { person: 'p' });
    for (let request = 0; request < 4; request += 1) void busy.character.me().catch(() => {});
    await arrived(server, 4);
    const game = client.actingAs(createSource('token'), { person: 'p', signal: controller.signal });
    const calls = [game.character.me(), game.character.credits.transfer(TRANSFER)].map(failureOf);
    await nextTurn();
    pass();
    expect((await Promise.all(calls)).map(({ failure }) => failure)).toEqual([LATE, LATE]);
    expect(server.requests).toHaveLength(4);
    await client.close();
  });

  test('tells reads and writes that wait for the quota when the next request is available', async () => {
    const start = Date.parse('2026-03-01T12:00:00Z');
    let now = start;
    await using server = await startRawServer((socket) => void socket.write(TRANSFERRED));
    const { client } = createRig({ baseUrl: server.baseUrl, perToken: 1, now: () => now });
    const source = createSource('token');
    await client.actingAs(source).character.credits.transfer(TRANSFER);
    now += HOUR_MS + GUARD_MS - 5_000;
    const game = client.actingAs(source, { signal: controller.signal });
    const calls = [game.character.me(), game.character.credits.transfer(TRANSFER)].map(failureOf);
    for (let turn = 0; turn < 20; turn += 1) await nextTurn();
    pass();
    const told = { code: 'rate_limited', until: new Date(start + HOUR_MS + GUARD_MS) };
    expect((await Promise.all(calls)).map(({ failure }) => failure)).toEqual([told, told]);
    expect(server.requests).toHaveLength(1);
    await client.close();
  });

  test('sends nothing once it has passed', async () => {
    await using server = await startRawServer(() => {});
    const { client } = createRig({ baseUrl: server.baseUrl });
    pass();
    const game = client.actingAs(createSource('token'), { signal: controller.signal });
    const calls = [game.galaxy.systems.list(), game.character.me(), game.character.credits.transfer(TRANSFER)];
    expect((await Promise.all(calls.map(failureOf))).map(({ failure }) => failure)).toEqual([LATE, LATE, LATE]);
    expect(server.requests).toEqual([]);
    await client.close();
  });
});

test('a signal that aborts for another reason gives that reason, to reads that have left and calls that wait', async () => {
  await using server = await startRawServer(() => {});
  const { client } = createRig({ baseUrl: server.baseUrl });
  const game = client.actingAs(createSource('token'), { signal: controller.signal });
  const calls = Promise.allSettled(Array.from({ length: 5 }, () => game.character.me()));
  await arrived(server, 4);
  const reason = new Error('stopping');
  controller.abort(reason);
  expect(await calls).toEqual(Array.from({ length: 5 }, () => ({ status: 'rejected', reason })));
  await client.close();
});
