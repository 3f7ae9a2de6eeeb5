import fc from 'fast-check';
import { expect, test } from 'vitest';
import { editRoster, openRoster } from '../../commands/roster/access.ts';
import { TEXTS } from '../../commands/roster/en.ts';
import { parseMembers } from '../../commands/roster/importList.ts';
import { changeRoster, listServers, readRoster } from '../../commands/roster/kept.ts';
import { importList } from '../../commands/roster/members.ts';
import { exportView, readingLines, rosterView } from '../../commands/roster/rosterView.ts';
import { CHECK } from '../../commands/roster/survey/check.ts';
import { keepPrivileges, readReadings } from '../../commands/roster/survey/readings.ts';
import { answerView, QUESTIONS } from '../../commands/roster/survey/survey.ts';
import { createSealer } from '../../src/account/seal.ts';
import { createSealedStore } from '../../src/account/sealedStore.ts';
import { message, text } from '../../src/view/message.ts';
import { KEY, openMemory } from '../account/rig.ts';
import { labelsOf, textOf } from '../support/messages.ts';
import { expectSendable, hostile, moment, RUNS, textsOf } from '../support/sendable.ts';

const uid = fc.nat().map((id) => `1:${id}`);
const ms = moment.map((date) => date.getTime());
const name = hostile.map((typed) => typed.slice(0, 100));
const path = fc.oneof(fc.constantFrom('give_privs/Jane', 'Doe/give_privs'), hostile);
const member = fc.record(
  { uid, name, rank: fc.constantFrom('Jane', '*Doe*'), awayUntil: ms },
  { requiredKeys: ['uid', 'name'] },
);
const readings = fc.record(
  {
    profile: fc.record({
      at: ms,
      name,
      factions: fc.array(fc.constant('20:1')),
      isPrivate: fc.boolean(),
      lastLoginAt: ms,
    }),
    privileges: fc.record({
      at: ms,
      granted: fc.array(path, { maxLength: 90, size: 'max' }),
      changed: fc.constant({ 'give_privs/Jane': [0, 1] as [number, number] }),
    }),
  },
  { requiredKeys: [] },
);
const read = fc.uniqueArray(fc.record({ member, readings }), {
  maxLength: 40,
  size: 'max',
  selector: ({ member }) => member.uid,
});
const rights = fc.array(path, { maxLength: 90, size: 'max' });

test('Discord accepts a roster and the answers about its members with any names, in any language', async () => {
  const property = fc.asyncProperty(textsOf(TEXTS), name, read, rights, async (texts, faction, all, rights) => {
    const members = all.map(({ member }) => member);
    const ranks = [
      { name: 'Jane', rights },
      { name: '*Doe*', rights: [] },
    ];
    const roster = {
      faction: { uid: '20:1', name: faction },
      members,
      ranks,
      proposals: members.slice(0, 25),
      usedAt: 0,
    };
    for (const view of [rosterView(texts, roster, 1), exportView(texts, roster)]) expectSendable(view);
    for (const { readings } of all.slice(0, 1))
      expectSendable(message('neutral', text('.', ...readingLines(texts, readings))));
    const groups = [...new Set([...rights, 'give_privs/Jane'])].map((path) => ({
      name: path.split('/')[0],
      privileges: [{ name: path.split('/').slice(1).join('/') }],
    }));
    const services = { kept: () => ({ get: async () => ({ uid: '', items: groups }) }) };
    // Cast: an answer only reads the noted names.
    const actor = { language: 'en', services, person: { id: '' } } as never;
    const asked = [{ is: 'check' }, { is: 'rank' }, { is: 'who' }, { is: 'who', of: 'give_privs Jane' }] as const;
    for (const one of asked) {
      const answer = await QUESTIONS[one.is].answer({ actor, texts, roster, all, of: undefined, ...one });
      expectSendable(answerView(texts, one, answer, all, 1));
    }
  });
  await fc.assert(property, RUNS);
});

test("an answer has one page if its pager doesn't fit, and members who weren't read don't fit their rank", async () => {
  const all = Array.from({ length: 21 }, (_, id) => ({ member: { uid: `1:${id}`, name: 'Pell' }, readings: {} }));
  const of = 'members/view, finance/view, privileges/view';
  const lines = all.map(({ member }) => ({ member, text: 'line' }));
  const view = answerView(TEXTS.en, { is: 'who', of }, { title: '', notes: [], lines }, all, 1);
  expect([textOf(view).match(/line/g)?.length, labelsOf(view)]).toEqual([21, []]);
  const drift = await QUESTIONS.rank.answer({ texts: TEXTS.en, roster: { ranks: [] }, all } as never);
  expect(drift.title).toBe('0 members differ from their rank');
});

test.each([
  ['1:5\nJane Doe', [{ uid: '1:5', name: '1:5' }, { name: 'Jane Doe' }], []],
  ['uid;rank\n1:5;Pilot\n2:5;x\n;y', [{ uid: '1:5', name: '1:5', rank: 'Pilot' }], [3, 4]],
  [
    "name,away\n'=1+1,2099-01-02\nPell,\nDorn,soon\nIri,24.12.\nVael,5 Jan\nJuno,23.11.",
    [
      { name: '=1+1', awayUntil: Date.UTC(2099, 0, 2) },
      { name: 'Pell', awayUntil: 0 },
      { name: 'Iri', awayUntil: Date.UTC(2026, 11, 24) },
      { name: 'Vael', awayUntil: Date.UTC(2027, 0, 5) },
      { name: 'Juno', awayUntil: Date.UTC(2026, 10, 23) },
    ],
    [4],
  ],
])('%j is read as members, and bad lines are named', (given, rows, wrong) => {
  expect(parseMembers(given, Date.UTC(2026, 10, 23))).toEqual({ rows, wrong });
});

