import type { OperationName } from '../../src/game/operations.ts';
import type { Scope } from '../../src/game/scopes.ts';

/** The people of the seeded world that the tests act as. */
export const VAEL = { uid: '1:1001', handle: 'Vael Ondar' };
export const OFFICER = { uid: '1:1002', handle: 'Marshal Iri Tosk' };
export const RECRUIT = { uid: '1:1003', handle: 'Dorn Hesk' };
export const FACTION = { uid: '20:501', name: 'Meridian Compact' };

export type Sample = {
  params?: Record<string, unknown>;
  /** The owner of its token; Vael Ondar by default. */
  actor?: string;
  /** The scope it needs (docs/interface.md, "OAuth"). */
  scope?: Scope;
  isWrite?: true;
  /** The operation whose request it uses, if it has none of its own. */
  request?: OperationName;
};

const uid = VAEL.uid;
const privilege = { uid: RECRUIT.uid, privilegeGroup: 'ship', privilege: 'pilot_ships', faction_id: FACTION.uid };

/** A call of every operation of docs/interface.md, in its order. */
export const samples: Record<OperationName, Sample> = {
  'character.me': { scope: 'CHARACTER_READ' },
  'character.get': { params: { uid }, scope: 'CHARACTER_READ' },
  'character.getByHandle': { params: { handle: VAEL.handle } },
  'character.hasPermission': {
    params: { uid, permission: 'CREDITS_WRITE' },
    scope: 'CHARACTER_READ',
    request: 'character.permissions.list',
  },
  'character.messages.list': { params: { uid }, scope: 'MESSAGES_READ' },
  'character.messages.get': { params: { uid, messageId: '38:1' }, scope: 'MESSAGES_READ' },
  'character.messages.create': {
    params: { uid, receivers: [RECRUIT.handle], communication: 'Hello' },
    scope: 'MESSAGES_SEND',
    isWrite: true,
  },
  'character.messages.delete': { params: { uid, messageId: '38:2' }, scope: 'MESSAGES_DELETE', isWrite: true },
  'character.skills.list': { params: { uid }, scope: 'CHARACTER_SKILLS' },
  'character.credits.get': { params: { uid }, scope: 'CHARACTER_CREDITS' },
  'character.credits.transfer': {
    params: { uid, amount: 1, recipient: RECRUIT.uid, reason: 'a drink' },
    scope: 'CREDITS_WRITE',
    isWrite: true,
  },
  'character.creditlog.list': { params: { uid }, scope: 'CHARACTER_CREDITS' },
  'character.privileges.list': { params: { uid }, scope: 'CHARACTER_PRIVILEGES' },
  'character.privileges.get': { params: { ...privilege, uid }, scope: 'CHARACTER_PRIVILEGES' },
  'character.privileges.update': {
    params: privilege,
    actor: OFFICER.handle,
    scope: 'CHARACTER_PRIVILEGES',
    isWrite: true,
  },
  'character.permissions.list': { params: { uid }, scope: 'CHARACTER_READ' },
  'character.permissions.getScopes': {
    params: { uid },
    scope: 'CHARACTER_READ',
    request: 'character.permissions.list',
  },
  'galaxy.systems.list': {},
  'galaxy.planets.list': {},
  'galaxy.sectors.list': {},
  'galaxy.stations.list': {},
  'galaxy.cities.list': {},
};

export const allSamples = (Object.keys(samples) as OperationName[]).map((name) => ({
  name,
  request: name,
  actor: VAEL.handle,
  ...samples[name],
}));

export const writes = allSamples.filter(({ isWrite }) => isWrite);
export const reads = allSamples.filter(({ isWrite }) => !isWrite);
export const scoped = allSamples.flatMap((sample) => (sample.scope ? [{ ...sample, scope: sample.scope }] : []));
export const lists = allSamples.filter(({ name }) => /^galaxy\.|messages\.list|creditlog\.list/.test(name));
