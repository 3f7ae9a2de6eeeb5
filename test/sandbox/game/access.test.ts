import { describe, expect, test } from 'vitest';
import { ALL_SCOPES, cass, dorn, juno, marshal, meridian, pell, regent, useGame, vael, wayfarers } from './support.ts';

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
  test.each(['character/', 'galaxy/sectors?start_index=1&item_count=1', 'nowhere'])(
    'gets a 401 at %s if it is unknown',
    async (path) => {
      const { status, swcapi } = await game.ask(`GET ${path}`, { token: 'made-up' });
      expect([status, swcapi]).toEqual([401, { error_code: 401, error_message: 'Access Token Not Recognized' }]);
    },
  );

  test('is ignored at handlecheck if it is unknown', async () => {
    const { swcapi } = await game.ask('GET character/handlecheck/Pell', { token: 'made-up' });
    expect(swcapi.character).toMatchObject({ handle: 'Pell' });
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
const galaxy = ['systems', 'planets', 'sectors', 'stations', 'cities'].flatMap((resource) => [
  { request: `GET galaxy/${resource}`, status: 404 },
  { request: `GET galaxy/${resource}?start_index=0&item_count=50`, status: 400, names: 'start_index' },
  { request: `GET galaxy/${resource}?start_index=x&item_count=5`, status: 400, names: 'start_index' },
  { request: `GET galaxy/${resource}?start_index=1&item_count=51`, status: 400, names: 'item_count' },
  { request: `GET galaxy/${resource}?start_index=1&item_count=0`, status: 400, names: 'item_count' },
]);
const badPaging = [
  'start_index=0',
  'start_index=-1',
  'start_index=abc',
  'start_index=1.5',
  'start_index=',
  'item_count=0',
];
const paging = badPaging.flatMap((query) =>
  ['messages', 'creditlog'].map((list) => ({
    request: `GET ${own}/${list}?${query}`,
    status: 400,
    names: query.split('=')[0],
  })),
);
const noPrivilege = ['nonsense/view', 'ship/nonsense', 'members/pilot_ships', '__proto__/constructor', 'ship/length'];

type Refusal = {
  by?: typeof vael;
  request: string;
  form?: Record<string, string>;
  status: number;
  names?: string | undefined;
};
test.each<Refusal>([
  ...['skills', 'credits', 'creditlog', 'messages', 'messages/38:1', 'permissions', 'privileges'].map((resource) => ({
    request: `GET ${theirs}/${resource}`,
    status: 403,
  })),
  { request: `POST ${theirs}/credits`, form: money, status: 403 },
  { request: `PUT ${theirs}/messages`, form: letter, status: 403 },
  { request: `DELETE ${theirs}/messages/38:1`, status: 403 },
  { request: 'GET character/1:9/credits', status: 404 },
  { request: 'GET nowhere', status: 404 },
  { request: 'GET ', status: 404 },
  { request: 'GET galaxy/moons?start_index=1&item_count=1', status: 404 },
  { request: 'GET character//credits', status: 404 },
  { request: 'GET character/1:1001/credits/x', status: 404 },
  { request: 'DELETE galaxy/cities', status: 405 },
  { request: `POST ${own}/messages`, status: 405 },
  { request: 'GET character/handlecheck/%zz', status: 400 },
  ...['1:999999', '20:501', 'abc', '1001', '1:1001x'].map((uid) => ({ request: `GET character/${uid}`, status: 404 })),
  ...['Nobody', 'Vael+Ondar', '1:1001', 'Vael', '%2F'].map((handle) => ({
    request: `GET character/handlecheck/${handle}`,
    status: 404,
  })),
  ...galaxy,
  ...paging,
  { request: `GET ${own}/messages?item_count=51`, status: 400, names: 'item_count' },
  { request: `GET ${own}/creditlog?item_count=1001`, status: 400, names: 'item_count' },
  { request: `GET ${own}/creditlog?start_id=-1`, status: 400, names: 'start_id' },
  { request: `GET ${own}/creditlog?start_id=abc`, status: 400, names: 'start_id' },
  { request: `POST ${own}/credits`, form: { recipient: marshal.uid }, status: 400, names: 'amount' },
  { request: `POST ${own}/credits`, form: { ...money, amount: '' }, status: 400, names: 'amount' },
  { request: `POST ${own}/credits`, form: { amount: '5' }, status: 400, names: 'recipient' },
  { request: `POST ${own}/credits`, form: { ...money, reason: 'x'.repeat(501) }, status: 400, names: 'reason' },
  { request: `POST ${own}/credits?recipient=${marshal.uid}&amount=5`, form: {}, status: 400, names: 'recipient' },
  { request: `PUT ${own}/messages`, form: { communication: 'hi' }, status: 400, names: 'receivers' },
  { request: `PUT ${own}/messages`, form: { ...letter, receivers: '' }, status: 400, names: 'receivers' },
  { request: `PUT ${own}/messages`, form: { ...letter, receivers: ' ; ;' }, status: 400, names: 'receivers' },
  { request: `PUT ${own}/messages`, form: { receivers: 'Pell' }, status: 400, names: 'communication' },
  { request: `PUT ${own}/messages`, form: { ...letter, communication: ' \n ' }, status: 400, names: 'communication' },
  {
    request: `PUT ${own}/messages`,
    form: { ...letter, communication: 'x'.repeat(10_001) },
    status: 400,
    names: 'communication',
  },
  ...['300', '38:0', '38:abc', '39:300', 'x'].map((id) => ({ request: `GET ${own}/messages/${id}`, status: 404 })),
  { by: vael, request: `GET ${privileges(dorn)}`, status: 403, names: 'privileges/view' },
  { by: cass, request: `GET ${privileges(dorn)}?faction_id=${meridian}`, status: 403 },
  { by: pell, request: `GET ${privileges(dorn)}`, status: 403 },
  { by: marshal, request: `GET ${privileges(cass)}`, status: 404 },
  { by: marshal, request: `GET ${privileges(cass)}?faction_id=${meridian}`, status: 404 },
  { by: marshal, request: `GET ${privileges(pell)}`, status: 404 },
  { by: vael, request: `GET ${privileges(vael)}?faction_id=20:999`, status: 404 },
  { by: vael, request: `GET ${privileges(vael)}?faction_id=999`, status: 404 },
  { by: vael, request: `GET ${privileges(vael)}?faction_id=${wayfarers}`, status: 404 },
  { by: cass, request: `GET ${privileges(dorn)}/ship/view`, status: 404 },
  { by: pell, request: `GET ${privileges(pell)}/ship/view`, status: 404 },
  ...noPrivilege.flatMap((name) => [
    { by: dorn, request: `GET ${privileges(dorn)}/${name}`, status: 404 },
    { by: marshal, request: `POST ${privileges(dorn)}/${name}`, status: 404 },
  ]),
  { by: marshal, request: `POST ${privileges(dorn)}/ship/view?faction_id=20:999`, status: 404 },
  { by: marshal, request: `POST ${privileges(dorn)}/ship/view`, form: { faction_id: meridian }, status: 400 },
])(
  '$request of $by.handle with $form gets $status',
  async ({ by = vael, request, form, status: expected, names = '' }) => {
    const state = () => [
      game.world.totalCredits(),
      game.world.logOf(by.uid)[0]?.id,
      game.world.messagesOf(by.uid).length,
      game.world.holds(meridian, dorn.uid, { group: 'ship', privilege: 'view' }),
    ];
    const before = state();
    const { status, swcapi } = await game.as(by, request, form);
    expect(status).toBe(expected);
    expect(swcapi).toEqual({ error_code: expected, error_message: expect.stringContaining(names) });
    expect(state()).toEqual(before);
  },
);

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
