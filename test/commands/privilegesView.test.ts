import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { PRIVILEGE_CHANGES, toRow } from '../../commands/privileges/change/changeBatch.ts';
import { CHANGE, type ChangesOutcome, changesReceipt, type Result } from '../../commands/privileges/change/earlier.ts';
import { TEXTS } from '../../commands/privileges/en.ts';
import { editorView } from '../../commands/privileges/list/editorView.ts';
import { ITEMS_A_PAGE, listView, privilegeView, toPage, toParts } from '../../commands/privileges/list/listView.ts';
import type { Subject } from '../../commands/privileges/read.ts';
import { NO_REASON } from '../../src/game/errors.ts';
import { LANGUAGES } from '../../src/view/languages.ts';
import type { Acting, Writing } from '../../src/writes/kind.ts';
import { labelsOf, selectsOf, textOf } from '../support/messages.ts';
import { expectSendable, hostile, inAll, named, RUNS, textsOf } from '../support/sendable.ts';

const english = TEXTS.en;
const texts = textsOf(TEXTS);
const MINUTE_MS = 60_000;
const TICKET = 'aZ09_-aZ09_-aZ09';
const LONG_REASON = '_'.repeat(2_000);
/** As long as the kit's sentences. */
const LONG_NOTE = 'x'.repeat(200);

const privilege = fc.record({ name: hostile, isGranted: fc.boolean() });
const group = fc.record({ name: hostile, privileges: fc.array(privilege, { maxLength: 60, size: 'max' }) });
const groups = fc.array(group, { maxLength: 30, size: 'max' });
const subject: fc.Arbitrary<Subject> = fc.record(
  { character: named, faction: fc.record({ uid: hostile, name: hostile }, { requiredKeys: [] }) },
  { requiredKeys: ['character'] },
);
const change = fc.record({ privilege: hostile, revoke: fc.boolean() });
const chosen = fc.array(fc.record({ group: hostile, privilege: hostile, revoke: fc.boolean() }), {
  maxLength: 60,
  size: 'max',
});
const changes = fc.array(change, { minLength: 1, maxLength: ITEMS_A_PAGE, size: 'max' });

/** As they are made: after a failure or a lost response nothing more is attempted. */
const results: fc.Arbitrary<Result[]> = fc
  .tuple(changes, fc.nat(ITEMS_A_PAGE), fc.constantFrom('failed', 'unknown', 'done', 'found'), fc.boolean())
  .chain(([all, end, ending, isRead]) =>
    fc
      .array(fc.constantFrom('done', 'already', 'refused'), { minLength: all.length, maxLength: all.length })
      .map((outcomes) =>
        all.map((one, place): Result => {
          const isGranted = isRead ? !one.revoke : undefined;
          if (place > end) return { ...one, outcome: 'untried', isGranted };
          const outcome = place === end ? ending : (outcomes[place] ?? 'done');
          const reason = outcome === 'refused' ? `${place % 3} ${LONG_REASON}` : undefined;
          const note = outcome === 'failed' ? LONG_NOTE : undefined;
          return { ...one, outcome, isGranted, reason, note };
        }),
      ),
  );

/** What was made just now, or so many minutes ago. */
const written = (who: Subject, name: string, made: Result[], isUndo = false, minutes = 0) => {
  const startedAt = Date.now() - minutes * MINUTE_MS;
  const data = { actor: who.character.uid, subject: who, group: name, changes: made, isUndo };
  const outcome: ChangesOutcome = { results: made, checkedAt: Date.now() };
  return { id: `${TICKET}.undo`, data, outcome, startedAt };
};

