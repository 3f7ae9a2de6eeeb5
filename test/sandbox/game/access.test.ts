import { describe, expect, test } from 'vitest';
import {
  ALL_SCOPES,
  cass,
  dorn,
  juno,
  marshal,
  meridian,
  type Player,
  pell,
  regent,
  useGame,
  vael,
} from './support.ts';

const game = useGame('all');
const own = `character/${vael.uid}`;
const theirs = `character/${marshal.uid}`;
const privileges = (who: { uid: string }) => `character/${who.uid}/privileges`;

test.each([
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
])('%s needs %s, or the scope for all of its family', async (request, scope, wire) => {
  const others = ALL_SCOPES.filter((other) => other !== wire);
  const refused = await game.ask(request, { token: await game.grant(vael, others) });
  expect(refused.status).toBe(403);
  const sentence = new RegExp(`^Required permission: ${wire}; Available permissions: [a-z_, ]+$`, 'u');
  expect(refused.swcapi.error_message).toMatch(sentence);
  for (const granted of [scope, `${wire.split('_')[0]}_all`]) {
    const { status } = await game.ask(request, { token: await game.grant(vael, [granted]) });
    expect([401, 403]).not.toContain(status);
  }
  const { status, swcapi, headers } = await game.ask(request);
  expect([status, headers.get('www-authenticate')]).toEqual([401, expect.stringContaining('OAuth')]);
  expect(swcapi.error_message).toContain('Authorization: OAuth');
});

describe('a token', () => {
  test.each(['character/', 'galaxy/sectors?item_count=1', 'nowhere'])('is a 401 at %s if unknown', async (path) => {
    const { status, swcapi } = await game.ask(`GET ${path}`, { token: 'made-up' });
    expect([status, swcapi]).toEqual([401, { error_code: 401, error_message: 'Access Token Not Recognized' }]);
  });

  test('is ignored at handlecheck if it is unknown', async () => {
    const { swcapi } = await game.ask('GET character/handlecheck/Cass%20O%27Renn/', { token: 'made-up' });
    expect(swcapi).toEqual({ character: cass });
  });

  test('gets a 401 that says how to send it if it is sent as Bearer', async () => {
    const authorization = `Bearer ${await game.grant(vael, ALL_SCOPES)}`;
    const { status, swcapi } = await game.ask('GET character', { headers: { authorization } });
    expect([status, swcapi.error_message]).toEqual([401, expect.stringContaining('Authorization: OAuth')]);
  });

  test("ends at its time, by the service's clock", async () => {
    const token = await game.grantToken({ handle: vael.handle, scopes: ALL_SCOPES, expiresInSeconds: 60 });
    game.clock.now += 59_999;
    expect((await game.ask('GET character', { token })).status).toBe(200);
    game.clock.now += 1;
    expect((await game.ask('GET character', { token })).swcapi.error_message).toBe('Access Token Not Recognized');
  });
});

const money = { recipient: marshal.uid, amount: '5' };
const letter = { receivers: 'Pell', communication: 'hi' };
const uids = '1:999999 20:501 abc 1001 1:1001x';
const names = 'nonsense/view ship/nonsense members/pilot_ships __proto__/constructor ship/length';
const pages = 'start_index=0 start_index=-1 start_index=abc start_index=1.5 start_index= item_count=0 item_count=';
const elsewhere = '?faction_id=20:999 ?faction_id=999 ?faction_id=20:502';

