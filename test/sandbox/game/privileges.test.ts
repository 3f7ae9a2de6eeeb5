import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cass, dorn, marshal, meridian, pell, regent, startService, vael, wayfarers } from './support.ts';

let world: Awaited<ReturnType<typeof startService>>;
beforeAll(async () => {
  world = await startService();
});
afterAll(() => world.service.close());

const of = (who: { uid: string }) => `character/${who.uid}/privileges`;
const ships = { group: 'ship', privilege: 'view_ships' };
const groups =
  'members finance privileges arrest_execute gns production second_in_command tags combat_reports npc_transport faction_management npc_management ship vehicle station facility cities item npc droid creature materials planets stock datacard';

describe('character.privileges.list', () => {
  test('gives the 25 groups of the primary faction, each privilege granted or not', async () => {
    const { status, swcapi } = await world.as(marshal, `GET ${of(marshal)}`);
    expect(status).toBe(200);
    expect(swcapi['privileges']?.['attributes']).toEqual({
      faction_id: meridian,
      faction_name: 'Meridian Compact',
      count: 25,
    });
    const list = swcapi['privileges']?.['privilegegroup'] as unknown as {
      attributes: { name: string; count: number };
      privilege: unknown[];
    }[];
    expect(list.map(({ attributes }) => attributes.name).join(' ')).toBe(groups);
    for (const { attributes, privilege } of list) expect(privilege).toHaveLength(attributes.count);
    expect(list[2]).toEqual({
      attributes: { name: 'privileges', count: 3 },
      privilege: ['view_privileges', 'change_privileges', 'edit_templates'].map((uid) => ({
        attributes: { uid, href: `${world.service.baseUrl}${of(marshal)}/privileges/${uid}?faction_id=${meridian}` },
        value: 'true',
      })),
    });
    expect(list[3]?.privilege[0]).toMatchObject({ value: 'false' });
  });

  test('gives those of the faction that is asked for', async () => {
    const other = world.service.world.factionsOf(vael.uid)[1]?.uid;
    const { swcapi } = await world.as(vael, `GET ${of(vael)}?faction_id=${other}`);
    expect(swcapi['privileges']?.['attributes']).toMatchObject({ faction_id: other });
  });

  test('gives an empty list to who belongs to no faction', async () => {
    const { status, swcapi } = await world.as(pell, `GET ${of(pell)}`);
    expect(status).toBe(200);
    expect(swcapi).toEqual({
      privileges: { attributes: { faction_id: '', faction_name: '', count: 0 }, privilegegroup: [] },
    });
  });

  test('shows a member to who may see privileges in the faction, and to nobody else', async () => {
    expect((await world.as(marshal, `GET ${of(dorn)}`)).status).toBe(200);
    expect((await world.as(regent, `GET ${of(dorn)}?faction_id=${meridian}`)).status).toBe(200);
    expect((await world.as(vael, `GET ${of(dorn)}`)).status).toBe(403);
    expect((await world.as(cass, `GET ${of(dorn)}?faction_id=${meridian}`)).status).toBe(403);
    expect((await world.as(pell, `GET ${of(dorn)}`)).status).toBe(403);
  });

  test('is about the primary faction of the token’s owner, not of the character that is looked at', async () => {
    const { swcapi } = await world.as(marshal, `GET ${of(vael)}`);
    expect(swcapi['privileges']?.['attributes']).toMatchObject({ faction_id: meridian });
    for (const stranger of [cass, pell]) expect((await world.as(marshal, `GET ${of(stranger)}`)).status).toBe(404);
    expect((await world.as(cass, `GET ${of(dorn)}/ship/view_ships`)).status).toBe(404);
    const changed = await world.as(cass, `POST ${of(dorn)}/ship/view_ships`);
    expect(changed.swcapi['error_message']).toContain('Ashen Wayfarers');
    expect(world.service.world.holds(wayfarers, dorn.uid, ships)).toBe(false);
  });

  test('takes a faction by its uid or by the number in it', async () => {
    const number = meridian.split(':')[1];
    expect((await world.as(vael, `GET ${of(vael)}?faction_id=${number}`)).swcapi).toEqual(
      (await world.as(vael, `GET ${of(vael)}?faction_id=${meridian}`)).swcapi,
    );
    expect((await world.as(vael, `GET ${of(vael)}?faction_id=999`)).status).toBe(404);
  });

  test('is a 404 for a faction that does not exist, or of which the character is no member', async () => {
    expect((await world.as(vael, `GET ${of(vael)}?faction_id=20:999`)).status).toBe(404);
    expect((await world.as(vael, `GET ${of(vael)}?faction_id=${wayfarers}`)).status).toBe(404);
    expect((await world.as(marshal, `GET ${of(cass)}?faction_id=${meridian}`)).status).toBe(404);
  });
});

