import { describe, expect, test } from 'vitest';
import { cass, dorn, marshal, meridian, type Player, pell, regent, useGame, vael, wayfarers } from './support.ts';

const game = useGame('all');

const of = (who: Player) => `character/${who.uid}/privileges`;
const ships = { group: 'ship', privilege: 'view' };
const GROUPS =
  'members finance privileges arrest_execute gns production second_in_command tags combat_reports npc_transport faction_management npc_management ship vehicle station facility cities item npc droid creature materials planets stock datacard';
const held = (who: Player, group: string, uid: string, value: string) => ({
  attributes: { uid, href: `${game.baseUrl}${of(who)}/${group}/${uid}?faction_id=${meridian}` },
  value,
});

describe('character.privileges.list', () => {
  test('gives the 25 groups of the primary faction, each privilege granted or not', async () => {
    const { swcapi } = await game.as(marshal, `GET ${of(marshal)}`);
    const attributes = { faction_id: meridian, faction_name: 'Meridian Compact', count: 25 };
    expect(swcapi.privileges?.attributes).toEqual(attributes);
    const list = swcapi.privileges?.privilegegroup as unknown as {
      attributes: { name: string; count: number };
      privilege: unknown[];
    }[];
    expect(list.map(({ attributes }) => attributes.name).join(' ')).toBe(GROUPS);
    for (const { attributes, privilege } of list) expect(privilege).toHaveLength(attributes.count);
    expect(list[2]?.privilege).toEqual(
      ['view', 'give_privs', 'edit_templates'].map((uid) => held(marshal, 'privileges', uid, 'true')),
    );
    expect(list[3]?.privilege[0]).toMatchObject({ value: 'false' });
  });

  test('gives an empty list to a character without a faction', async () => {
    const { status, swcapi } = await game.as(pell, `GET ${of(pell)}`);
    const attributes = { faction_id: '', faction_name: '', count: 0 };
    expect([status, swcapi]).toEqual([200, { privileges: { attributes, privilegegroup: [] } }]);
  });

  test("is about the primary faction of the token's owner, not of the other character", async () => {
    const { swcapi } = await game.as(marshal, `GET ${of(vael)}`);
    expect(swcapi.privileges?.attributes).toMatchObject({ faction_id: meridian });
    const changed = await game.as(cass, `POST ${of(dorn)}/ship/view`);
    expect(changed.swcapi.error_message).toContain('Ashen Wayfarers');
    expect(game.world.holds(wayfarers, dorn.uid, ships)).toBe(false);
  });

  test('takes a faction by its UID or by the number in it', async () => {
    const other = game.world.factionsOf(vael.uid)[1]?.uid;
    for (const faction of [other, other?.split(':')[1]]) {
      const { swcapi } = await game.as(vael, `GET ${of(vael)}?faction_id=${faction}`);
      expect(swcapi.privileges?.attributes).toMatchObject({ faction_id: other });
    }
  });
});

describe('character.privileges.update', () => {
  const path = `${of(dorn)}/ship/view`;
  const isHeld = () => game.world.holds(meridian, dorn.uid, ships);

  test('grants without revoke, and revokes with any revoke that is not empty', async () => {
    const granted = await game.as(marshal, `POST ${path}`);
    expect([granted.status, granted.swcapi, isHeld()]).toEqual([201, {}, true]);
    expect((await game.as(dorn, `GET ${path}`)).swcapi.privilege).toMatchObject({ value: 'true' });
    expect((await game.as(marshal, `POST ${path}`)).status).toBe(201);

    for (const revoke of ['true', 'false', '0']) {
      await game.as(marshal, `POST ${path}?faction_id=${meridian}`, { revoke: '' });
      expect(isHeld()).toBe(true);
      expect((await game.as(marshal, `POST ${path}`, { revoke })).status).toBe(201);
      expect(isHeld()).toBe(false);
    }
  });

  const refusal = 'You may not change privileges in Meridian Compact';
  test.each([
    ['by a member without the right', vael, dorn, refusal],
    ['by the member', dorn, dorn, refusal],
    ['by an officer of another faction', cass, dorn, refusal],
    ['by a character without a faction', pell, dorn, refusal],
    ['of someone outside', marshal, cass, '1:1005 is not a member of Meridian Compact'],
    ['of someone without a faction', marshal, pell, '1:1006 is not a member of Meridian Compact'],
  ])('refuses a change %s with a 200 and the reason', async (_, actor, member, reason) => {
    const { status, swcapi } = await game.as(actor, `POST ${of(member)}/ship/view?faction_id=${meridian}`);
    expect(status).toBe(200);
    expect(swcapi).toEqual({ error_code: 'refused', error_message: expect.stringContaining(reason) });
    expect(game.world.holds(meridian, member.uid, ships)).toBe(false);
  });

  test('stops working as soon as the right is revoked', async () => {
    await game.as(regent, `POST ${of(marshal)}/privileges/give_privs`, { revoke: 'true' });
    expect((await game.as(marshal, `POST ${path}`)).status).toBe(200);
    expect(isHeld()).toBe(false);
    await game.as(regent, `POST ${of(marshal)}/privileges/give_privs`);
    expect((await game.as(marshal, `POST ${path}`)).status).toBe(201);
  });
});
