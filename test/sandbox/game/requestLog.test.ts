import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { LoggedRequest } from '../../../sandbox/game/requestLog.ts';
import { ask, marshal, startService, vael } from './support.ts';

const startsAt = Date.UTC(2026, 2, 1);
let now: number;
let world: Awaited<ReturnType<typeof startService>>;
let logged: LoggedRequest[];
let stop: () => void;
beforeEach(async () => {
  now = startsAt;
  world = await startService({ clock: () => now, limitPerHour: 3, wait: async (pause) => (now += pause) });
  logged = [];
  stop = world.service.onRequest((request) => logged.push(request));
});
afterEach(() => world.service.close());

describe("the service's log of requests", () => {
  test("names the character by handle and tells what is left of their token's budget", async () => {
    await world.as(vael, 'GET character/');
    now += 5_000;
    await world.as(marshal, 'GET character/1:1002/credits');
    await world.as(vael, 'GET character/1:1001/skills');
    expect(logged).toEqual([
      {
        arrivedAt: startsAt,
        method: 'GET',
        path: 'character/',
        status: 200,
        durationMs: 0,
        onBehalfOf: 'Vael Ondar',
        quota: { limit: 3, remaining: 2 },
      },
      expect.objectContaining({ arrivedAt: now, onBehalfOf: 'Marshal Iri Tosk', quota: { limit: 3, remaining: 2 } }),
      expect.objectContaining({ path: 'character/1:1001/skills', quota: { limit: 3, remaining: 1 } }),
    ]);
  });

  test('counts on the address, for nobody, where there is no good token', async () => {
    await ask(world.service, 'GET character/handlecheck/Marshal%20Iri%20Tosk');
    await ask(world.service, 'GET character', { token: 'made-up' });
    expect(logged).toMatchObject([
      {
        path: 'character/handlecheck/Marshal Iri Tosk',
        status: 200,
        onBehalfOf: null,
        quota: { limit: 3, remaining: 2 },
      },
      { path: 'character', status: 401, onBehalfOf: null, quota: { limit: 3, remaining: 1 } },
    ]);
  });

  test('has the refusals, those over the limit among them', async () => {
    for (const path of ['nowhere', 'character/1:1002/credits', 'character', 'character'])
      await world.as(vael, `GET ${path}`);
    expect(logged.map(({ status, quota }) => [status, quota?.remaining])).toEqual([
      [404, 2],
      [403, 1],
      [200, 0],
      [429, 0],
    ]);
  });

  test('tells no token, no text and nothing of a query but what pages and factions need', async () => {
    const token = await world.service.grantToken({ handle: vael.handle, scopes: ['MESSAGES_SEND'] });
    const form = { receivers: 'Pell', communication: 'meet me at the moon' };
    await ask(world.service, 'PUT character/1:1001/messages', { token, form });
    await ask(world.service, `GET galaxy/systems/?start_index=1&item_count=50&access_token=${token}`, { token });
    await fetch(`${world.service.url}/ws/oauth2/revoke?token=${token}&client_id=commlink`);
    expect(logged.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'PUT character/1:1001/messages',
      'GET galaxy/systems/?start_index=1&item_count=50',
      'GET /ws/oauth2/revoke',
    ]);
    expect(JSON.stringify(logged)).not.toMatch(new RegExp(`${token}|moon|Pell`));
  });

  test("has the OAuth requests of a client, uncounted, and leaves out those of a person's browser", async () => {
    await fetch(`${world.service.issuer}/.well-known/openid-configuration`);
    await fetch(`${world.service.issuer}/ws/oauth2/auth?client_id=commlink&state=secret`, { redirect: 'manual' });
    await fetch(`${world.service.issuer}/ws/oauth2/token`, {
      method: 'POST',
      body: new URLSearchParams({ code: 'x' }),
    });
    await fetch(`${world.service.issuer}/favicon.ico`);
    expect(logged).toMatchObject([
      { method: 'GET', path: '/.well-known/openid-configuration', status: 200, onBehalfOf: null, quota: null },
      { method: 'POST', path: '/ws/oauth2/token', status: 400, onBehalfOf: null, quota: null },
    ]);
  });

  test('says how long an answer took, and that none came when the connection broke', async () => {
    world.service.faults.add({ operation: 'character.me', fault: { kind: 'delay', milliseconds: 700 } });
    await world.as(vael, 'GET character');
    world.service.faults.add({ operation: 'character.me', fault: { kind: 'cut', at: 'before' } });
    await expect(world.as(vael, 'GET character')).rejects.toThrow();
    expect(logged.map(({ status, durationMs }) => [status, durationMs])).toEqual([
      [200, 700],
      [null, 0],
    ]);
  });

  test('is quiet after the listener has left', async () => {
    stop();
    await world.as(vael, 'GET character');
    expect(logged).toEqual([]);
  });
});
