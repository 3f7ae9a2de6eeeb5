import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Changes, ChangesOutcome, Result } from '../../commands/privileges/changes.ts';
import { changesPreview, changesProgress, changesReceipt } from '../../commands/privileges/changesView.ts';
import { TEXTS } from '../../commands/privileges/en.ts';
import {
  editorView,
  groupsView,
  groupView,
  ITEMS_A_PAGE,
  privilegeView,
  toPage,
} from '../../commands/privileges/privilegesView.ts';
import type { Subject } from '../../commands/privileges/read.ts';
import { NO_REASON } from '../../src/game/errors.ts';
import { labelsOf, textOf } from '../support/messages.ts';
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
  test('the list of groups and every page of every group', () => {
    fc.assert(
      fc.property(texts, subject, groups, fc.integer({ min: -1, max: 5 }), (texts, who, shown, page) => {
        const list = { subject: who, groups: shown, ticket: TICKET };
        expectSendable(groupsView(texts, list, page));
        for (const [index, group] of shown.slice(0, 4).entries())
          expectSendable(groupView(texts, { ...list, group, index }, page));
      }),
      RUNS,
    );
  });

  test('the editor and a single value', () => {
    const shownOnes = fc.array(privilege, { minLength: 1, maxLength: ITEMS_A_PAGE });
    fc.assert(
      fc.property(texts, subject, hostile, shownOnes, (texts, who, group, shown) => {
        const editor = { subject: who, group, shown, ticket: TICKET };
        expectSendable(editorView(texts, editor, { ticket: TICKET, index: 0, page: 1 }));
        for (const privilege of shown.slice(0, 1))
          expectSendable(privilegeView(texts, { subject: who, group, privilege }));
      }),
      RUNS,
    );
  });

  test('the preview, the progress and the receipt of as many changes as an editor shows', () => {
    fc.assert(
      fc.property(texts, subject, hostile, changes, results, (texts, who, name, wanted, made) => {
        const all = { actor: who.character.uid, subject: who, group: name, changes: wanted };
        expectSendable(changesPreview(texts, { ...all, expiresAt: 8.64e15 }, TICKET));
        expectSendable(changesProgress(texts, all, 3));
        for (const [isUndo, minutes] of [
          [false, 0],
          [true, 6],
        ] as const)
          expectSendable(changesReceipt(texts, written(who, name, made, isUndo, minutes)));
      }),
      { ...RUNS, numRuns: 200 },
    );
  });
});

describe.each(inAll(TEXTS))('in $language, with the longest names', (texts) => {
  const long = (place: number) => `${place}${'_'.repeat(500)}`;
  const who = { character: { uid: long(1), name: long(2) }, faction: { uid: long(3), name: long(4) } };

  test('25 groups of 60 privileges fit, and no privilege is left out over the pages', () => {
    const privileges = Array.from({ length: 60 }, (_, inner) => ({ name: long(inner), isGranted: inner % 2 === 0 }));
    const groups = Array.from({ length: 25 }, (_, place) => ({ name: long(place), privileges }));
    const list = { subject: who, groups, ticket: TICKET };
    expectSendable(groupsView(texts, list, 1));
    const group = { name: long(24), privileges };
    const pages = [1, 2, 3].map((page) => groupView(texts, { ...list, group, index: 24 }, page));
    for (const page of pages) expectSendable(page);
    const text = pages.map(textOf).join('\n');
    for (let inner = 0; inner < 60; inner += 1) expect(text).toMatch(new RegExp(`[✓–] (\\*\\*)?${inner}\\\\`));
  });

  test.each([1, 5, 6, 25])('%i changes fit, previewed and refused or with a response lost', (count) => {
    const numbered = <T>(length: number, make: (name: string) => T) =>
      Array.from({ length }, (_, place) => make(long(place)));
    const wanted = numbered(count, (name) => ({ privilege: `privilege ${name}`, revoke: true }));
    const all = { actor: who.character.uid, subject: who, group: long(5), changes: wanted };
    expectSendable(changesPreview(texts, { ...all, expiresAt: 8.64e15 }, TICKET));
    const refused = numbered(
      count - 1,
      (privilege): Result => ({ privilege, revoke: false, outcome: 'refused', reason: LONG_REASON }),
    );
    const lost: Result = { privilege: long(9), revoke: false, outcome: 'unknown', isGranted: false };
    const view = changesReceipt(texts, written(who, long(5), [...refused, lost], true, 6));
    expectSendable(view);
    for (const { privilege } of [...refused, lost])
      expect(textOf(view)).toContain(` ${Number.parseInt(privilege, 10)}\\`);
  });
});

const own: Subject = { character: { uid: '1:1', name: 'Jane Doe' } };

test.each([
  { group: 'privileges', privilege: 'give_privs', isWarned: true },
  { group: 'members', privilege: 'faction_leader', isWarned: true },
  { group: 'second_in_command', privilege: 'name_deputies', isWarned: true },
  { group: 'members', privilege: 'give_privs', isWarned: false },
  { group: 'privileges', privilege: 'view', isWarned: false },
  { group: 'ship', privilege: 'pilot_ships', isWarned: false },
])(
  'revoking your own $group/$privilege warns of what cannot be undone: $isWarned',
  ({ group, privilege, isWarned }) => {
    const revoked = written(own, group, [{ privilege, revoke: true, outcome: 'done', isGranted: false }]);
    const warns = (wanted: Changes) =>
      textOf(changesPreview(english, { ...wanted, expiresAt: 0 }, TICKET)).includes(TEXTS.en.preview.ownRight);
    expect(warns(revoked.data)).toBe(isWarned);
    expect(warns({ ...revoked.data, actor: '1:2' })).toBe(false);
    expect(warns({ ...revoked.data, changes: [{ privilege, revoke: false }] })).toBe(false);
    expect(labelsOf(changesReceipt(english, revoked)).includes(TEXTS.en.undo)).toBe(!isWarned);
  },
);

test('handing over the leadership warns of what cannot be undone', () => {
  const handed = written(own, 'members', [{ privilege: 'faction_leader', revoke: false, outcome: 'done' }]);
  const wanted = { ...handed.data, actor: '1:2' };
  expect(textOf(changesPreview(english, { ...wanted, expiresAt: 0 }, TICKET))).toContain(TEXTS.en.preview.ownRight);
  expect(labelsOf(changesReceipt(english, { ...handed, data: wanted }))).not.toContain(TEXTS.en.undo);
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
