import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { marshal, startService, vael } from './support.ts';

let world: Awaited<ReturnType<typeof startService>>;
const waited: number[] = [];
beforeEach(async () => {
  waited.length = 0;
  world = await startService({
    wait: async (milliseconds) => {
      waited.push(milliseconds);
    },
  });
});
afterEach(() => world.service.close());

const transfer = () => world.as(vael, `POST character/${vael.uid}/credits`, { recipient: marshal.uid, amount: '7' });
const balance = () => world.service.world.balanceOf(vael.uid);
const operation = 'character.credits.transfer';

describe('a fault', () => {
  test('hits the operation it names, once, and leaves all others alone', async () => {
    const handle = world.service.faults.add({
      operation,
      fault: { kind: 'status', status: 503, message: 'Come back later' },
    });
    const before = balance();
    expect((await world.as(vael, 'GET character')).status).toBe(200);
    expect(handle.hits).toBe(0);
    const { status, swcapi, headers } = await transfer();
    expect([status, swcapi]).toEqual([503, { error_code: 503, error_message: 'Come back later' }]);
    expect(headers.get('x-ratelimit-limit')).toBe('600');
    expect([handle.hits, balance()]).toEqual([1, before]);
    expect((await transfer()).status).toBe(200);
    expect(balance()).toBe(before - 7);
  });

  test('hits by method and path, from the n-th request on, as often as it is told', async () => {
    const handle = world.service.faults.add({
      method: 'get',
      path: /\/credits$/u,
      nth: 2,
      times: 2,
      fault: { kind: 'status', status: 500 },
    });
    const statuses: number[] = [];
    for (let request = 0; request < 4; request += 1)
      statuses.push((await world.as(vael, `GET character/${vael.uid}/credits`)).status);
    expect(statuses).toEqual([200, 500, 500, 200]);
    expect(handle.hits).toBe(2);
  });

  test('stays until it is removed, and goes with all others when they are cleared', async () => {
    const forever = world.service.faults.add({
      path: '/ws/v2.0/character',
      times: Number.POSITIVE_INFINITY,
      fault: { kind: 'status', status: 502 },
    });
    for (let request = 0; request < 3; request += 1) expect((await world.as(vael, 'GET character')).status).toBe(502);
    forever.remove();
    expect((await world.as(vael, 'GET character')).status).toBe(200);
    world.service.faults.add({ fault: { kind: 'status', status: 502 } });
    world.service.faults.clear();
    expect((await world.as(vael, 'GET character')).status).toBe(200);
  });

  test('can be a status without an envelope', async () => {
    world.service.faults.add({ fault: { kind: 'status', status: 500, body: 'oops', headers: { 'retry-after': '9' } } });
    const token = await world.service.grantToken({ handle: vael.handle, scopes: ['CHARACTER_READ'] });
    const response = await fetch(`${world.service.baseUrl}character`, { headers: { authorization: `OAuth ${token}` } });
    expect([response.status, await response.text(), response.headers.get('retry-after')]).toEqual([500, 'oops', '9']);
  });

  test('can be an error under status 200', async () => {
    world.service.faults.add({ operation, fault: { kind: 'error', message: 'Database is down', code: 'E17' } });
    const before = balance();
    const { status, swcapi } = await transfer();
    expect([status, swcapi, balance()]).toEqual([
      200,
      { error_code: 'E17', error_message: 'Database is down' },
      before,
    ]);
  });

  test('can be a page of HTML', async () => {
    world.service.faults.add({ fault: { kind: 'html', status: 403 } });
    const response = await fetch(`${world.service.baseUrl}character/handlecheck/Pell`);
    expect(response.status).toBe(403);
    expect(response.headers.get('content-type')).toContain('text/html');
    expect(await response.text()).toMatch(/^<!DOCTYPE html>/u);
  });

  test('can break the answer off in the middle, after the work', async () => {
    world.service.faults.add({ operation, fault: { kind: 'truncate' } });
    const before = balance();
    await expect(transfer()).rejects.toThrow(SyntaxError);
    expect(balance()).toBe(before - 7);
  });

  test('can cut the connection before the work: nothing is done', async () => {
    world.service.faults.add({ operation, fault: { kind: 'cut', at: 'before' } });
    const before = balance();
    await expect(transfer()).rejects.toThrow('fetch failed');
    expect(balance()).toBe(before);
    expect(world.service.world.requests(operation)).toBe(1);
  });

  test('can cut the connection after the work: it is done, and nobody is told', async () => {
    world.service.faults.add({ operation, fault: { kind: 'cut', at: 'after' } });
    const before = balance();
    await expect(transfer()).rejects.toThrow('fetch failed');
    expect(balance()).toBe(before - 7);
    expect(world.service.world.logOf(marshal.uid)[0]).toMatchObject({ amount: 7 });
    expect(world.service.world.requests(operation)).toBe(1);
  });

  test('can hold a request before the work until it is released', async () => {
    const hold = world.service.faults.add({ operation, fault: { kind: 'hold' } });
    const before = balance();
    const answer = transfer();
    await hold.reached;
    expect(balance()).toBe(before);
    expect((await world.as(vael, 'GET character')).status).toBe(200);
    hold.release();
    expect((await answer).status).toBe(200);
    expect(balance()).toBe(before - 7);
  });

  test('can hold the answer after the work, and lets it go when the fault is removed', async () => {
    const hold = world.service.faults.add({
      operation,
      times: Number.POSITIVE_INFINITY,
      fault: { kind: 'hold', at: 'after' },
    });
    const before = balance();
    let answered = false;
    const answer = transfer().then(({ status }) => {
      answered = true;
      return status;
    });
    await hold.reached;
    // A later request that is answered shows that the held one had its chance.
    await world.as(marshal, 'GET character');
    expect([balance(), answered]).toEqual([before - 7, false]);
    hold.remove();
    expect(await answer).toBe(200);
  });

  test('can be a delay, which passes as the service was told', async () => {
    world.service.faults.add({ operation, fault: { kind: 'delay', milliseconds: 30_000 } });
    expect((await transfer()).status).toBe(200);
    expect(waited).toEqual([30_000]);
  });

  test('lets a service with held requests close', async () => {
    const hold = world.service.faults.add({ operation, fault: { kind: 'hold' } });
    const answer = transfer().catch(() => 'cut');
    await hold.reached;
    await world.service.close();
    await answer;
  });
});

