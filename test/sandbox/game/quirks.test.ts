import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toQuirks } from '../../../src/sandbox/game/quirks.ts';
import { client, createBrowser, exchange, refresh, walk } from './browser.ts';
import { ask, marshal, startService, vael } from './support.ts';

let world: Awaited<ReturnType<typeof startService>>;
beforeAll(async () => {
  world = await startService({ clients: [client], quirks: true });
});
afterAll(() => world.service.close());

describe("with the live service's quirks", () => {
  it('the token endpoint answers with nothing but the tokens, and a refresh keeps the old refresh token', async () => {
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

  it('errors of the token endpoint stay what they are', async () => {
    expect((await refresh(world.service, 'unknown')).body).toMatchObject({ error: 'invalid_grant' });
  });

  it('discovery does not promise an issuer in the response', async () => {
    const response = await fetch(`${world.service.issuer}/.well-known/openid-configuration`);
    expect(await response.json()).not.toHaveProperty('authorization_response_iss_parameter_supported');
  });

  it.each(['access_token', 'refresh_token'])('a GET revokes the %s and all that belongs to it', async (kind) => {
    const { body } = await exchange(world.service, (await walk(createBrowser(world.service), vael)).get('code'));
    const response = await fetch(
      `${world.service.url}/ws/oauth2/revoke?token=${body[kind]}&client_id=${client.clientId}`,
    );
    expect(response.status).toBe(200);
    expect((await ask(world.service, 'GET character', { token: body['access_token'] ?? '' })).status).toBe(401);
    expect((await refresh(world.service, body['refresh_token'])).body['error']).toBe('invalid_grant');
  });

  it("a GET does not revoke another client's token, nor without a token or a known client", async () => {
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

  it('there is null after a DELETE and after a privilege POST', async () => {
    const uid = `38:${world.service.world.messagesOf(vael.uid)[0]?.id}`;
    const deleted = await world.as(vael, `DELETE character/${vael.uid}/messages/${uid}`);
    expect([deleted.status, deleted.swcapi]).toEqual([200, null]);
    const granted = await world.as(marshal, `POST character/${vael.uid}/privileges/ship/view_ships`);
    expect([granted.status, granted.swcapi]).toEqual([201, null]);
  });
});

describe('quirks', () => {
  it('can be switched on one by one', () => {
    const off = toQuirks(false);
    expect(Object.values(off).every((value) => value === false)).toBe(true);
    expect(toQuirks({ revocationByGet: true })).toEqual({ ...off, revocationByGet: true });
    expect(Object.values(toQuirks(true)).every((value) => value === true)).toBe(true);
  });
});
