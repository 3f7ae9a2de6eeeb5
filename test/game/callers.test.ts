import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createGameService, type GameService } from '../../sandbox/game/service.ts';
import { createGameClient } from '../../src/game/client.ts';
import { openQuota } from '../../src/quota/openQuota.ts';
import { GUARD_MS, HOUR_MS, PUBLIC_BUDGET } from '../../src/quota/rule.ts';
import { createRig, createSource, failureOf } from './rig.ts';

let service: GameService;
beforeEach(async () => {
  service = await createGameService();
});
afterEach(() => service.close());

describe('callers', () => {
  test('calls without a token share one public budget, and calls with a token don’t use it', async () => {
    const { client } = createRig({ baseUrl: service.baseUrl, perToken: 2 });
    const budgets: string[] = [];
    const publicGame = client.actingAs(undefined, { noteRequest: (budget) => budgets.push(budget) });
    await publicGame.character.getByHandle({ handle: 'Vael Ondar' });
    await publicGame.galaxy.systems.list();
    const { failure } = await failureOf(client.actingAs(undefined).galaxy.planets.list());
    expect(failure.code).toBe('rate_limited');
    expect(budgets).toEqual([PUBLIC_BUDGET, PUBLIC_BUDGET]);
    const token = await service.grantToken({ handle: 'Vael Ondar', scopes: ['character_read'] });
    await expect(client.actingAs(createSource(token)).character.me()).resolves.toMatchObject({ name: 'Vael Ondar' });
    await client.close();
  });

  test('background calls leave the last fifth of a budget to people', async () => {
    const { client } = createRig({ baseUrl: service.baseUrl, perToken: 5 });
    const index = client.actingAs(undefined, { priority: 'background' });
    for (let page = 0; page < 4; page += 1) await index.galaxy.systems.list();
    expect((await failureOf(index.galaxy.systems.list())).failure.code).toBe('rate_limited');
    await expect(client.actingAs(undefined).galaxy.systems.list()).resolves.toBeDefined();
    await client.close();
  });

  test('a response that the quota can’t apply still gives its record', async () => {
    const queue = openQuota({ perToken: 600 });
    queue.observe = () => Promise.reject(new Error('the disk is gone'));
    const warnings: string[] = [];
    const log = pino({ level: 'warn' }, { write: (line: string) => void warnings.push(JSON.parse(line).msg) });
    const baseUrl = new URL(service.baseUrl);
    const client = createGameClient({ baseUrl, queue, log });
    await expect(client.actingAs(undefined).galaxy.systems.list()).resolves.toBeDefined();
    await client.close();
    expect(warnings).toEqual(['the quota could not apply a response']);
  });

  test('a caller that waits for a slot and is aborted sends no request', async () => {
    let now = Date.now();
    const { client } = createRig({ baseUrl: service.baseUrl, perToken: 1, now: () => now });
    await client.actingAs(undefined).galaxy.systems.list();
    now += HOUR_MS + GUARD_MS - 5_000;
    const controller = new AbortController();
    const waiting = client.actingAs(undefined, { signal: controller.signal }).galaxy.systems.list();
    const told = expect(waiting).rejects.toThrow('gone');
    controller.abort(new Error('gone'));
    await told;
    expect(service.world.requests('galaxy.systems.list')).toBe(1);
    now += 5_000;
    await expect(client.actingAs(undefined).galaxy.systems.list()).resolves.toBeDefined();
    await client.close();
  });

  test('one person’s calls take at most half of the public budget, and leave something for the next', async () => {
    const { client } = createRig({ baseUrl: service.baseUrl, perToken: 8 });
    const spend = async (person: string): Promise<number> => {
      for (let calls = 0; ; calls += 1) {
        const call = client.actingAs(undefined, { person }).galaxy.systems.list();
        if (!(await call.then(() => true).catch(() => false))) return calls;
      }
    };
    expect([await spend('greedy'), await spend('next'), await spend('greedy'), await spend('last')]).toEqual([
      4, 2, 0, 1,
    ]);
    await client.close();
  });

  test('if only tokens have a limit, a linked person’s own budget takes over when the public one is used up', async () => {
    const { client } = createRig({ baseUrl: service.baseUrl, perToken: 2 });
    const token = await service.grantToken({ handle: 'Vael Ondar', scopes: ['character_read'] });
    const source = createSource(token);
    const budgets: string[] = [];
    const linked = client.actingAs(source, { person: 'p', noteRequest: (budget) => budgets.push(budget) });
    for (const _ of [1, 2, 3]) await linked.character.getByHandle({ handle: 'Vael Ondar' });
    expect(budgets).toEqual([PUBLIC_BUDGET, source.budget, source.budget]);
    expect((await failureOf(linked.galaxy.systems.list())).failure.code).toBe('rate_limited');
    const bound = createRig({ baseUrl: service.baseUrl, perToken: 2, perAddress: 100 });
    const other = bound.client.actingAs(createSource(token), { person: 'p' });
    await other.galaxy.systems.list();
    expect((await failureOf(other.galaxy.systems.list())).failure.code).toBe('rate_limited');
    await client.close();
    await bound.client.close();
  });

  test('one person has at most four requests in flight, so others can still reach a slow game', async () => {
    await using server = await startSlowServer();
    const { client } = createRig({ baseUrl: server.baseUrl });
    const read = (person: string) => client.actingAs(undefined, { person }).galaxy.systems.list();
    const hundred = Array.from({ length: 100 }, () => read('greedy').catch(() => {}));
    await server.arrived(4);
    const other = read('other').catch(() => {});
    await server.arrived(5);
    await pause(200);
    expect(server.open()).toBe(5);
    server.answerAll();
    await Promise.all([...hundred, other]);
    expect(server.most()).toBeLessThanOrEqual(5);
    await client.close();
  });
});

/** A game that doesn't respond until `answerAll`, and counts the requests that are open at once. */
async function startSlowServer() {
  const open = new Set<ServerResponse>();
  let [arrived, most, isSlow, check] = [0, 0, true, () => {}];
  const server = createServer((_, response) => {
    arrived += 1;
    open.add(response);
    most = Math.max(most, open.size);
    response.once('close', () => open.delete(response));
    if (!isSlow) response.end('{"swcapi":{"systems":{}}}');
    check();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    arrived: (count: number) =>
      new Promise<void>((resolve) => {
        check = () => arrived >= count && resolve();
        check();
      }),
    open: () => open.size,
    most: () => most,
    answerAll: () => {
      isSlow = false;
      for (const response of open) response.end('{"swcapi":{"systems":{}}}');
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
