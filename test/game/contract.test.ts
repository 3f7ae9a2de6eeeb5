import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createGameService, type GameService } from '../../sandbox/game/service.ts';
import type { Game } from '../../src/game/client.ts';
import type { Page } from '../../src/game/operation.ts';
import { type OperationName, operations } from '../../src/game/operations.ts';
import { ALL_SCOPES } from '../../src/game/scopes.ts';
import { callOf, createRig, createSource, failureOf, findDirtyFields, type Rig } from './rig.ts';
import { allSamples, FACTION, lists, OFFICER, RECRUIT, scoped, VAEL } from './samples.ts';

/** Writes with an empty result. */
const SILENT: OperationName[] = [
  'character.credits.transfer',
  'character.messages.delete',
  'character.privileges.update',
];

test('the client writes where the interface writes, and needs the scopes of docs/interface.md', () => {
  for (const { name, isWrite = false, scope } of allSamples)
    expect({ name, isWrite: operations[name].isWrite, scope: operations[name].scope }).toEqual({
      name,
      isWrite,
      scope,
    });
});

describe.each([
  { habits: 'as documented', quirks: false },
  { habits: 'with the live quirks', quirks: true },
])('against the reference service, $habits', ({ quirks }) => {
  let service: GameService;
  let rig: Rig;
  let vael: Game;
  let officer: Game;
  let recruit: Game;

  const actAs = async (handle: string, scopes: readonly string[] = ALL_SCOPES): Promise<Game> =>
    rig.client.actingAs(createSource(await service.grantToken({ handle, scopes })));
  /** The live service gives the credit log oldest first. */
  const inOrder = <T>(newestFirst: readonly T[]): readonly T[] => (quirks ? newestFirst.toReversed() : newestFirst);
  const actors = (): Record<string, Game> => ({ [VAEL.handle]: vael, [OFFICER.handle]: officer });

  beforeAll(async () => {
    service = await createGameService({ quirks, limitPerHour: 1_000_000 });
    rig = createRig(service);
    vael = await actAs(VAEL.handle);
    officer = await actAs(OFFICER.handle);
    recruit = await actAs(RECRUIT.handle);
  });
  afterAll(async () => {
    await rig.client.close();
    await service.close();
  });

  test.each(allSamples)('$name takes one request; its record is clean', async ({ name, request, actor, params }) => {
    const [before, all] = [service.world.requests(request), service.world.requests()];
    const byHandle = quirks && name === 'character.credits.transfer' && { recipient: RECRUIT.handle };
    const record = await callOf(actors()[actor] ?? vael, name)({ ...params, ...byHandle });
    if (SILENT.includes(name)) expect(record).toBeUndefined();
    else expect(findDirtyFields(record)).toEqual([]);
    expect(service.world.requests(request) - before).toBe(1);
    expect(service.world.requests() - all).toBe(1);
  });

  test('character.me is the profile of the token’s character', async () => {
    const truth = service.world.characters().find(({ uid }) => uid === VAEL.uid);
    const game = await actAs(VAEL.handle, ['character_all']);
    expect(await game.character.me()).toMatchObject({
      uid: VAEL.uid,
      name: VAEL.handle,
      credits: service.world.balanceOf(VAEL.uid),
      faction: FACTION,
      factions: expect.arrayContaining([{ ...FACTION, isPrimary: true }]),
      race: truth?.race,
      gender: truth?.gender,
      isPrivate: false,
      health: truth?.health,
      healthMax: truth?.healthMax,
      xp: truth?.xp,
      xpLevel: truth?.xpLevel,
      lastLoginAt: new Date((truth?.lastLogin ?? 0) * 1_000),
      location: { sector: { uid: expect.stringMatching(/^25:/) } },
    });
  });

  test('character.get shows the public part of others, and only the outline of private profiles', async () => {
    const other = await vael.character.get({ uid: OFFICER.uid });
    const lastLoginAt = expect.any(Date);
    expect(other).toMatchObject({ uid: OFFICER.uid, name: OFFICER.handle, faction: FACTION, lastLoginAt });
    for (const field of ['credits', 'location', 'health']) expect(other).not.toHaveProperty(field);
    const { image, ...outline } = await vael.character.get({ uid: '1:1009' });
    expect(outline).toEqual({ uid: '1:1009', name: 'Silent Juno', isPrivate: true, factions: [] });
  });

  const HANDLES = [VAEL.handle, "Cass O'Renn", 'Ysé *Nova* Quar_tz', '  vael ondar '];
  test.each(HANDLES)('character.getByHandle finds %j without a token', async (handle) => {
    const found = await rig.client.actingAs(undefined).character.getByHandle({ handle });
    expect(found.handle.toLowerCase()).toBe(handle.trim().toLowerCase());
    expect(found.uid).toBe(service.world.uidOf(found.handle));
  });

  test('character.hasPermission follows the token’s scopes, in any spelling and by family', async () => {
    const game = await actAs(VAEL.handle, ['CHARACTER_READ', 'MESSAGES_READ']);
    const has = (permission: string) => game.character.hasPermission({ uid: VAEL.uid, permission });
    expect(await has('MESSAGES_READ')).toBe(true);
    expect(await has('messages_read')).toBe(true);
    expect(await has('MESSAGES_SEND')).toBe(false);
    const family = await actAs(VAEL.handle, ['CHARACTER_READ', 'messages_all']);
    expect(await family.character.hasPermission({ uid: VAEL.uid, permission: 'MESSAGES_SEND' })).toBe(true);
  });

  test('character.messages.list gives both, sent and received, newest first; get gives the text', async () => {
    const truth = service.world.messagesOf(VAEL.uid);
    const both = await vael.character.messages.list({ uid: VAEL.uid });
    expect(both).toMatchObject({ total: truth.length, startIndex: 1, itemCount: 50, hasMore: true });
    expect(both.items.map(({ messageId }) => messageId)).toEqual(truth.slice(0, 50).map(({ id }) => `38:${id}`));
    const { id, sentAt = 0, communication, ...first } = truth[0] ?? {};
    const listed = { ...first, messageId: `38:${id}`, sentAt: new Date(sentAt * 1_000) };
    expect(both.items[0]).toEqual(listed);
    const message = await vael.character.messages.get({ uid: VAEL.uid, messageId: `38:${id}` });
    expect(message).toEqual({ ...listed, body: communication });
  });

  test('character.messages.create delivers to known handles, in any Unicode form, and names the others', async () => {
    const communication = `Süß & <sharp>; "quoted" + 100% \n second line ${quirks}`;
    const sent = await vael.character.messages.create({
      uid: VAEL.uid,
      receivers: [RECRUIT.handle.toUpperCase(), ' Nobody At All ', 'Ysé *Nova* Quar_tz'.normalize('NFD')],
      communication,
    });
    expect(sent.delivered.map(({ name }) => name)).toEqual([RECRUIT.handle, 'Ysé *Nova* Quar_tz']);
    expect(sent.failed).toEqual(['Nobody At All']);
    expect(sent.reasons).toEqual([expect.stringContaining('Nobody At All')]);
    const [received] = service.world.messagesOf(RECRUIT.uid);
    expect(received).toMatchObject({ communication, sender: { uid: VAEL.uid } });
  });

  test('character.skills.list is keyed by skill, with level, experience and category', async () => {
    const skills = await vael.character.skills.list({ uid: VAEL.uid });
    expect(skills).toMatchObject({ Strength: { category: 'general' }, Trading: { category: 'social' } });
    const trained = { level: expect.any(Number), experience: expect.any(Number) };
    expect(skills['Piloting']).toEqual({ ...trained, category: 'space' });
  });

  test('character.credits.transfer moves the credits once, and both logs show it', async () => {
    const [from, to] = [service.world.balanceOf(VAEL.uid), service.world.balanceOf(RECRUIT.uid)];
    const recipient = quirks ? RECRUIT.handle : RECRUIT.uid;
    const order = { uid: VAEL.uid, amount: 25, recipient, reason: 'for the fuel & more' };
    await vael.character.credits.transfer(order);
    expect(await vael.character.credits.get({ uid: VAEL.uid })).toBe(from - 25);
    expect(await recruit.character.credits.get({ uid: RECRUIT.uid })).toBe(to + 25);
    const [paid] = inOrder((await vael.character.creditlog.list({ uid: VAEL.uid, item_count: 1_000 })).items);
    const [got] = inOrder((await recruit.character.creditlog.list({ uid: RECRUIT.uid, item_count: 1_000 })).items);
    const entry = {
      transactionId: paid?.transactionId,
      description: expect.stringMatching(/^for the fuel & more/),
      timestamp: expect.any(Date),
    };
    expect(paid).toEqual({ ...entry, amount: -25, counterparty: { uid: RECRUIT.uid, name: RECRUIT.handle } });
    expect(got).toEqual({ ...entry, amount: 25, counterparty: { uid: VAEL.uid, name: VAEL.handle } });
  });

  test.each([
    { amount: 999_999_999_999, reason: 'Credit amount to transfer exceeds available credits.' },
    { amount: 1, recipient: '1:999999', reason: 'recipient_not_found' },
  ])('character.credits.transfer is refused with $reason, and nothing moves', async ({ reason, ...order }) => {
    const before = service.world.balanceOf(VAEL.uid);
    const recipient = quirks ? RECRUIT.handle : RECRUIT.uid;
    const error = await failureOf(vael.character.credits.transfer({ uid: VAEL.uid, recipient, ...order }));
    expect(error.failure).toEqual({ code: 'refused', reason });
    expect(service.world.balanceOf(VAEL.uid)).toBe(before);
  });

  test('character.privileges.update grants, and revokes only if told to', async () => {
    const target = { uid: RECRUIT.uid, privilegeGroup: 'tags', privilege: 'create_tags', faction_id: FACTION.uid };
    const holds = () => service.world.holds(FACTION.uid, RECRUIT.uid, { group: 'tags', privilege: 'create_tags' });
    const { failure } = await failureOf(recruit.character.privileges.update(target));
    expect(failure).toEqual({ code: 'refused', reason: expect.stringContaining('give_privs') });
    expect(holds()).toBe(false);
    for (const choice of [{}, { revoke: false }, { revoke: true }]) {
      await officer.character.privileges.update({ ...target, ...choice });
      expect(holds()).toBe(!choice.revoke);
    }
  });

  test.each([
    { name: 'galaxy.systems.list', least: 1_000, fields: { sector: /^25:/ } },
    { name: 'galaxy.planets.list', least: 4_000, fields: { system: /^\d+:/, sector: /^25:/ } },
    { name: 'galaxy.sectors.list', least: 150, fields: {} },
    { name: 'galaxy.stations.list', least: 500, fields: { type: /^\d+:/, system: /^\d+:/ } },
    { name: 'galaxy.cities.list', least: 800, fields: { planet: /^\d+:/ } },
  ] as const)(
    '$name pages through the whole list; records point to where they lie',
    async ({ name, least, fields }) => {
      const list = callOf(rig.client.actingAs(undefined), name) as (params?: object) => Promise<Page<object>>;
      const first = await list();
      expect(first).toMatchObject({ startIndex: 1, itemCount: 50, hasMore: true });
      expect(first.total).toBeGreaterThanOrEqual(least);
      expect(first.items).toHaveLength(50);
      for (const item of first.items) {
        expect(item).toMatchObject({ uid: expect.stringMatching(/^\d+:\d+$/), population: expect.any(Number) });
        for (const [field, uid] of Object.entries(fields)) {
          expect(item).toHaveProperty(field, { uid: expect.stringMatching(uid), name: expect.any(String) });
        }
      }
    },
  );

  test.each(lists)('$name gives each item once, page by page', async ({ name, params }) => {
    const game = callOf(vael, name);
    const itemCount = name.includes('creditlog') ? 250 : 50;
    const { total } = (await game({ ...params, item_count: 1 })) as Page<unknown>;
    const items: unknown[] = [];
    for (let hasMore = true, start = 1; hasMore; ) {
      const page = (await game({ ...params, start_index: start, item_count: itemCount })) as Page<unknown>;
      items.push(...page.items);
      start += page.items.length + (page.skipped ?? 0);
      hasMore = page.hasMore;
    }
    const ids = items.map((item) => JSON.stringify(item));
    expect(items).toHaveLength(total);
    expect(new Set(ids).size).toBe(total);
  });

  test.each(scoped)('$name without $scope is scope_missing', async ({ name, scope, params }) => {
    const others = ALL_SCOPES.filter((other) => other !== scope);
    const error = await failureOf(callOf(await actAs(VAEL.handle, others), name)(params));
    expect(error).toMatchObject({ failure: { code: 'scope_missing', scope }, operation: name });
  });

  test.each(scoped)('$name without a link is not_linked, and nothing is sent', async ({ name, params }) => {
    const before = service.world.requests();
    const error = await failureOf(callOf(rig.client.actingAs(undefined), name)(params));
    expect(error.failure).toEqual({ code: 'not_linked' });
    expect(service.world.requests()).toBe(before);
  });

  test('a 403 that isn’t about a scope is refused, in the service’s words', async () => {
    const { failure } = await failureOf(recruit.character.privileges.list({ uid: OFFICER.uid }));
    const refused = { code: 'refused', reason: expect.stringContaining('You may not see privileges') };
    expect(failure).toEqual(quirks ? { code: 'not_found' } : refused);
  });
});

