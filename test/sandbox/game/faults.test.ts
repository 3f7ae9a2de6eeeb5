import { describe, expect, test } from 'vitest';
import type { FaultRule } from '../../../sandbox/game/faults.ts';
import { marshal, useGame, vael } from './support.ts';

const game = useGame('each');
const me = async () => (await game.as(vael, 'GET character')).status;
const transfer = () => game.as(vael, `POST character/${vael.uid}/credits`, { recipient: marshal.uid, amount: '7' });
const balance = () => game.world.balanceOf(vael.uid);
const operation = 'character.credits.transfer';

describe('a fault', () => {
  test('hits the operation it names, once, and nothing else', async () => {
    const handle = game.faults.add({ operation, fault: { kind: 'status', status: 503, message: 'Come back later' } });
    const before = balance();
    expect(await me()).toBe(200);
    expect(handle.hits).toBe(0);
    const { status, swcapi, headers } = await transfer();
    expect([status, swcapi]).toEqual([503, { error_code: 503, error_message: 'Come back later' }]);
    expect(headers.has('x-ratelimit-limit')).toBe(true);
    expect([handle.hits, balance()]).toEqual([1, before]);
    expect((await transfer()).status).toBe(200);
    expect(balance()).toBe(before - 7);
  });

  test('hits by method and path, from the n-th request on, a set number of times', async () => {
    const rule = { method: 'get', path: /\/credits$/u, nth: 2, times: 2 };
    const handle = game.faults.add({ ...rule, fault: { kind: 'status', status: 500 } });
    const statuses: number[] = [];
    for (let request = 0; request < 4; request += 1)
      statuses.push((await game.as(vael, `GET character/${vael.uid}/credits`)).status);
    expect(statuses).toEqual([200, 500, 500, 200]);
    expect(handle.hits).toBe(2);
  });

  test('stays until it is removed or all are cleared', async () => {
    const forever: FaultRule = { times: Number.POSITIVE_INFINITY, fault: { kind: 'status', status: 502 } };
    const handle = game.faults.add({ ...forever, path: '/ws/v2.0/character' });
    expect([await me(), await me(), await me()]).toEqual([502, 502, 502]);
    handle.remove();
    expect(await me()).toBe(200);
    game.faults.add(forever);
    game.faults.clear();
    expect(await me()).toBe(200);
  });

  test.each(['before', 'after'] as const)('holds requests %s the work until it is released or removed', async (at) => {
    for (const end of ['release', 'remove'] as const) {
      const hold = game.faults.add({ operation, fault: { kind: 'hold', at } });
      const before = balance();
      let isAnswered = false;
      const answer = transfer().finally(() => {
        isAnswered = true;
      });
      await hold.reached;
      // A later response shows that the held request had its chance.
      expect(await me()).toBe(200);
      expect([balance(), isAnswered]).toEqual([at === 'before' ? before : before - 7, false]);
      hold[end]();
      expect((await answer).status).toBe(200);
      expect(balance()).toBe(before - 7);
    }
  });

  test('lets a service with held requests close', async () => {
    const hold = game.faults.add({ operation, fault: { kind: 'hold' } });
    const answer = transfer().catch(() => 'cut');
    await hold.reached;
    await game.close();
    await answer;
  });
});

const post = (path: string) => fetch(`${game.url}/ws/oauth2/${path}`, { method: 'POST' });

test('faults of the OAuth endpoints hit each endpoint by its name', async () => {
  for (const [name, request] of [
    ['oauth.token', () => post('token')],
    ['oauth.revocation', () => post('revoke/')],
    ['oauth.authorization', () => fetch(`${game.url}/ws/oauth2/auth/?client_id=x`)],
    ['oauth.discovery', () => fetch(`${game.url}/.well-known/openid-configuration`)],
  ] as const) {
    game.faults.add({ operation: name, fault: { kind: 'status', status: 503, body: 'down' } });
    const response = await request();
    expect([response.status, await response.text()]).toEqual([503, 'down']);
    expect((await request()).status).not.toBe(503);
    expect(game.world.requests(name)).toBe(2);
  }
});