describe('faults of the OAuth endpoints', () => {
  const token = () =>
    fetch(`${world.service.url}/ws/oauth2/token`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'refresh_token' }),
    });

  test.each([
    ['oauth.token', token],
    ['oauth.revocation', () => fetch(`${world.service.url}/ws/oauth2/revoke/`, { method: 'POST' })],
    ['oauth.authorization', () => fetch(`${world.service.url}/ws/oauth2/auth/?client_id=x`)],
    ['oauth.discovery', () => fetch(`${world.service.url}/.well-known/openid-configuration`)],
  ])('hit %s', async (name, request) => {
    world.service.faults.add({ operation: name, fault: { kind: 'status', status: 503, body: 'down' } });
    const response = await request();
    expect([response.status, await response.text()]).toEqual([503, 'down']);
    expect((await request()).status).not.toBe(503);
    expect(world.service.world.requests(name)).toBe(2);
  });

  test('cut, truncate and turn into HTML like those of the operations', async () => {
    world.service.faults.add({ operation: 'oauth.token', fault: { kind: 'cut', at: 'after' } });
    await expect(token()).rejects.toThrow('fetch failed');
    world.service.faults.add({ operation: 'oauth.token', fault: { kind: 'truncate' } });
    await expect(token().then((response) => response.json())).rejects.toThrow(SyntaxError);
    world.service.faults.add({ operation: 'oauth.token', fault: { kind: 'html' } });
    expect((await token()).headers.get('content-type')).toContain('text/html');
  });
});