describe('whatever the names and however many, Discord takes', () => {
  test('each page of the list, and the editor at each of its parts', () => {
    fc.assert(
      fc.property(
        texts,
        subject,
        groups,
        fc.integer({ min: -1, max: 5 }),
        chosen,
        (texts, who, groups, page, changes) => {
          expectSendable(listView(texts, { subject: who, groups }, page));
          for (const place of toParts(groups).keys())
            if (place % 9 === 0)
              expectSendable(editorView(texts, { subject: who, groups, changes, ticket: TICKET }, place));
        },
      ),
      RUNS,
    );
  });

  test('a single value, and the receipt of as many changes as an earlier release made', () => {
    fc.assert(
      fc.property(texts, subject, hostile, privilege, results, (texts, who, group, privilege, made) => {
        expectSendable(privilegeView(texts, { subject: who, group, privilege }));
        for (const [isUndo, minutes] of [
          [false, 0],
          [true, 6],
        ] as const)
          expectSendable(changesReceipt(texts, written(who, group, made, isUndo, minutes)));
      }),
      { ...RUNS, numRuns: 200 },
    );
  });

  test('what a batch says of a row, in a line each', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...LANGUAGES),
        subject,
        hostile,
        hostile,
        fc.boolean(),
        (language, who, group, privilege, revoke) => {
          const row = toRow(own.character, who, { group, privilege }, revoke);
          const words = PRIVILEGE_CHANGES.words[language];
          for (const line of [words.heading(row), words.line(row), ...words.warnings([row])]) {
            expect(line).not.toContain('\n');
            expect(line.length).toBeLessThan(500);
          }
          expect(PRIVILEGE_CHANGES.row.parse(JSON.parse(JSON.stringify(row)))).toEqual(row);
        },
      ),
      RUNS,
    );
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
    const labels = parts
      .flatMap((part) => selectsOf(part)[0]?.options ?? [])
      .map(({ label }) => Number.parseInt(label, 10));
    expect(labels).toEqual([...privileges.keys()]);
  });

  test.each([1, 5, 6, 25])('%i changes fit, refused or with a response lost', (count) => {
    const refused = Array.from(
      { length: count - 1 },
      (_, place): Result => ({ privilege: long(place), revoke: false, outcome: 'refused', reason: LONG_REASON }),
    );
    const lost: Result = { privilege: long(9), revoke: false, outcome: 'unknown', isGranted: false };
    const view = changesReceipt(texts, written(who, long(5), [...refused, lost], true, 6));
    expectSendable(view);
    for (const { privilege } of [...refused, lost])
      expect(textOf(view)).toContain(` ${Number.parseInt(privilege, 10)}\\`);
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
])('losing %s/%s warns whom it ends, and oneself of what cannot be undone: %s', (group, privilege, isWarned) => {
  const revoked = toRow(me, own, { group, privilege }, true);
  const of = (row: typeof revoked) => [words.en.warnings([row]).length, invert(row, { me }) === undefined];
  expect(of(revoked)).toEqual(isWarned ? [2, true] : [0, false]);
  expect(words.en.warnings([revoked]).includes(english.changing.ownRight)).toBe(isWarned);
  expect(of(toRow({ uid: '1:2' }, own, { group, privilege }, true))).toEqual([isWarned ? 1 : 0, false]);
  expect(of(toRow(me, own, { group, privilege }, false))).toEqual([isWarned ? 1 : 0, false]);
  const receipt = written(own, group, [{ privilege, revoke: true, outcome: 'done', isGranted: false }]);
  expect(labelsOf(changesReceipt(english, receipt)).includes(english.earlier.undo)).toBe(!isWarned);
});

test('handing over the leadership warns of what cannot be undone', () => {
  const handed = toRow({ uid: '1:2' }, own, { group: 'members', privilege: 'faction_leader' }, false);
  expect(words.en.warnings([handed])).toContain(english.changing.ownRight);
  expect(invert(handed, { me: { uid: '1:2', name: '' } })).toBeUndefined();
});

test.each([
  ['Requires powered HQ.', false],
  ['You may not view or rename anything in Meridian Compact.', false],
  ['Jane Doe is not a member.', true],
  ['1:1 is not a member of Meridian Compact', true],
  ['They lack the skill to “pilot ships”!', true],
  ['ship/pilot_ships: no', true],
])('“%s” is about one row: %s', (reason, isAboutIt) => {
  expect(isAbout(reason, toRow(me, own, { group: 'ship', privilege: 'pilot_ships' }, false))).toBe(isAboutIt);
  if (!isAboutIt) expect(isAbout(reason, toRow(me, own, { group: 'ship', privilege: 'view' }, false))).toBe(false);
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
  const acting = {
    ...{ me, person: me, language: 'en', services: { now: () => 1, kept: () => ({ set: async () => {} }) } },
  };
  const game = { character: { privileges: { list } } };
  const now = await PRIVILEGE_CHANGES.read({ ...acting, game } as unknown as Acting, rows);
  const planned = rows.map((data) => ({ data, state: 'planned' as const }));
  expect(PRIVILEGE_CHANGES.compare(planned, now, now)).toEqual([false, false, false, true]);
  expect(PRIVILEGE_CHANGES.compare(planned, now, {})).toEqual(rows.map(() => undefined));
  expect([list.mock.calls.length, PRIVILEGE_CHANGES.readingCost(rows)]).toEqual([2, 2]);

  // A write that an earlier release left open is looked up in the same way.
  const changes = [{ privilege: 'view', revoke: false }];
  const data = { actor: me.uid, subject: other, group: 'stock', changes, isUndo: false };
  const found = await CHANGE.lookUp({ ...acting, game } as unknown as Writing, data, { view: false });
  expect(found.results).toEqual([{ ...changes[0], outcome: 'found', isGranted: true }]);
});

test('a refusal is told in the game’s words, with a hint only where it has none', () => {
  const receiptOf = (reason: string) => {
    const refused = { privilege: 'view', revoke: false, outcome: 'refused', reason } as const;
    return textOf(changesReceipt(english, written(own, 'ship', [refused])));
  };
  expect(receiptOf('Requires powered HQ.')).toContain('The game refused: Requires powered HQ.');
  expect(receiptOf('Requires powered HQ.')).not.toContain('Only officers');
  expect(receiptOf(NO_REASON)).toContain('The game refused and gave no reason. Only officers');
});

test('a page past the end is the last one, and an empty list has one page', () => {
  const all = Array.from({ length: 60 }, (_, place) => place);
  expect(toPage(all, 9)).toEqual({ position: { page: 3, pages: 3 }, first: 50, items: all.slice(50) });
  expect(toPage([], 2)).toEqual({ position: { page: 1, pages: 1 }, first: 0, items: [] });
});