describe('character.privileges.get', () => {
  test('gives one privilege', async () => {
    const { swcapi } = await world.as(dorn, `GET ${of(dorn)}/ship/view_ships/`);
    expect(swcapi).toEqual({
      privilege: {
        attributes: {
          uid: 'view_ships',
          href: `${world.service.baseUrl}${of(dorn)}/ship/view_ships?faction_id=${meridian}`,
        },
        value: 'false',
      },
    });
  });

  test.each(['nonsense/view_ships', 'ship/nonsense', 'members/view_ships', '__proto__/constructor', 'ship/length'])(
    'is a 404 for %s',
    async (name) => {
      expect((await world.as(dorn, `GET ${of(dorn)}/${name}`)).status).toBe(404);
      expect((await world.as(marshal, `POST ${of(dorn)}/${name}`)).status).toBe(404);
    },
  );

  test('is a 404 for who belongs to no faction', async () => {
    expect((await world.as(pell, `GET ${of(pell)}/ship/view_ships`)).status).toBe(404);
  });
});

describe('character.privileges.update', () => {
  const path = `${of(dorn)}/ship/view_ships`;
  const held = () => world.service.world.holds(meridian, dorn.uid, ships);

  test('grants without revoke, and revokes with any revoke that is not empty', async () => {
    const granted = await world.as(marshal, `POST ${path}`);
    expect([granted.status, granted.swcapi, held()]).toEqual([201, {}, true]);
    expect((await world.as(dorn, `GET ${path}`)).swcapi['privilege']).toMatchObject({ value: 'true' });
    expect((await world.as(marshal, `POST ${path}`)).status).toBe(201);

    for (const revoke of ['true', 'false', '0']) {
      await world.as(marshal, `POST ${path}?faction_id=${meridian}`, { revoke: '' });
      expect(held()).toBe(true);
      expect((await world.as(marshal, `POST ${path}`, { revoke })).status).toBe(201);
      expect(held()).toBe(false);
    }
  });

  test.each([
    ['a member without the right', vael],
    ['the member itself', dorn],
    ['an officer of another faction', cass],
    ['somebody without a faction', pell],
  ])('by %s is a 200 with the reason, and changes nothing', async (_, actor) => {
    const { status, swcapi } = await world.as(actor, `POST ${path}?faction_id=${meridian}`);
    expect(status).toBe(200);
    expect(swcapi).toEqual({
      error_code: 'refused',
      error_message: expect.stringContaining('You may not change privileges in Meridian Compact'),
    });
    expect(held()).toBe(false);
  });

  test('of somebody who is no member is a 200 with the reason', async () => {
    const { status, swcapi } = await world.as(marshal, `POST ${of(cass)}/ship/view_ships?faction_id=${meridian}`);
    expect([status, swcapi['error_message']]).toEqual([200, '1:1005 is not a member of Meridian Compact']);
    expect(world.service.world.holds(meridian, cass.uid, ships)).toBe(false);
  });

  test('without a faction is a 200 with the reason', async () => {
    expect((await world.as(marshal, `POST ${of(pell)}/ship/view_ships`)).swcapi).toHaveProperty('error_message');
  });

  test('is a 404 for an unknown faction, and a 400 for a faction in the body', async () => {
    expect((await world.as(marshal, `POST ${path}?faction_id=20:999`)).status).toBe(404);
    const inBody = await world.as(marshal, `POST ${path}`, { faction_id: meridian });
    expect([inBody.status, held()]).toEqual([400, false]);
  });

  test('stops working as soon as the right is revoked', async () => {
    await world.as(regent, `POST ${of(marshal)}/privileges/change_privileges`, { revoke: 'true' });
    expect((await world.as(marshal, `POST ${path}`)).status).toBe(200);
    expect(held()).toBe(false);
    await world.as(regent, `POST ${of(marshal)}/privileges/change_privileges`);
    expect((await world.as(marshal, `POST ${path}`)).status).toBe(201);
  });
});