test('a check shows absences as days, the same in every time zone', async () => {
  const member = { uid: '1:5', name: 'Pell', awayUntil: Date.UTC(2026, 11, 24) };
  const roster = { faction: { uid: '20:1', name: 'Compact' }, members: [member], proposals: [], ranks: [], usedAt: 0 };
  const all = [{ member, readings: {} }];
  // Cast: this answer doesn't ask who reads it.
  const { lines } = await CHECK.answer({ actor: {} as never, texts: TEXTS.en, roster, all, of: undefined });
  expect(lines[0]?.text).toContain('away until Dec 24, 2026');
});

const OFFICER = { uid: '1:2', name: 'Marshal' };
const granted = [{ name: 'privileges', privileges: [{ name: 'give_privs', isGranted: true }] }];

/** An officer in a server; the game shows the right in this faction, after `meanwhile`. */
async function officerIn(services: object, server: string, uid = '20:1', meanwhile = async () => {}) {
  const faction = { uid, name: 'Compact' };
  const list = () => meanwhile().then(() => ({ faction, groups: granted }));
  const game = { character: { me: async () => ({ faction }), privileges: { list } } };
  const common = { services, game, texts: TEXTS.en, language: 'en' };
  const context = { ...common, me: OFFICER, person: { id: '7' }, server: { id: server } };
  // Cast: the parts that a roster needs.
  return context as unknown as Parameters<typeof importList>[0];
}

test("servers with the same faction don't share rosters or readings, and a right in another faction opens none", async () => {
  const store = createSealedStore(await openMemory(), createSealer([KEY]));
  const [own, other] = [await officerIn(store, '10'), await officerIn(store, '20')];
  const member = { uid: '1:5', name: 'Pell' };
  const roster = { faction: { uid: '20:1', name: 'Compact' }, members: [member], proposals: [], ranks: [], usedAt: 0 };
  await changeRoster(own, '10', () => roster);
  await keepPrivileges(own, '10', member.uid, []);
  expect((await openRoster(own)).roster.members).toEqual([member]);
  await expect(openRoster(other)).rejects.toThrow('no roster');
  await changeRoster(other, '20', () => ({ ...roster, members: [] }));
  expect((await openRoster(other)).roster.members).toEqual([]);
  expect([await readReadings(other, '20', member.uid), await listServers(own, member.uid)]).toEqual([{}, ['10']]);
  // A service that ignores which faction is asked about responds with the main one.
  await changeRoster(own, '30', () => roster);
  await expect(openRoster(await officerIn(store, '30', '20:9'))).rejects.toThrow('may change privileges');
});

test("a right in one faction changes no roster that another faction's officer makes meanwhile", async () => {
  const store = createSealedStore(await openMemory(), createSealer([KEY]));
  const roster = { faction: { uid: '20:2', name: 'Rivals' }, members: [], proposals: [], ranks: [], usedAt: 0 };
  const make = (server: string) => changeRoster({ services: store }, server, () => roster);
  const importing = await officerIn(store, '10', '20:1', () => make('10'));
  await expect(importList(importing, 'uid,name,rank\n1:2,Marshal,Officer')).rejects.toThrow('Rivals');
  await changeRoster(importing, '20', () => ({ ...roster, faction: { uid: '20:1', name: 'Compact' } }));
  const editing = await officerIn(store, '20', '20:1', () => make('20'));
  await expect(editRoster(editing, () => ({ members: [OFFICER] }))).rejects.toThrow('no roster');
  expect([await readRoster(importing, '10'), await readRoster(editing, '20')]).toMatchObject([
    { faction: roster.faction, members: [] },
    { faction: roster.faction, members: [] },
  ]);
});

test('whoever is listed finds their entry, wherever the process died', async () => {
  for (const writes of [0, 1, 2]) {
    const store = createSealedStore(await openMemory(), createSealer([KEY]));
    const roster = {
      faction: { uid: '20:1', name: 'Compact' },
      members: [OFFICER],
      proposals: [],
      ranks: [],
      usedAt: 0,
    };
    let left = writes;
    const kept = (...args: Parameters<typeof store.kept>) => {
      const own = store.kept(...args);
      const set: typeof own.set = async (value) => {
        left -= 1;
        if (left < 0) throw new Error('died');
        return await own.set(value);
      };
      return { ...own, set };
    };
    // Cast: an overloaded function.
    const dying = { services: { ...store, kept: kept as typeof store.kept } };
    await changeRoster(dying, '10', () => roster).catch(() => {});
    const isListed = (await readRoster({ services: store }, '10')) !== undefined;
    if (isListed) expect(await listServers({ services: store }, OFFICER.uid)).toEqual(['10']);
    expect(isListed).toBe(writes === 2);
  }
});
