import { ServiceError } from '../errors.ts';
import type { Named } from '../world/characters.ts';
import { CHANGE_PRIVILEGES, privilegeCatalogue, VIEW_PRIVILEGES } from '../world/privilegeCatalogue.ts';
import type { PrivilegeName } from '../world/privileges.ts';
import { type Answer, type Call, callerOf, characterOf, type Operation, operation, single } from './call.ts';

/**
 * The faction of `faction_id` (a UID, or only its number). Without one, the primary faction of the
 * token's owner, if there is one.
 */
function factionOf(call: Call): Named | undefined {
  const given = single(call.query, 'faction_id');
  if (given === undefined) return call.world.characters.factionsOf(callerOf(call).uid).find(({ primary }) => primary);
  const faction = call.world.privileges.factionByUid(/^\d+$/u.test(given) ? `20:${given}` : given);
  if (!faction) throw new ServiceError(404, `No faction has the uid ${given}`);
  return faction;
}

function privilegeOf(call: Call): PrivilegeName {
  const { group = '', privilege = '' } = call.params;
  const entries = Object.hasOwn(privilegeCatalogue, group) ? privilegeCatalogue[group] : undefined;
  if (!entries) throw new ServiceError(404, `There is no privilege group ${group}`);
  if (!entries.includes(privilege))
    throw new ServiceError(404, `There is no privilege ${privilege} in the group ${group}`);
  return { group, privilege };
}

/** A character may see its own privileges, and those of its faction if it has the right to. */
function requireMaySee(call: Call, faction: Named | undefined, character: string): void {
  const { uid } = callerOf(call);
  if (uid === character) return;
  const { privileges } = call.world;
  const maySee = [VIEW_PRIVILEGES, CHANGE_PRIVILEGES].some(
    (name) => faction && privileges.holds(faction.uid, uid, name),
  );
  if (maySee) return;
  if (call.quirks.forbiddenAs404) throw new ServiceError(404, 'Does not exist, or you are not authorized');
  const where = `in ${faction?.name ?? 'a faction'}: it needs ${toPath(VIEW_PRIVILEGES)}`;
  throw new ServiceError(403, `You may not see privileges of ${character} ${where}`);
}

function requireMembership(call: Call, faction: Named | undefined, character: string): Named {
  if (faction && call.world.privileges.isMember(faction.uid, character)) return faction;
  throw new ServiceError(404, `${character} is not a member of ${faction?.name ?? 'any faction'}`);
}

function factionIdOf(call: Call, { uid }: Named): string | number {
  return call.quirks.numericFactionId ? Number(uid.split(':')[1]) : uid;
}

const toPath = ({ group, privilege }: PrivilegeName): string => `${group}/${privilege}`;

function toWirePrivilege(call: Call, faction: Named, character: string, name: PrivilegeName, held: boolean) {
  const path = `character/${character}/privileges/${toPath(name)}?faction_id=${factionIdOf(call, faction)}`;
  return { attributes: { uid: name.privilege, href: call.hrefs.below(path) }, value: String(held) };
}

function list(call: Call): Answer {
  const character = characterOf(call).uid;
  const faction = factionOf(call);
  requireMaySee(call, faction, character);
  const payload = (factionId: string | number, name: string, privilegegroup: object[]): Answer => {
    const attributes = { faction_id: factionId, faction_name: name, count: privilegegroup.length };
    return { payload: { privileges: { attributes, privilegegroup } } };
  };
  if (!faction) return payload('', '', []);
  requireMembership(call, faction, character);
  const held = call.world.privileges.heldBy(faction.uid, character);
  const privilegegroup = Object.entries(privilegeCatalogue).map(([group, entries]) => ({
    attributes: { name: group, count: entries.length },
    privilege: entries.map((privilege) =>
      toWirePrivilege(call, faction, character, { group, privilege }, held.has(`${group}/${privilege}`)),
    ),
  }));
  return payload(factionIdOf(call, faction), faction.name, privilegegroup);
}

function detail(call: Call): Answer {
  const character = characterOf(call).uid;
  const name = privilegeOf(call);
  const asked = factionOf(call);
  requireMaySee(call, asked, character);
  const faction = requireMembership(call, asked, character);
  const held = call.world.privileges.holds(faction.uid, character, name);
  if (call.quirks.barePrivilege) return { payload: held ? { privilege: { value: 'true' } } : { haspriv: 'false' } };
  return { payload: { privilege: toWirePrivilege(call, faction, character, name, held) } };
}

function update(call: Call): Answer {
  const character = characterOf(call).uid;
  const name = privilegeOf(call);
  if (call.form.has('faction_id'))
    throw new ServiceError(400, 'Parameter faction_id belongs into the query, not into the body');
  const faction = factionOf(call);
  const revoke = single(call.form, 'revoke') !== undefined;
  const { privileges } = call.world;
  const actor = callerOf(call).uid;
  // This failure is a 200 with a reason (docs/interface.md, "Errors").
  const refuse = (reason: string): Answer => {
    if (!call.quirks.refusalAsFailure) throw new ServiceError(200, reason);
    // A list beside the envelope, or one sentence in it.
    return revoke ? { payload: { failure: reason } } : { status: 201, beside: { failure: [reason] } };
  };
  if (!faction || !privileges.holds(faction.uid, actor, CHANGE_PRIVILEGES)) {
    const where = faction?.name ?? 'no faction';
    return refuse(`You may not change privileges in ${where}: it needs ${toPath(CHANGE_PRIVILEGES)}`);
  }
  if (!privileges.isMember(faction.uid, character)) return refuse(`${character} is not a member of ${faction.name}`);
  privileges.set(faction.uid, character, name, !revoke);
  if (!call.quirks.recordAfterUpdate) return { status: 201 };
  if (revoke) return { body: 'none' };
  return { payload: { privilege: toWirePrivilege(call, faction, character, name, true) } };
}

const ONE = 'character/:uid/privileges/:group/:privilege';

export const privilegeOperations: readonly Operation[] = [
  operation('character.privileges.list', 'GET character/:uid/privileges', 'CHARACTER_PRIVILEGES', list),
  operation('character.privileges.get', `GET ${ONE}`, 'CHARACTER_PRIVILEGES', detail),
  operation('character.privileges.update', `POST ${ONE}`, 'CHARACTER_PRIVILEGES', update),
];
