import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TEXTS as PRIVILEGES } from '../../commands/privileges/en.ts';
import { whoView } from '../../commands/privileges/who/who.ts';
import { driftView, toDrifts } from '../../commands/rank/drift.ts';
import { TEXTS as RANK } from '../../commands/rank/en.ts';
import { checkView } from '../../commands/roster/check/checkView.ts';
import { TEXTS } from '../../commands/roster/en.ts';
import { parseMembers } from '../../commands/roster/importList.ts';
import { exportView, readingLines, rosterView } from '../../commands/roster/rosterView.ts';
import { message, text } from '../../src/view/message.ts';
import { forAll } from '../support/forAll.ts';
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

test('Discord accepts a roster, a check, a drift and holders with any names, in any language', () => {
  forAll(
    [textsOf(TEXTS), textsOf(RANK), textsOf(PRIVILEGES), name, read, rights],
    RUNS,
    (texts, rank, privileges, faction, all, rights) => {
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
      for (const view of [rosterView(texts, roster, 1), exportView(texts, roster), checkView(texts, roster, all, 1)])
        expectSendable(view);
      for (const { readings } of all.slice(0, 1))
        expectSendable(message('neutral', text('.', ...readingLines(texts, readings))));
      expectSendable(driftView(rank, toDrifts(roster, all, {}), {}));
      for (const paths of [['give_privs/Jane'], ['give_privs/Jane', ...rights]])
        expectSendable(whoView(privileges, roster, all, { of: faction, paths }));
    },
  );
});

test.each([
  ['1:5\nJane Doe', [{ uid: '1:5', name: '1:5' }, { name: 'Jane Doe' }], []],
  ['uid;rank\n1:5;Pilot\n2:5;x\n;y', [{ uid: '1:5', name: '1:5', rank: 'Pilot' }], [3, 4]],
  [
    "name,away\n'=1+1,2099-01-02\nPell,\nDorn,soon",
    [
      { name: '=1+1', awayUntil: Date.UTC(2099, 0, 2) },
      { name: 'Pell', awayUntil: 0 },
    ],
    [4],
  ],
])('%j is read as members, and bad lines are named', (given, rows, wrong) => {
  expect(parseMembers(given, Date.UTC(2026, 10, 23))).toEqual({ rows, wrong });
});
