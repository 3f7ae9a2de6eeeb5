import { z } from 'zod';
import { toFactionUid } from './factionId.ts';
import { get, path, Refusal, read, write } from './operation.ts';
import { pathPart, uid } from './parameters.ts';
import { at, isEmpty, present, type Reference, required, textAt, toBoolean, toItems } from './wire.ts';

export type Privilege = { name: string; isGranted: boolean };
export type PrivilegeGroup = { name: string; privileges: Privilege[] };

const ofPrivilege = z.strictObject({ uid, privilegeGroup: pathPart, privilege: pathPart, faction_id: uid.optional() });
const toPath = ({ uid, privilegeGroup, privilege }: z.infer<typeof ofPrivilege>): string =>
  path`character/${uid}/privileges/${privilegeGroup}/${privilege}`;

export const privilegeOperations = {
  'character.privileges.list': read({
    scope: 'CHARACTER_PRIVILEGES',
    params: z.strictObject({ uid, faction_id: uid.optional() }),
    request: ({ uid, ...query }) => get(path`character/${uid}/privileges`, query),
    record: ({ payload }) => toPrivileges(payload),
  }),
  'character.privileges.get': read({
    scope: 'CHARACTER_PRIVILEGES',
    params: ofPrivilege,
    request: (params) => get(toPath(params), { faction_id: params.faction_id }),
    record: ({ payload }) => required(toPrivilege(payload), 'privilege'),
  }),
  'character.privileges.update': write({
    scope: 'CHARACTER_PRIVILEGES',
    params: ofPrivilege.extend({ revoke: z.boolean('must be true or false').optional() }),
    request: ({ revoke, ...params }) => ({
      method: 'POST',
      path: toPath(params),
      query: { faction_id: params.faction_id },
      // Any non-empty value revokes, even "false": the field is sent only to revoke.
      form: { revoke: revoke ? 'true' : undefined },
    }),
    record: ({ payload, status }) => {
      // 201 means done, and so does an empty 200; a 200 with a payload says why it was not done.
      if (status !== 201 && !isEmpty(payload)) throw new Refusal(toFailureReason(payload) ?? 'no reason given');
    },
  }),
};

function toPrivileges(wire: unknown): { faction?: Reference; groups: PrivilegeGroup[] } {
  const groups = toItems(wire, 'privilegegroup').flatMap((group) => {
    const name = textAt(group, 'attributes', 'name');
    if (name === undefined) return [];
    return [{ name, privileges: toItems(group, 'privilege').flatMap((one) => toPrivilege(one) ?? []) }];
  });
  const uid = toFactionUid(at(wire, 'attributes', 'faction_id'));
  const name = textAt(wire, 'attributes', 'faction_name') ?? uid;
  return { groups, ...(name !== undefined && { faction: { ...present({ uid }), name } }) };
}

function toPrivilege(wire: unknown): Privilege | undefined {
  const name = textAt(wire, 'attributes', 'uid');
  const isGranted = toBoolean(wire);
  return name === undefined || isGranted === undefined ? undefined : { name, isGranted };
}

/** Why a write answered with 200 wasn't done, in any of the wire's forms. */
function toFailureReason(wire: unknown): string | undefined {
  const paths = [['failurereason'], ['reason'], ['error_message'], ['message'], ['status'], []];
  return paths.map((keys) => textAt(wire, ...keys)).find((reason) => reason !== undefined);
}
