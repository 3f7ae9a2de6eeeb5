import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toQuirks } from '../../../sandbox/game/quirks.ts';
import { client, createBrowser, exchange, refresh, walk } from './browser.ts';
import { ask, dorn, marshal, meridian, regent, startService, vael } from './support.ts';

let world: Awaited<ReturnType<typeof startService>>;
beforeAll(async () => {
  world = await startService({ clients: [client], quirks: true });
});
afterAll(() => world.service.close());

describe("with the live service's quirks", () => {
  test('the token endpoint answers with nothing but the tokens, and a refresh keeps the old refresh token', async () => {
    const back = await walk(createBrowser(world.service), vael);
    expect(Object.fromEntries(back)).toEqual({ code: expect.any(String), state: 'the-state' });
    const { body } = await exchange(world.service, back.get('code'));
    expect(body).toEqual({ access_token: expect.any(String), expires_in: 3600, refresh_token: expect.any(String) });
    for (let time = 0; time < 2; time += 1) {
      const later = await refresh(world.service, body['refresh_token']);
      expect([later.status, later.body]).toEqual([200, { access_token: expect.any(String), expires_in: 3600 }]);
      expect((await ask(world.service, 'GET character', { token: later.body['access_token'] ?? '' })).status).toBe(200);
    }
  });

  test('errors of the token endpoint stay what they are', async () => {
    expect((await refresh(world.service, 'unknown')).body).toMatchObject({ error: 'invalid_grant' });
  });

  test('discovery does not promise an issuer in the response', async () => {
    const response = await fetch(`${world.service.issuer}/.well-known/openid-configuration`);
    expect(await response.json()).not.toHaveProperty('authorization_response_iss_parameter_supported');
  });

  test('a refresh token comes with the first grant only, and is good for the scopes of the latest', async () => {
    const login = async (scope: string) =>
      (await exchange(world.service, (await walk(createBrowser(world.service), regent, { scope })).get('code'))).body;
    const scopesOf = async (token = '') => {
      const { swcapi } = await ask(world.service, `GET character/${regent.uid}/permissions`, { token });
      const entries = swcapi['permissions']?.['permission'] as unknown as { scopes: { scope: string[] } }[];
      return entries.map(({ scopes }) => scopes.scope);
    };
    const first = await login('character_read');
    const second = await login('messages_read');
    expect([first, second].map((body) => 'refresh_token' in body)).toEqual([true, false]);
    const { body } = await refresh(world.service, first['refresh_token']);
    // One entry for each family, in lower case.
    expect(await scopesOf(body['access_token'])).toEqual([['character_read'], ['messages_read']]);
    await fetch(`${world.service.url}/ws/oauth2/revoke?token=${first['refresh_token']}&client_id=${client.clientId}`);
    expect(await login('character_read')).toHaveProperty('refresh_token');
  });

  test.each(['access_token', 'refresh_token'])('a GET revokes the %s and all that belongs to it', async (kind) => {
    const { body } = await exchange(world.service, (await walk(createBrowser(world.service), dorn)).get('code'));
    const response = await fetch(
      `${world.service.url}/ws/oauth2/revoke?token=${body[kind]}&client_id=${client.clientId}`,
    );
    expect(response.status).toBe(200);
    expect((await ask(world.service, 'GET character', { token: body['access_token'] ?? '' })).status).toBe(401);
    expect((await refresh(world.service, body['refresh_token'])).body['error']).toBe('invalid_grant');
  });

  test("a GET does not revoke another client's token, nor without a token or a known client", async () => {
    await world.service.registerClient({ ...client, clientId: 'other' });
    const token = await world.service.grantToken({ handle: vael.handle, scopes: ['CHARACTER_READ'] });
    const statuses: number[] = [];
    for (const query of [
      `token=${token}&client_id=other`,
      `token=${token}&client_id=nobody`,
      `token=${token}`,
      `client_id=${client.clientId}`,
    ]) {
      statuses.push((await fetch(`${world.service.url}/ws/oauth2/revoke/?${query}`)).status);
    }
    expect(statuses).toEqual([200, 401, 400, 400]);
    expect((await ask(world.service, 'GET character', { token })).status).toBe(200);
  });

  test('a code challenge is not demanded', async () => {
    const without = { code_challenge: undefined, code_challenge_method: undefined };
    const back = await walk(createBrowser(world.service), vael, without);
    const { status } = await exchange(world.service, back.get('code'), { code_verifier: '' });
    expect(status).toBe(200);
  });

  test('some numbers are strings, and a faction is a number', async () => {
    const { swcapi: me } = await world.as(vael, 'GET character');
    expect(me['character']).toMatchObject({ health: expect.any(String), XP: expect.any(String) });
    const { swcapi: log } = await world.as(vael, `GET character/${vael.uid}/creditlog?item_count=10`);
    expect(log['transactions']?.['attributes']).toEqual({ start: '1', total: '1000', count: '10' });
    const { swcapi: sectors } = await world.as(vael, 'GET galaxy/sectors?item_count=1');
    expect(sectors['sectors']?.['sector']?.[0]).toMatchObject({ knownsystems: expect.any(String) });
    for (const query of ['', `?faction_id=${meridian}`, '?faction_id=501']) {
      const { swcapi } = await world.as(vael, `GET character/${vael.uid}/privileges${query}`);
      expect(swcapi['privileges']?.['attributes']).toMatchObject({ faction_id: 501 });
    }
  });

  test('a profile shows credits, health and whereabouts only with the scopes for them', async () => {
    const fields = { credits: 'CHARACTER_CREDITS', health: 'character_stats', location: 'character_location' };
    for (const [shown, scope] of Object.entries(fields)) {
      const token = await world.service.grantToken({ handle: vael.handle, scopes: ['CHARACTER_READ', scope] });
      const { swcapi } = await ask(world.service, 'GET character', { token });
      const there = Object.keys(fields).filter((field) => field in (swcapi['character'] ?? {}));
      expect(there).toEqual([shown]);
    }
  });

  test('the credit log is oldest first, page by page', async () => {
    const idsOf = async (query: string) => {
      const { swcapi } = await world.as(vael, `GET character/${vael.uid}/creditlog?${query}`);
      const entries = swcapi['transactions']?.['transaction'] as unknown as {
        attributes: { transaction_id: string };
      }[];
      return entries.map(({ attributes }) => Number(attributes.transaction_id));
    };
    const newest = world.service.world.logOf(vael.uid).map(({ id }) => id);
    expect(await idsOf('item_count=1000')).toEqual(newest.toReversed());
    expect(await idsOf('start_index=999')).toEqual([newest[1], newest[0]]);
    expect(await idsOf('start_id=1&item_count=2')).toEqual([1, 2]);
  });

  test('start_index=0 means 1, and ResetTime is an RFC 1123 date', async () => {
    const { swcapi, headers } = await world.as(vael, 'GET galaxy/systems?start_index=0');
    expect(swcapi['systems']?.['attributes']).toMatchObject({ start: 1, count: 50 });
    const reset = Number(headers.get('x-ratelimit-reset'));
    expect(headers.get('x-ratelimit-resettime')).toBe(new Date(reset * 1000).toUTCString());
  });

  test('there is null after a DELETE and after a privilege POST', async () => {
    const uid = `38:${world.service.world.messagesOf(vael.uid)[0]?.id}`;
    const deleted = await world.as(vael, `DELETE character/${vael.uid}/messages/${uid}`);
    expect([deleted.status, deleted.swcapi]).toEqual([200, null]);
    const granted = await world.as(marshal, `POST character/${vael.uid}/privileges/ship/view_ships`);
    expect([granted.status, granted.swcapi]).toEqual([201, null]);
  });
});

describe('quirks', () => {
  test('can be switched on one by one', () => {
    const off = toQuirks(false);
    expect(Object.values(off).every((value) => value === false)).toBe(true);
    expect(toQuirks({ revocationByGet: true })).toEqual({ ...off, revocationByGet: true });
    expect(Object.values(toQuirks(true)).every((value) => value === true)).toBe(true);
  });
});
