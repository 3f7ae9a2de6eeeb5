import type { OperationName } from '../../src/game/operations.ts';

/** A full payload of each read, from docs/interface.md, "Wire"; its numbers are numbers. */
const ref = (uid: string, value: string) => ({ attributes: { uid, href: `https://game.example/${uid}` }, value });
const time = { years: 27, days: 88, hours: 5, mins: 12, secs: 14, timestamp: 1771675934 };
const galaxy = { attributes: { x: -12, y: 340 } };
const location = {
  container: ref('5:1', 'Dock'),
  sector: ref('25:1', 'Rim'),
  system: ref('9:1', 'Sol'),
  planet: ref('8:1', 'Earth'),
  city: ref('7:1', 'Rome'),
  coordinates: { galaxy, system: { attributes: { x: 1, y: 2 } }, surface: {} },
};
const attributes = { start: 1, total: 120, count: 1 };
const galaxyItem = {
  attributes: { uid: '9:1', name: 'Sol', href: 'https://game.example/9:1' },
  controlledby: ref('20:1', 'Compact'),
  population: 12,
  location,
};
const character = {
  uid: '1:1',
  name: 'Vael',
  image: 'https://game.example/1.png',
  attributes: { isprivate: 'false' },
  gender: 'male',
  race: ref('21:1', 'Human'),
  shortdescription: 'A pilot',
  biography: 'Born.',
  lastlogin: { time },
  health: 40,
  healthMax: 60,
  XP: 1200,
  XPLevel: 3,
  faction: ref('20:1', 'Compact'),
  factions: [{ ...ref('20:1', 'Compact'), primary: true }, ref('20:2', 'Others')],
  location,
  credits: { value: 5000 },
};
const message = { attributes: { uid: '38:1' }, sender: ref('1:1', 'Vael'), receiver: ref('1:2', 'Iri'), time };
const permissions = {
  permission: [{ scopes: { scope: ['character_read', 'messages_all'] }, attributes: { expires: time } }],
};

export const payloads = {
  'character.me': character,
  'character.get': character,
  'character.getByHandle': { uid: '1:1', handle: 'Vael' },
  'character.hasPermission': permissions,
  'character.messages.list': { attributes, message: [{ ...message, subject: 'Cargo' }] },
  'character.messages.get': { ...message, communication: '\n  The cargo  \nis here' },
  'character.messages.create': {
    status: { value: 'created' },
    data: {
      successes: [{ attributes: { uid: '38:2' }, value: 'Iri' }],
      failures: ['No character has the handle Nobody'],
      attributes: { totalcreated: 1 },
    },
  },
  'character.skills.list': {
    general: [{ attributes: { force: 'false', count: 1 }, skill: [{ attributes: { type: 'Strength' }, value: 4 }] }],
    space: [
      {
        attributes: { force: 'false', count: 1 },
        skill: [{ attributes: { type: 'Piloting' }, value: 2, experience: 830 }],
      },
    ],
  },
  'character.credits.get': 5000,
  'character.credits.transfer': {
    transaction: [
      { succeeded: true, recipient: ref('1:1003', 'Dorn Hesk'), sender: ref('1:1', 'Vael'), amount: 1, reason: 'Fuel' },
    ],
  },
  'character.creditlog.list': {
    attributes,
    transaction: [
      {
        attributes: { transaction_id: 7 },
        time,
        amount: 250,
        sender: ref('1:1', 'Vael'),
        receiver: ref('1:2', 'Iri'),
        communication: 'Fuel',
      },
    ],
  },
  'character.privileges.list': {
    attributes: { faction_id: '20:1', faction_name: 'Compact', count: 1 },
    privilegegroup: [
      { attributes: { name: 'ship', count: 2 }, privilege: [ref('pilot', 'true'), ref('sell', 'false')] },
    ],
  },
  'character.privileges.get': ref('pilot', 'true'),
  'character.permissions.list': permissions,
  'character.permissions.getScopes': permissions,
  'galaxy.systems.list': { attributes, system: [galaxyItem] },
  'galaxy.planets.list': { attributes, planet: [galaxyItem] },
  'galaxy.sectors.list': { attributes, sector: [{ ...galaxyItem, knownsystems: 4 }] },
  'galaxy.stations.list': { attributes, station: [{ ...galaxyItem, type: ref('5:9', 'Depot') }] },
  'galaxy.cities.list': { attributes, city: [galaxyItem] },
} satisfies Record<Exclude<OperationName, 'character.messages.delete' | 'character.privileges.update'>, unknown>;
