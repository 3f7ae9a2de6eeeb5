import { z } from 'zod';
import { checkWrite, get, path, read, write } from '../operation.ts';
import { isUid, pathPart, uid } from '../parameters.ts';
import { toFactionUid } from '../wire/factionId.ts';
import { present, toGrants } from '../wire/records.ts';
import { at, type Reference, required, textAt, toBoolean } from '../wire/wire.ts';

export type Privilege = { name: string; isGranted: boolean };
export type PrivilegeGroup = { name: string; privileges: Privilege[] };

const nameParams = z.strictObject({ uid, privilegeGroup: pathPart, privilege: pathPart, faction_id: uid.optional() });
const toPath = ({ uid, privilegeGroup, privilege }: z.infer<typeof nameParams>): string =>
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
    params: nameParams,
    request: (params) => get(toPath(params), { faction_id: params.faction_id }),
    record: ({ payload }, { privilege }) => required(toPrivilege(payload, privilege), 'privilege'),
  }),
  'character.privileges.update': write({
    scope: 'CHARACTER_PRIVILEGES',
    params: nameParams.extend({ revoke: z.boolean('must be true or false').optional() }),
    request: ({ revoke, ...params }) => ({
      method: 'POST',
      path: toPath(params),
      query: { faction_id: params.faction_id },
      // Any non-empty value revokes, even "false": the field is sent only to revoke.
      form: { revoke: revoke ? 'true' : undefined },
    }),
    record: checkWrite,
  }),
};

function toPrivileges(wire: unknown): { faction?: Reference; groups: PrivilegeGroup[] } {
  const groups = toGrants(wire, 'privilegegroup').flatMap((group) => {
    const name = textAt(group, 'attributes', 'name');
    if (name === undefined) return [];
    return [{ name, privileges: toGrants(group, 'privilege').flatMap((one) => toPrivilege(one) ?? []) }];
  });
  const uid = toFactionUid(at(wire, 'attributes', 'faction_id'));
  const name = textAt(wire, 'attributes', 'faction_name') ?? uid;
  return { groups, ...(name !== undefined && { faction: { ...present({ uid }), name } }) };
}

/** Uses the requested name if the response has none. */
function toPrivilege(wire: unknown, asked?: string): Privilege | undefined {
  const name = textAt(wire, 'attributes', 'uid') ?? asked;
  const isGranted = toBoolean(textAt(at(wire, 'haspriv') ?? wire));
  if (name === undefined || isGranted === undefined) return undefined;
  return { name: required(isUid(name) ? undefined : name, 'name of a privilege'), isGranted };
}
