import { describe, expect, test } from 'vitest';
import { ALL_SCOPES, marshal, useGame, vael } from './support.ts';

const game = useGame('all');
const own = `character/${vael.uid}`;

describe.each([
  ['GET character/', 'CHARACTER_READ', 'character_read'],
  [`GET ${own}`, 'CHARACTER_READ', 'character_read'],
  [`GET ${own}/permissions`, 'CHARACTER_READ', 'character_read'],
  [`GET ${own}/skills`, 'CHARACTER_SKILLS', 'character_skills'],
  [`GET ${own}/credits`, 'CHARACTER_CREDITS', 'character_credits'],
  [`GET ${own}/creditlog`, 'CHARACTER_CREDITS', 'character_credits'],
  [`POST ${own}/credits`, 'CREDITS_WRITE', 'character_credits_write'],
  [`GET ${own}/privileges`, 'CHARACTER_PRIVILEGES', 'character_privileges'],
  [`GET ${own}/privileges/ship/view`, 'CHARACTER_PRIVILEGES', 'character_privileges'],
  [`POST ${own}/privileges/ship/view`, 'CHARACTER_PRIVILEGES', 'character_privileges'],
  [`GET ${own}/messages`, 'MESSAGES_READ', 'messages_read'],
  [`GET ${own}/messages/sent`, 'MESSAGES_READ', 'messages_read'],
  [`GET ${own}/messages/received`, 'MESSAGES_READ', 'messages_read'],
  [`GET ${own}/messages/38:1`, 'MESSAGES_READ', 'messages_read'],
  [`PUT ${own}/messages`, 'MESSAGES_SEND', 'messages_send'],
  [`DELETE ${own}/messages/38:999999`, 'MESSAGES_DELETE', 'messages_delete'],
])('%s', (request, scope, wire) => {
  test(`is refused with 403 by all scopes but ${scope}, naming what is missing and what there is`, async () => {
    const token = await game.grant(
      vael,
      ALL_SCOPES.filter((other) => other !== wire),
    );
    const { status, swcapi } = await game.ask(request, { token });
    expect(status).toBe(403);
    expect(swcapi.error_message).toMatch(
      new RegExp(`^Required permission: ${wire}; Available permissions: [a-z_, ]+$`, 'u'),
    );
  });

  test(`is allowed by ${scope} alone, and by the scope for all of its family`, async () => {
    for (const granted of [scope, `${wire.split('_')[0]}_all`]) {
      const { status } = await game.ask(request, { token: await game.grant(vael, [granted]) });
      expect([401, 403]).not.toContain(status);
    }
  });

  test('is refused with 401 without a token', async () => {
    const { status, swcapi, headers } = await game.ask(request);
    expect(status).toBe(401);
    expect(swcapi.error_message).toContain('Authorization: OAuth');
    expect(headers.get('www-authenticate')).toContain('OAuth');
  });
});

describe('a token', () => {
  test.each(['character/', 'galaxy/sectors?start_index=1&item_count=1', 'nowhere'])(
    'that is unknown is a 401 at %s',
    async (path) => {
      const { status, swcapi } = await game.ask(`GET ${path}`, { token: 'made-up' });
      expect(status).toBe(401);
      expect(swcapi).toEqual({ error_code: 401, error_message: 'Access Token Not Recognized' });
    },
  );

  test('that is unknown is ignored at handlecheck, which is public', async () => {
    const { swcapi } = await game.ask('GET character/handlecheck/Pell', { token: 'made-up' });
    expect(swcapi.character).toMatchObject({ handle: 'Pell' });
  });

  test('sent as Bearer is a 401 that says how to send it', async () => {
    const authorization = `Bearer ${await game.grant(vael, ALL_SCOPES)}`;
    const { status, swcapi } = await game.ask('GET character', { headers: { authorization } });
    expect(status).toBe(401);
    expect(swcapi.error_message).toContain('Authorization: OAuth');
  });

  test("ends at its time, by the service's clock", async () => {
    const token = await game.grantToken({ handle: vael.handle, scopes: ALL_SCOPES, expiresInSeconds: 60 });
    game.clock.now += 59_999;
    expect((await game.ask('GET character', { token })).status).toBe(200);
    game.clock.now += 1;
    expect((await game.ask('GET character', { token })).swcapi.error_message).toBe('Access Token Not Recognized');
  });
});

const theirs = `character/${marshal.uid}`;
test.each([
  [`GET ${theirs}/skills`, 403],
  [`GET ${theirs}/credits`, 403],
  [`GET ${theirs}/creditlog`, 403],
  [`POST ${theirs}/credits`, 403],
  [`GET ${theirs}/messages`, 403],
  [`GET ${theirs}/messages/38:1`, 403],
  [`PUT ${theirs}/messages`, 403],
  [`DELETE ${theirs}/messages/38:1`, 403],
  [`GET ${theirs}/permissions`, 403],
  [`GET ${theirs}/privileges`, 403],
  ['GET character/1:9/credits', 404],
  ['GET nowhere', 404],
  ['GET ', 404],
  ['GET galaxy/moons?start_index=1&item_count=1', 404],
  ['GET character//credits', 404],
  ['GET character/1:1001/credits/x', 404],
  ['DELETE galaxy/cities', 405],
  [`POST ${own}/messages`, 405],
  ['GET character/handlecheck/%zz', 400],
])('%s is a %i in the error envelope', async (request, expected) => {
  const { status, swcapi } = await game.as(vael, request);
  expect(status).toBe(expected);
  expect(swcapi).toEqual({ error_code: expected, error_message: expect.any(String) });
});

test("a body that isn't a form is a 415", async () => {
  const { status, swcapi } = await game.ask(`PUT ${own}/messages`, {
    token: await game.grant(vael, ALL_SCOPES),
    body: '{"receivers":"Pell","communication":"hi"}',
    headers: { 'content-type': 'application/json' },
  });
  expect(status).toBe(415);
  expect(swcapi.error_message).toContain('application/x-www-form-urlencoded');
});
