import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allScopes, ask, marshal, startService, vael } from './support.ts';

let world: Awaited<ReturnType<typeof startService>>;
let now = Date.UTC(2026, 1, 1);
beforeAll(async () => {
  world = await startService({ clock: () => now, limitPerHour: 100_000 });
});
afterAll(() => world.service.close());

const own = `character/${vael.uid}`;
const operations: [request: string, scope: string, wire: string][] = [
  ['GET character/', 'CHARACTER_READ', 'character_read'],
  [`GET ${own}`, 'CHARACTER_READ', 'character_read'],
  [`GET ${own}/permissions`, 'CHARACTER_READ', 'character_read'],
  [`GET ${own}/skills`, 'CHARACTER_SKILLS', 'character_skills'],
  [`GET ${own}/credits`, 'CHARACTER_CREDITS', 'character_credits'],
  [`GET ${own}/creditlog`, 'CHARACTER_CREDITS', 'character_credits'],
  [`POST ${own}/credits`, 'CREDITS_WRITE', 'character_credits_write'],
  [`GET ${own}/privileges`, 'CHARACTER_PRIVILEGES', 'character_privileges'],
  [`GET ${own}/privileges/ship/view_ships`, 'CHARACTER_PRIVILEGES', 'character_privileges'],
  [`POST ${own}/privileges/ship/view_ships`, 'CHARACTER_PRIVILEGES', 'character_privileges'],
  [`GET ${own}/messages`, 'MESSAGES_READ', 'messages_read'],
  [`GET ${own}/messages/sent`, 'MESSAGES_READ', 'messages_read'],
  [`GET ${own}/messages/received`, 'MESSAGES_READ', 'messages_read'],
  [`GET ${own}/messages/38:1`, 'MESSAGES_READ', 'messages_read'],
  [`PUT ${own}/messages`, 'MESSAGES_SEND', 'messages_send'],
  [`DELETE ${own}/messages/38:999999`, 'MESSAGES_DELETE', 'messages_delete'],
];

describe.each(operations)('%s', (request, scope, wire) => {
  test(`is refused with 403 by all scopes but ${scope}, naming what is missing and what there is`, async () => {
    const others = allScopes.filter((other) => other !== scope);
    const token = await world.service.grantToken({ handle: vael.handle, scopes: others });
    const { status, swcapi } = await ask(world.service, request, { token });
    expect(status).toBe(403);
    expect(swcapi['error_message']).toMatch(
      new RegExp(`^Required permission: ${wire}; Available permissions: [a-z_, ]+$`, 'u'),
    );
  });

  test(`is let in by ${scope} alone, and by the scope for all of its family`, async () => {
    for (const granted of [scope, `${wire.split('_')[0]}_all`]) {
      const token = await world.service.grantToken({ handle: vael.handle, scopes: [granted] });
      const { status } = await ask(world.service, request, { token });
      expect([401, 403]).not.toContain(status);
    }
  });

  test('is refused with 401 without a token', async () => {
    const { status, swcapi, headers } = await ask(world.service, request);
    expect(status).toBe(401);
    expect(swcapi['error_message']).toContain('Authorization: OAuth');
    expect(headers.get('www-authenticate')).toContain('OAuth');
  });
});

describe('a token', () => {
  const everywhere = ['character/', 'galaxy/sectors?start_index=1&item_count=1', 'nowhere'];

  test.each(everywhere)('that is unknown is a 401 at %s', async (path) => {
    const { status, swcapi } = await ask(world.service, `GET ${path}`, { token: 'made-up' });
    expect(status).toBe(401);
    expect(swcapi).toEqual({ error_code: 401, error_message: 'Access Token Not Recognized' });
  });

  test.each(['OAuth made-up', 'Bearer made-up', 'OAuth'])(
    'in the header "%s" is ignored at handlecheck, which is public',
    async (authorization) => {
      const { status, swcapi } = await ask(world.service, 'GET character/handlecheck/Pell', {
        headers: { authorization },
      });
      expect([status, swcapi['character']]).toMatchObject([200, { handle: 'Pell' }]);
    },
  );

  test.each(['Bearer', 'Basic', 'Token'])('sent as %s is a 401 that says how to send it', async (scheme) => {
    const token = await world.service.grantToken({ handle: vael.handle, scopes: allScopes });
    const { status, swcapi } = await ask(world.service, 'GET character', {
      headers: { authorization: `${scheme} ${token}` },
    });
    expect(status).toBe(401);
    expect(swcapi['error_message']).toContain('Authorization: OAuth');
  });

  test('ends at its time, by the clock of the service', async () => {
    const token = await world.service.grantToken({ handle: vael.handle, scopes: allScopes, expiresInSeconds: 60 });
    now += 59_999;
    expect((await ask(world.service, 'GET character', { token })).status).toBe(200);
    now += 1;
    expect((await ask(world.service, 'GET character', { token })).swcapi['error_message']).toBe(
      'Access Token Not Recognized',
    );
  });

  test('cannot be granted for what does not exist', async () => {
    await expect(world.service.grantToken({ handle: 'Nobody', scopes: ['CHARACTER_READ'] })).rejects.toThrow('Nobody');
    await expect(world.service.grantToken({ handle: vael.handle, scopes: ['CHARACTER_EVERYTHING'] })).rejects.toThrow(
      'CHARACTER_EVERYTHING',
    );
  });
});

