import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { PRIVILEGE_CHANGES, toRow } from '../../commands/privileges/change/changeBatch.ts';
import { TEXTS } from '../../commands/privileges/en.ts';
import { editorView } from '../../commands/privileges/list/browse.ts';
import { listView, privilegeView, toPage, toParts } from '../../commands/privileges/list/listView.ts';
import type { Subject } from '../../commands/privileges/read.ts';
import type { Actor } from '../../src/writes/kind.ts';
import { forAll } from '../support/forAll.ts';
import { selectsOf, textOf } from '../support/messages.ts';
import { SPOKEN } from '../support/pseudo.ts';
import { expectSendable, hostile, inAll, named, RUNS, textsOf } from '../support/sendable.ts';

const english = TEXTS.en;
const texts = textsOf(TEXTS);
const TICKET = 'aZ09_-aZ09_-aZ09';

const privilege = fc.record({ name: hostile, isGranted: fc.boolean() });
const group = fc.record({ name: hostile, privileges: fc.array(privilege, { maxLength: 60, size: 'max' }) });
const groups = fc.array(group, { maxLength: 30, size: 'max' });
const subject: fc.Arbitrary<Subject> = fc.record(
  { character: named, faction: fc.record({ uid: hostile, name: hostile }, { requiredKeys: [] }) },
  { requiredKeys: ['character'] },
);
const chosen = fc.array(fc.record({ group: hostile, privilege: hostile, revoke: fc.boolean() }), {
  maxLength: 60,
  size: 'max',
});

describe('whatever the names and however many, Discord accepts', () => {
  test('each page of the list, each value, and the editor at each of its parts', () => {
    const pages = fc.integer({ min: -1, max: 5 });
    forAll([texts, subject, groups, pages, chosen], RUNS, (texts, subject, groups, page, changes) => {
      expectSendable(listView(texts, { subject, groups }, page));
      for (const { name: group, privileges } of groups)
        for (const { name, isGranted } of privileges.slice(0, 3))
          expectSendable(privilegeView(texts, { subject, group, privilege: name, isGranted }));
      for (const place of toParts(groups).keys())
        if (place % 9 === 0) expectSendable(editorView(texts, { subject, groups, changes, ticket: TICKET }, place));
    });
  });

  test('each row of a batch, as one line', () => {
    const rows = fc
      .tuple(subject, fc.record({ group: hostile, privilege: hostile }), fc.boolean())
      .map(([who, name, revoke]) => toRow(own.character, who, name, revoke));
    forAll([fc.constantFrom(...SPOKEN), rows], RUNS, (language, row) => {
      const words = PRIVILEGE_CHANGES.words(language);
      for (const line of [words.heading(row), words.line(row), ...words.warnings([row])]) {
        expect(line).not.toContain('\n');
        expect(line.length).toBeLessThan(500);
      }
      expect(PRIVILEGE_CHANGES.row.parse(JSON.parse(JSON.stringify(row)))).toEqual(row);
    });
  });
});

describe.each(inAll(TEXTS))('in $language, with the longest names', (texts) => {
  const long = (place: number) => `${place}${'_'.repeat(500)}`;
  const who = { character: { uid: long(1), name: long(2) }, faction: { uid: long(3), name: long(4) } };

  test('25 groups of 60 privileges fit, and each privilege is in one part of the editor', () => {
    const privileges = Array.from({ length: 60 }, (_, inner) => ({ name: long(inner), isGranted: inner % 2 === 0 }));
    const groups = Array.from({ length: 25 }, (_, place) => ({ name: long(place), privileges }));
    const list = { subject: who, groups };
    for (const page of [1, 2, 3]) expectSendable(listView(texts, list, page));
    expect(textOf(listView(texts, list, 1))).toContain(texts.more(13));
    const parts = [72, 73, 74].map((place) => editorView(texts, { ...list, changes: [], ticket: TICKET }, place));
    for (const part of parts) expectSendable(part);
    const options = parts.flatMap((part) => selectsOf(part)[0]?.options ?? []);
    expect(options.map(({ label }) => Number.parseInt(label, 10))).toEqual([...privileges.keys()]);
  });
});

const own: Subject = { character: { uid: '1:1', name: 'Jane Doe' } };

