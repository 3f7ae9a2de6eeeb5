import { expect, test } from 'vitest';
import { client, createBrowser, exchange, logIn, refresh, walk } from './browser.ts';
import { dorn, type Json, juno, marshal, meridian, type Player, pell, regent, useGame, vael } from './support.ts';

const game = useGame('all', { clients: [client], quirks: true });
const statusOfMe = async (token = '') => (await game.ask('GET character', { token })).status;
const revokeByGet = async (query: string) => (await fetch(`${game.url}/ws/oauth2/revoke/?${query}`)).status;

test('no issuer is promised or sent, only tokens come back, and a refresh keeps the old refresh token', async () => {
  const response = await fetch(`${game.issuer}/.well-known/openid-configuration`);
  expect(await response.json()).not.toHaveProperty('authorization_response_iss_parameter_supported');
  const back = await walk(createBrowser(game), vael);
  expect(Object.fromEntries(back)).toEqual({ code: expect.any(String), state: 'the-state' });
  const { body } = await exchange(game, back.get('code'));
  expect(body).toEqual({ access_token: expect.any(String), expires_in: 3600, refresh_token: expect.any(String) });
  for (let time = 0; time < 2; time += 1) {
    const later = await refresh(game, body.refresh_token);
    expect([later.status, later.body]).toEqual([200, { access_token: expect.any(String), expires_in: 3600 }]);
    expect(await statusOfMe(later.body.access_token)).toBe(200);
  }
});

test('a refresh token comes with the first grant only, and is good for the scopes of the latest', async () => {
  const first = await logIn(game, regent, { scope: 'character_read' });
  const second = await logIn(game, regent, { scope: 'messages_read' });
  expect([first, second].map((body) => 'refresh_token' in body)).toEqual([true, false]);
  const { body } = await refresh(game, first.refresh_token);
  const { swcapi } = await game.ask(`GET character/${regent.uid}/permissions`, { token: body.access_token ?? '' });
  // One entry for each family, in lower case.
  expect(swcapi.permissions?.permission).toMatchObject([
    { scopes: { scope: ['character_read'] } },
    { scopes: { scope: ['messages_read'] } },
  ]);
  await revokeByGet(`token=${first.refresh_token}&client_id=${client.clientId}`);
  expect(await logIn(game, regent, { scope: 'character_read' })).toHaveProperty('refresh_token');
});

test.each(['access_token', 'refresh_token'])('a GET revokes the %s and all that belongs to it', async (kind) => {
  const body = await logIn(game, dorn);
  expect(await revokeByGet(`token=${body[kind]}&client_id=${client.clientId}`)).toBe(200);
  expect(await statusOfMe(body.access_token)).toBe(401);
  expect((await refresh(game, body.refresh_token)).body.error).toBe('invalid_grant');
});

test("a GET does not revoke another client's token, nor without a token or a known client", async () => {
  await game.registerClient({ ...client, clientId: 'other' });
  const token = await game.grant(vael, ['CHARACTER_READ']);
  expect(await revokeByGet(`token=${token}&client_id=other`)).toBe(200);
  expect(await revokeByGet(`token=${token}&client_id=nobody`)).toBe(401);
  expect(await revokeByGet(`token=${token}`)).toBe(400);
  expect(await revokeByGet(`client_id=${client.clientId}`)).toBe(400);
  expect(await statusOfMe(token)).toBe(200);
});

test('a code challenge is not required', async () => {
  const back = await walk(createBrowser(game), vael, { code_challenge: undefined, code_challenge_method: undefined });
  expect((await exchange(game, back.get('code'), { code_verifier: '' })).status).toBe(200);
});

test('some numbers are strings, and a faction is a number', async () => {
  const { swcapi: me } = await game.as(vael, 'GET character');
  expect(me.character).toMatchObject({ health: expect.any(String), XP: expect.any(String) });
  const { swcapi: log } = await game.as(vael, `GET character/${vael.uid}/creditlog?item_count=10`);
  expect(log.transactions?.attributes).toEqual({ start: '1', total: '2500', count: '10' });
  const { swcapi: sectors } = await game.as(vael, 'GET galaxy/sectors?item_count=1');
  expect(sectors.sectors?.sector?.[1]).toMatchObject({ knownsystems: expect.any(String) });
  for (const query of ['', `?faction_id=${meridian}`, '?faction_id=501']) {
    const { swcapi } = await game.as(vael, `GET character/${vael.uid}/privileges${query}`);
    expect(swcapi.privileges?.attributes).toMatchObject({ faction_id: 501 });
  }
});