test('a galaxy that requires a token gets one after its 401, and is not_linked without a link', async () => {
  await using service = await createGameService({ galaxyRequiresToken: true });
  await using rig = createRig(service);
  const listAs = (token?: string) => rig.client.actingAs(token ? createSource(token) : undefined).galaxy.sectors.list();
  const { total } = await listAs(await service.grantToken({ handle: VAEL.handle, scopes: ['CHARACTER_READ'] }));
  expect(total).toBeGreaterThanOrEqual(150);
  expect(await rig.client.actingAs(undefined).character.getByHandle({ handle: VAEL.handle })).toEqual(VAEL);
  expect((await failureOf(listAs())).code).toBe('not_linked');
  expect((await failureOf(listAs('old'))).code).toBe('token_rejected');
});

test.each([{ quirks: false }, { quirks: true }])(
  'a used-up budget is rate_limited until the service’s time, also for a process that just started (quirks: $quirks)',
  async ({ quirks }) => {
    const limitPerHour = 4;
    await using service = await createGameService({ quirks, limitPerHour, windowMs: 60_000 });
    const source = createSource(await service.grantToken({ handle: VAEL.handle, scopes: ['CHARACTER_READ'] }));
    await using earlier = createRig(service);
    const startedAt = Date.now();
    for (let index = 0; index < limitPerHour; index += 1) await earlier.client.actingAs(source).character.me();
    await using rig = createRig(service, { perToken: 600 });
    const me = () => rig.client.actingAs(source).character.me();
    const { failure } = await failureOf(me());
    if (failure.code !== 'rate_limited') throw new Error(`${failure.code}`);
    // The headers count whole seconds, and the client adds half a second.
    expect(failure.until.getTime()).toBeGreaterThanOrEqual(startedAt + 60_000);
    expect(failure.until.getTime()).toBeLessThan(Date.now() + 60_000 + 3_000);
    const asked = service.world.requests();
    expect((await failureOf(me())).failure).toEqual(failure);
    expect(service.world.requests()).toBe(asked);
  },
);