describe("another's private resources", () => {
  const theirs = `character/${marshal.uid}`;
  test.each([
    `GET ${theirs}/skills`,
    `GET ${theirs}/credits`,
    `GET ${theirs}/creditlog`,
    `POST ${theirs}/credits`,
    `GET ${theirs}/messages`,
    `GET ${theirs}/messages/38:1`,
    `PUT ${theirs}/messages`,
    `DELETE ${theirs}/messages/38:1`,
    `GET ${theirs}/permissions`,
    `GET ${theirs}/privileges`,
  ])('%s is refused with 403', async (request) => {
    expect((await world.as(vael, request)).status).toBe(403);
  });

  test('of somebody who does not exist are a 404', async () => {
    expect((await world.as(vael, 'GET character/1:9/credits')).status).toBe(404);
  });
});

describe('what is not there', () => {
  test.each([
    'GET nowhere',
    'GET ',
    'GET galaxy',
    'GET galaxy/moons?start_index=1&item_count=1',
    'GET character//credits',
    'GET character/1:1001/credits/x',
  ])('%s is a 404 in the error envelope', async (request) => {
    const { status, swcapi } = await world.as(vael, request);
    expect(status).toBe(404);
    expect(swcapi).toEqual({ error_code: 404, error_message: expect.any(String) });
  });

  test('outside of the base is a 404 in the error envelope, too', async () => {
    const response = await fetch(world.service.url);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ swcapi: { error_code: 404 } });
  });

  test.each([
    ['DELETE galaxy/cities', 'GET, HEAD'],
    ['PATCH character', 'GET, HEAD'],
    [`POST ${own}/messages`, 'GET, HEAD, PUT'],
    [`PUT ${own}/credits`, 'GET, HEAD, POST'],
    [`OPTIONS ${own}/messages/38:1`, 'GET, HEAD, DELETE'],
  ])('%s is a 405 that allows %s', async (request, allowed) => {
    const { status, headers, swcapi } = await world.as(vael, request);
    expect(status).toBe(405);
    expect(headers.get('allow')).toBe(allowed);
    expect(swcapi).toHaveProperty('error_code', 405);
  });

  test('a HEAD has the status and the headers of a GET, and no body', async () => {
    const there = await world.as(vael, 'HEAD character');
    expect([there.status, there.envelope]).toEqual([200, {}]);
    expect(there.headers.get('x-ratelimit-limit')).not.toBeNull();
    expect((await world.as(vael, 'HEAD nowhere')).status).toBe(404);
  });

  test('a path that is not properly encoded is a 400', async () => {
    expect((await ask(world.service, 'GET character/handlecheck/%zz')).status).toBe(400);
  });
});

describe('a body', () => {
  const put = `PUT ${own}/messages`;
  test.each(['application/json', 'text/plain', 'multipart/form-data; boundary=x'])(
    'of type %s is a 415',
    async (type) => {
      const token = await world.service.grantToken({ handle: vael.handle, scopes: allScopes });
      const body = 'receivers=Pell&communication=hi';
      const { status, swcapi } = await ask(world.service, put, { token, body, headers: { 'content-type': type } });
      expect(status).toBe(415);
      expect(swcapi['error_message']).toContain('application/x-www-form-urlencoded');
    },
  );

  test('that is too large is a 413', async () => {
    expect((await world.as(vael, put, { receivers: 'Pell', communication: 'x'.repeat(200_001) })).status).toBe(413);
  });
});