const { words, invert, isAbout } = PRIVILEGE_CHANGES;
const me = own.character;

test.each([
  ['privileges', 'give_privs', true],
  ['members', 'faction_leader', true],
  ['second_in_command', 'name_deputies', true],
  ['members', 'give_privs', false],
  ['privileges', 'view', false],
  ['ship', 'pilot_ships', false],
])('revoking %s/%s has a warning, and for oneself another and no undo: %s', (group, privilege, isWarned) => {
  const revoked = toRow(me, own, { group, privilege }, true);
  const of = (row: typeof revoked) => [words('en').warnings([row]).length, invert(row, { me }) === undefined];
  expect(of(revoked)).toEqual(isWarned ? [2, true] : [0, false]);
  expect(words('en').warnings([revoked]).includes(english.changing.ownRight)).toBe(isWarned);
  expect(of(toRow({ uid: '1:2' }, own, { group, privilege }, true))).toEqual([isWarned ? 1 : 0, false]);
  expect(of(toRow(me, own, { group, privilege }, false))).toEqual([isWarned ? 1 : 0, false]);
});

test('handing over the leadership warns that it can’t be undone', () => {
  const handed = toRow({ uid: '1:2' }, own, { group: 'members', privilege: 'faction_leader' }, false);
  expect(words('en').warnings([handed])).toContain(english.changing.ownRight);
  expect(invert(handed, { me: { uid: '1:2', name: '' } })).toBeUndefined();
});

test.each([
  ['Requires powered HQ.', false],
  ['You may not view or rename anything in Meridian Compact.', false],
  ['Jane Doe is not a member.', true],
  ['1:1 is not a member of Meridian Compact', true],
  ['They lack the skill to “pilot ships”!', true],
  ['ship/pilot_ships: no', true],
])('the refusal “%s” affects one row only: %s', (reason, isAboutIt) => {
  expect(isAbout(reason, toRow(me, own, { group: 'ship', privilege: 'pilot_ships' }, false))).toBe(isAboutIt);
  if (!isAboutIt) expect(isAbout(reason, toRow(me, own, { group: 'ship', privilege: 'view' }, false))).toBe(false);
});

test('a refusal that names the right to change privileges affects every row', () => {
  const giving = toRow(me, own, { group: 'privileges', privilege: 'give_privs' }, false);
  expect(isAbout('It needs privileges/give_privs.', giving)).toBe(false);
  expect(isAbout('Jane Doe may not have give_privs.', giving)).toBe(true);
});

test('two privileges of one name, and two members, are told apart by what the game shows', async () => {
  const other: Subject = { character: { uid: '1:2', name: 'John Doe' } };
  const rows = [own, other].flatMap((who) =>
    ['ship', 'stock'].map((group) => toRow(me, who, { group, privilege: 'view' }, false)),
  );
  const list = vi.fn(async ({ uid }: { uid: string }) => ({
    groups: ['ship', 'stock'].map((name) => ({
      name,
      privileges: [{ name: 'view', isGranted: `${uid} ${name}` === '1:2 stock' }],
    })),
  }));
  const acting = { me, person: me, language: 'en', services: { now: () => 1, kept: () => ({ set: async () => {} }) } };
  const game = { character: { privileges: { list } } };
  const now = await PRIVILEGE_CHANGES.read({ ...acting, game } as unknown as Actor, rows);
  const planned = rows.map((data) => ({ data, state: 'planned' as const }));
  expect(PRIVILEGE_CHANGES.compare(planned, now, now)).toEqual([false, false, false, true]);
  expect(PRIVILEGE_CHANGES.compare(planned, now, {})).toEqual(rows.map(() => undefined));
  expect([list.mock.calls.length, new Set(rows.map(PRIVILEGE_CHANGES.groupOf ?? String)).size]).toEqual([2, 2]);
});

test('a page past the end is the last one, and an empty list has one page', () => {
  const all = Array.from({ length: 60 }, (_, place) => place);
  expect(toPage(all, 9)).toEqual({ position: { page: 3, pages: 3 }, first: 50, items: all.slice(50) });
  expect(toPage([], 2)).toEqual({ position: { page: 1, pages: 1 }, first: 0, items: [] });
});