test.each([
  ['credits', 'CHARACTER_CREDITS'],
  ['health', 'character_stats'],
  ['location', 'character_location'],
])('a profile shows %s only with the scope %s', async (shown, scope) => {
  const { swcapi } = await game.ask('GET character', { token: await game.grant(vael, ['CHARACTER_READ', scope]) });
  const fields = ['credits', 'health', 'location'].filter((field) => field in (swcapi.character ?? {}));
  expect(fields).toEqual([shown]);
});

test('the credit log is oldest first; past its window the newest repeat, and the oldest are a 400', async () => {
  const read = async (query: string) => {
    const { status, swcapi } = await game.as(vael, `GET character/${vael.uid}/creditlog?${query}`);
    const entries = swcapi.transactions?.transaction as unknown as (Json | null)[] | undefined;
    return { status, ids: entries?.slice(1).map((entry) => Number(entry?.attributes?.transaction_id)) };
  };
  const newest = game.world.logOf(vael.uid).map(({ id }) => id);
  expect((await read('item_count=1000')).ids).toEqual(newest.toReversed());
  expect((await read('start_index=999')).ids).toEqual([newest[1], newest[0]]);
  expect((await read('start_id=1&item_count=2')).ids).toEqual([1, 2]);
  expect(await read('item_count=3&start_index=1001')).toEqual(await read('item_count=3&start_index=1'));
  expect((await read('start_index=1001&start_id=1')).status).toBe(400);
});

test('start_index=0 means 1, and ResetTime is an RFC 1123 date', async () => {
  const { swcapi, headers } = await game.as(vael, 'GET galaxy/systems?start_index=0');
  expect(swcapi.systems?.attributes).toMatchObject({ start: 1, count: 50 });
  const reset = Number(headers.get('x-ratelimit-reset'));
  expect(headers.get('x-ratelimit-resettime')).toBe(new Date(reset * 1000).toUTCString());
});

test('a refused privilege update is a failure with 201 or 200, and a done one has its record or no body', async () => {
  const path = (who: { uid: string }) => `POST character/${who.uid}/privileges/ship/view`;
  const refused = await game.as(dorn, path(vael));
  expect([refused.status, refused.envelope]).toMatchObject([201, { swcapi: {}, failure: [expect.any(String)] }]);
  const notRevoked = await game.as(dorn, path(vael), { revoke: 'true' });
  expect([notRevoked.status, notRevoked.swcapi]).toEqual([200, { failure: expect.any(String) }]);
  const granted = await game.as(marshal, path(dorn));
  const record = { attributes: { uid: 'view' }, value: 'true' };
  expect([granted.status, granted.swcapi.privilege]).toMatchObject([200, record]);
  const own = `GET character/${dorn.uid}/privileges/ship`;
  expect((await game.as(dorn, `${own}/view`)).swcapi).toEqual({ privilege: { value: 'true' } });
  expect((await game.as(dorn, `${own}/assign`)).swcapi).toEqual({ haspriv: 'false' });
  const revoked = await game.as(marshal, path(dorn), { revoke: 'true' });
  expect([revoked.status, revoked.text]).toEqual([200, '']);
  expect((await game.as(dorn, `GET character/${vael.uid}/privileges`)).status).toBe(404);
});

test('texts have entities, lists begin with a null, and an empty list has no shape', async () => {
  const found = await game.as(vael, "GET character/handlecheck/Cass%20O'Renn");
  expect(found.swcapi.character).toMatchObject({ handle: 'Cass O&#039;Renn' });
  const { swcapi } = await game.as(vael, 'GET galaxy/planets?item_count=2');
  const planets = swcapi.planets?.planet as unknown as object[];
  const combat = { pvpsafezone: 'false', groundpvp: 'true', spacepvp: 'true' };
  expect(planets).toEqual([null, expect.objectContaining({ combat }), expect.anything()]);
  const own = `character/${juno.uid}/messages`;
  for (const { id } of game.world.messagesOf(juno.uid)) await game.as(juno, `DELETE ${own}/38:${id}`);
  expect((await game.as(juno, `GET ${own}/sent`)).swcapi).toEqual({ messages: '' });
});

test('the factions of a profile are one level deeper, and none is Freelance', async () => {
  const of = async (who: Player) => (await game.as(who, 'GET character')).swcapi.character;
  expect(await of(vael)).toMatchObject({ factions: { faction: [{ value: 'Meridian Compact', primary: true }, {}] } });
  expect(await of(pell)).toMatchObject({ faction: 'Freelance', factions: { faction: ['Freelance'] } });
});
