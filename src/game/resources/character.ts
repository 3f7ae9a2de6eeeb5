import { z } from 'zod';
import { get, openRead, path, read, readOfCharacter } from '../operation.ts';
import { freeText, handle, uid } from '../parameters.ts';
import { coversScope, toCanonicalScope } from '../scopes.ts';
import { toFactionUid } from '../wire/factionId.ts';
import { present, toDate, toGrants, toLocation, toUid } from '../wire/records.ts';
import type { Reference } from '../wire/wire.ts';
import { at, fieldOf, required, textAt, toBoolean, toList, toNumber, toReference } from '../wire/wire.ts';

/** A profile; `faction` is the primary one. Fields that the token's scopes hide are absent. */
export type Character = ReturnType<typeof toCharacter>;

export type ResolvedHandle = ReturnType<typeof toResolvedHandle>;

/** One entry of the token's OAuth permissions; scopes by their canonical names. */
export type Permission = { scopes: string[]; expiresAt?: Date };

export const characterOperations = {
  'character.me': read({
    scope: 'CHARACTER_READ',
    params: z.strictObject({}).default({}),
    request: () => get('character/'),
    record: ({ payload }) => toCharacter(payload),
  }),
  'character.get': readOfCharacter('CHARACTER_READ', '', toCharacter),
  'character.getByHandle': openRead({
    token: 'never',
    params: z.strictObject({ handle }),
    request: ({ handle }) => get(path`character/handlecheck/${handle.trim()}`),
    record: ({ payload }) => toResolvedHandle(payload),
  }),
  'character.hasPermission': read({
    scope: 'CHARACTER_READ',
    params: z.strictObject({ uid, permission: freeText }),
    request: ({ uid }) => get(path`character/${uid}/permissions`),
    record: ({ payload }, { permission }) => coversScope(toScopes(payload), permission),
  }),
  'character.permissions.list': readOfCharacter('CHARACTER_READ', '/permissions', toPermissions),
  'character.permissions.getScopes': readOfCharacter('CHARACTER_READ', '/permissions', toScopes),
};

function toCharacter(wire: unknown) {
  const uid = required(toUid('1', fieldOf(wire, 'uid')), 'character uid');
  const factions = toList(at(wire, 'factions')).flatMap(toMemberships);
  const faction = toFaction(at(wire, 'faction')) ?? factions.find(({ isPrimary }) => isPrimary);
  return {
    uid,
    name: fieldOf(wire, 'name') ?? uid,
    factions,
    ...present({
      credits: toNumber(at(wire, 'credits', 'value')) ?? toNumber(at(wire, 'credits')),
      faction: faction && { ...present({ uid: faction.uid }), name: faction.name },
      image: textAt(wire, 'image'),
      isPrivate: toBoolean(at(wire, 'attributes', 'isprivate')),
      gender: textAt(wire, 'gender'),
      race: toReference(at(wire, 'race'))?.name,
      shortDescription: textAt(wire, 'shortdescription'),
      biography: textAt(wire, 'biography'),
      lastLoginAt: toDate(at(wire, 'lastlogin', 'time')) ?? toDate(at(wire, 'lastlogin')),
      health: toNumber(at(wire, 'health')),
      healthMax: toNumber(at(wire, 'healthMax')),
      xp: toNumber(at(wire, 'XP')) ?? toNumber(at(wire, 'xp')),
      xpLevel: toNumber(at(wire, 'XPLevel')) ?? toNumber(at(wire, 'xpLevel')),
      location: toLocation(at(wire, 'location')),
    }),
  };
}

/** A membership, or several in `{faction: []}`. */
function toMemberships(wire: unknown): (Reference & { isPrimary: boolean })[] {
  const inner = at(wire, 'faction') ?? wire;
  if (Array.isArray(inner)) return toList(inner).flatMap(toMemberships);
  const reference = toFaction(inner);
  const primary =
    toBoolean(at(wire, 'primary')) ?? toBoolean(at(wire, 'attributes', 'primary')) ?? toBoolean(at(inner, 'primary'));
  return reference ? [{ ...reference, isPrimary: primary ?? false }] : [];
}

/** A number alone is a faction; the text "Freelance" is none. */
function toFaction(wire: unknown): Reference | undefined {
  const reference = toReference(wire);
  const { uid, name = '' } = reference ?? {};
  if (/^\d+$/.test(uid ?? name)) return toReference({ uid: toFactionUid(uid ?? name), name: uid && name });
  return reference?.uid === undefined && /^freelance$/i.test(reference?.name.trim() ?? '') ? undefined : reference;
}

function toResolvedHandle(wire: unknown) {
  const uid = required(toUid('1', textAt(wire, 'uid')), 'character uid');
  return { uid, handle: textAt(wire, 'handle') ?? uid };
}

/** Anything but a list of scopes is a broken record: it must not read as "no permission". */
function toPermissions(wire: unknown): Permission[] {
  return toGrants(wire, 'permission').map((permission) => {
    const names = [at(permission, 'scopes', 'scope')].flat().map((name) => textAt(name));
    return {
      scopes: names.map((name) => toCanonicalScope(required(name, 'name of a scope'))),
      ...present({ expiresAt: toDate(at(permission, 'attributes', 'expires')) }),
    };
  });
}

function toScopes(wire: unknown): string[] {
  return [...new Set(toPermissions(wire).flatMap(({ scopes }) => scopes))];
}