/** Each row: the status, the caller, the method, the start of all paths, and their ends. */
test.each<[number, Player, string, string, string, form?: Record<string, string> | undefined, named?: string]>([
  [403, vael, 'GET', theirs, '/skills /credits /creditlog /messages /messages/38:1 /permissions /privileges'],
  [403, vael, 'POST', theirs, '/credits', money],
  [403, vael, 'PUT', theirs, '/messages', letter],
  [403, vael, 'DELETE', theirs, '/messages/38:1'],
  [404, vael, 'GET', '', 'nowhere / galaxy/moons?start_index=1&item_count=1 character//credits character/1:9/credits'],
  [404, vael, 'GET', own, '/credits/x'],
  [404, vael, 'GET', 'character/', uids],
  [404, vael, 'GET', 'character/handlecheck/', 'Nobody Vael+Ondar 1:1001 Vael %2F'],
  [405, vael, 'DELETE', 'galaxy/', 'cities'],
  [405, vael, 'POST', own, '/messages'],
  [400, vael, 'GET', 'character/handlecheck/', '%zz'],
  [404, vael, 'GET', 'galaxy/', 'systems planets sectors stations cities'],
  ...['systems', 'planets', 'sectors', 'stations', 'cities'].map(
    (resource) => [400, vael, 'GET', `galaxy/${resource}?`, `${pages}51`] as [number, Player, string, string, string],
  ),
  [400, vael, 'GET', `${own}/messages?`, `${pages}51`],
  [400, vael, 'GET', `${own}/creditlog?`, `${pages}1001 start_id=-1 start_id=abc`],
  [400, vael, 'POST', own, '/credits', { recipient: marshal.uid }, 'amount'],
  [400, vael, 'POST', own, '/credits', { ...money, amount: '' }, 'amount'],
  [400, vael, 'POST', own, '/credits', { amount: '5' }, 'recipient'],
  [400, vael, 'POST', own, '/credits', { ...money, reason: 'x'.repeat(501) }, 'reason'],
  [400, vael, 'POST', own, '/credits?recipient=1:1002&amount=5', {}, 'recipient'],
  [400, vael, 'PUT', own, '/messages', { communication: 'hi' }, 'receivers'],
  [400, vael, 'PUT', own, '/messages', { ...letter, receivers: '' }, 'receivers'],
  [400, vael, 'PUT', own, '/messages', { ...letter, receivers: ' ; ;' }, 'receivers'],
  [400, vael, 'PUT', own, '/messages', { receivers: 'Pell' }, 'communication'],
  [400, vael, 'PUT', own, '/messages', { ...letter, communication: ' \n ' }, 'communication'],
  [400, vael, 'PUT', own, '/messages', { ...letter, communication: 'x'.repeat(10_001) }, 'communication'],
  [404, vael, 'GET', `${own}/messages/`, '300 38:0 38:abc 39:300 x'],
  [403, vael, 'GET', privileges(dorn), '/', undefined, 'privileges/view'],
  [403, cass, 'GET', privileges(dorn), '?faction_id=20:501'],
  [403, pell, 'GET', privileges(dorn), '/'],
  [404, marshal, 'GET', privileges(cass), '/ ?faction_id=20:501'],
  [404, marshal, 'GET', privileges(pell), '/'],
  [404, vael, 'GET', privileges(vael), elsewhere],
  [404, cass, 'GET', privileges(dorn), '/ship/view'],
  [404, pell, 'GET', privileges(pell), '/ship/view'],
  [404, dorn, 'GET', `${privileges(dorn)}/`, names],
  [404, marshal, 'POST', `${privileges(dorn)}/`, `${names} ship/view?faction_id=20:999`],
  [400, marshal, 'POST', privileges(dorn), '/ship/view', { faction_id: '20:501' }, 'faction_id'],
])('a %i refuses %o who sends %s %s, each of %s, %o', async (expected, by, method, start, paths, form, named = '') => {
  const state = () => [
    game.world.totalCredits(),
    game.world.logOf(by.uid)[0]?.id,
    game.world.messagesOf(by.uid).length,
    game.world.holds('20:501', dorn.uid, { group: 'ship', privilege: 'view' }),
  ];
  const before = state();
  for (const path of paths.split(' ')) {
    const { status, swcapi } = await game.as(by, `${method} ${start}${path}`, form);
    expect([path, status]).toEqual([path, expected]);
    const parameter = start.endsWith('?') ? (path.split('=')[0] ?? '') : named;
    expect(swcapi).toEqual({ error_code: expected, error_message: expect.stringContaining(parameter) });
  }
  expect(state()).toEqual(before);
});

test("a body that isn't a form is a 415", async () => {
  const { status, swcapi } = await game.ask(`PUT ${own}/messages`, {
    token: await game.grant(vael, ALL_SCOPES),
    body: JSON.stringify(letter),
    headers: { 'content-type': 'application/json' },
  });
  expect([status, swcapi.error_message]).toEqual([415, expect.stringContaining('application/x-www-form-urlencoded')]);
});

test.each([
  ['an officer', marshal, ''],
  ['an officer by their second faction', regent, `?faction_id=${meridian}`],
])("%s may see a member's privileges", async (_, reader, query) => {
  expect((await game.as(reader, `GET ${privileges(dorn)}${query}`)).status).toBe(200);
});

test('a private character shows hardly more than the name to others', async () => {
  const { swcapi } = await game.as(vael, `GET character/${juno.uid}`);
  expect(swcapi.character).toEqual({
    uid: juno.uid,
    name: juno.handle,
    image: expect.any(String),
    attributes: { isprivate: 'true' },
    faction: {},
    factions: [],
    location: {},
  });
  const own = await game.as(juno, `GET character/${juno.uid}`);
  expect(own.swcapi.character).toMatchObject({ faction: { value: 'Ashen Wayfarers' }, health: expect.any(Number) });
});
