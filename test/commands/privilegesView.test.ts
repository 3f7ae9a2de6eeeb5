import { MessageFlags } from 'discord-api-types/v10';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Changes, ChangesOutcome, Result } from '../../commands/privileges/changes.ts';
import { changesPreview, changesProgress, changesReceipt, expiredView } from '../../commands/privileges/changesView.ts';
import { de } from '../../commands/privileges/de.ts';
import { en } from '../../commands/privileges/messages.ts';
import {
  editorView,
  groupsView,
  groupView,
  ITEMS_A_PAGE,
  privilegeView,
  toPage,
} from '../../commands/privileges/privilegesView.ts';
import type { Subject } from '../../commands/privileges/read.ts';
import { checkMessage } from '../../sandbox/discord/validation/messageRules.ts';
import { inLanguage } from '../../src/view/language.ts';
import type { MessageView } from '../../src/view/message.ts';
import { idsOf } from '../support/ids.ts';

const TICKET = 'aZ09_-aZ09_-aZ09';
const LONG_REASON = '_'.repeat(2_000);
/** As long as the kit's sentences. */
const LONG_NOTE = 'x'.repeat(200);

/** What the game could put into a name. */
const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    'view_ships',
    '*_`~|[]()<>@#'.repeat(40),
    '\n# x\n'.repeat(80),
    '@everyone <@1> <t:1:R> https://x.example/',
    '\u202e\u200b',
    '',
    ' ',
    '\ud800',
    '😀'.repeat(300),
    '_'.repeat(9_000),
  ),
);
const privilege = fc.record({ name: hostile, isGranted: fc.boolean() });
const group = fc.record({ name: hostile, privileges: fc.array(privilege, { maxLength: 60, size: 'max' }) });
const groups = fc.array(group, { maxLength: 30, size: 'max' });
const subject: fc.Arbitrary<Subject> = fc.record(
  {
    character: fc.record({ uid: hostile, name: hostile }),
    faction: fc.record({ uid: hostile, name: hostile }, { requiredKeys: [] }),
  },
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

const idFor = idsOf('privileges');
const MESSAGES = [inLanguage({ en, de }, 'en'), inLanguage({ en, de }, 'de')];
const MINUTE_MS = 60_000;

/** What was made just now, or so many minutes ago. */
const written = (who: Subject, name: string, made: Result[], isUndo = false, minutes = 0) => {
  const startedAt = Date.now() - minutes * MINUTE_MS;
  const data = { actor: who.character.uid, subject: who, group: name, changes: made, isUndo };
  const outcome: ChangesOutcome = { results: made, checkedAt: Date.now() };
  return { id: `${TICKET}.undo`, data, outcome, startedAt };
};

/** Throws what Discord's own schema and limits have against the message. */
function expectSendable({ components }: MessageView): void {
  const body = JSON.parse(JSON.stringify({ components, flags: MessageFlags.IsComponentsV2 }));
  expect(faultOf(() => checkMessage('channelCreate', body, { files: new Map() }))).toBeUndefined();
}

function faultOf(check: () => unknown): string | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    return JSON.stringify(error);
  }
}

const RUNS = { numRuns: 40 };

describe.each(MESSAGES)('in $language, whatever the names and however many', (messages) => {
  test('Discord takes the list of groups and every page of every group', () => {
    fc.assert(
      fc.property(subject, groups, fc.integer({ min: -1, max: 5 }), (who, shown, page) => {
        const list = { subject: who, groups: shown, ticket: TICKET };
        expectSendable(groupsView(messages, list, page, idFor));
        for (const [index, group] of shown.entries())
          expectSendable(groupView(messages, { ...list, group, index }, page, idFor));
      }),
      RUNS,
    );
  });

  test('Discord takes the editor and a single value', () => {
    fc.assert(
      fc.property(
        subject,
        hostile,
        fc.array(privilege, { minLength: 1, maxLength: ITEMS_A_PAGE }),
        (who, name, shown) => {
          const choose = idFor('choose', { ticket: TICKET });
          const back = idFor('group', { ticket: TICKET, index: 0, page: 1 });
          expectSendable(editorView(messages, { subject: who, group: name, shown }, { choose, back }));
          const one = shown[0] ?? { name, isGranted: true };
          expectSendable(privilegeView(messages, { subject: who, group: name, privilege: one }));
        },
      ),
      RUNS,
    );
  });

  test('Discord takes the preview, the progress and the receipt of as many changes as an editor shows', () => {
    fc.assert(
      fc.property(subject, hostile, changes, results, fc.boolean(), (who, name, wanted, made, isUndo) => {
        const all = { actor: who.character.uid, subject: who, group: name, changes: wanted };
        expectSendable(changesPreview(messages, { ...all, expiresAt: 8.64e15 }, TICKET, idFor));
        expectSendable(changesProgress(messages, all, 3));
        for (const minutes of [0, 6]) {
          expectSendable(changesReceipt(messages, written(who, name, made, isUndo, minutes), idFor));
        }
      }),
      { numRuns: 150 },
    );
  });
});

describe.each(MESSAGES)('in $language, with the longest names', (messages) => {
  const long = (place: number) => `${place}${'_'.repeat(500)}`;
  const who = { character: { uid: long(1), name: long(2) }, faction: { uid: long(3), name: long(4) } };

  test('25 groups of 60 privileges fit, and no privilege is left out over the pages', () => {
    const groups = Array.from({ length: 25 }, (_, place) => ({
      name: long(place),
      privileges: Array.from({ length: 60 }, (_, inner) => ({ name: long(inner), isGranted: inner % 2 === 0 })),
    }));
    const list = { subject: who, groups, ticket: TICKET };
    expectSendable(groupsView(messages, list, 1, idFor));
    const pages = groups
      .slice(-1)
      .flatMap((group) => [1, 2, 3].map((page) => groupView(messages, { ...list, group, index: 24 }, page, idFor)));
    for (const page of pages) expectSendable(page);
    const text = JSON.stringify(pages);
    for (let inner = 0; inner < 60; inner += 1) expect(text).toMatch(new RegExp(`[✓–] (\\*\\*)?${inner}\\\\`));
  });

  test.each([1, 5, 6, 25])('%i changes fit, previewed and refused or with a response lost', (count) => {
    const wanted = Array.from({ length: count }, (_, place) => ({
      privilege: `privilege ${long(place)}`,
      revoke: true,
    }));
    const all = { actor: who.character.uid, subject: who, group: long(5), changes: wanted };
    expectSendable(changesPreview(messages, { ...all, expiresAt: 8.64e15 }, TICKET, idFor));
    const refused = Array.from(
      { length: count - 1 },
      (_, place): Result => ({ privilege: long(place), revoke: false, outcome: 'refused', reason: LONG_REASON }),
    );
    const lost: Result = { privilege: long(9), revoke: false, outcome: 'unknown', isGranted: false };
    const view = changesReceipt(messages, written(who, long(5), [...refused, lost], true, 6), idFor);
    expectSendable(view);
    for (const { privilege } of [...refused, lost])
      expect(JSON.stringify(view)).toContain(` ${Number.parseInt(privilege, 10)}\\`);
  });
});

const [messages = inLanguage({ en, de }, 'en')] = MESSAGES;
const own: Subject = { character: { uid: '1:1', name: 'Jane Doe' } };
const revoked = (group: string, privilege: string) =>
  written(own, group, [{ privilege, revoke: true, outcome: 'done', isGranted: false }]);

test.each([
  { group: 'privileges', privilege: 'change_privileges', isWarned: true },
  { group: 'members', privilege: 'Edit Privileges', isWarned: true },
  { group: 'privileges', privilege: 'edit', isWarned: true },
  { group: 'privileges', privilege: 'view_privileges', isWarned: false },
  { group: 'ship', privilege: 'pilot_ships', isWarned: false },
])(
  'revoking one’s own $group/$privilege warns of what cannot be undone: $isWarned',
  ({ group, privilege, isWarned }) => {
    const { data } = revoked(group, privilege);
    const warns = (wanted: Changes) =>
      JSON.stringify(changesPreview(messages, { ...wanted, expiresAt: 0 }, TICKET, idFor)).includes(
        en.preview.ownRight,
      );
    expect(warns(data)).toBe(isWarned);
    expect(warns({ ...data, actor: '1:2' })).toBe(false);
    expect(warns({ ...data, changes: [{ privilege, revoke: false }] })).toBe(false);
    const receipt = JSON.stringify(changesReceipt(messages, revoked(group, privilege), idFor));
    expect(receipt.includes(en.undo)).toBe(!isWarned);
  },
);

test('a receipt of a lost response says when it was checked, and after five minutes offers a new preview', () => {
  const lost: Result = { privilege: 'pilot_ships', revoke: false, outcome: 'unknown', isGranted: false };
  const receiptAfter = (minutes: number) =>
    JSON.stringify(changesReceipt(messages, written(own, 'ship', [lost], false, minutes), idFor));
  expect(receiptAfter(4)).toMatch(/Last checked at <t:\d+:T>/);
  expect(receiptAfter(4)).not.toContain(en.preview.again);
  expect(receiptAfter(5)).toContain(en.preview.again);
});

test('an expired preview says that nothing was changed', () => {
  const view = expiredView(messages, idFor('again', { id: TICKET }));
  expectSendable(view);
  expect(JSON.stringify(view)).toContain('Expired. Nothing was changed.');
});

test('a page past the end is the last one, and an empty list has one page', () => {
  const all = Array.from({ length: 60 }, (_, place) => place);
  expect(toPage(all, 9)).toEqual({ position: { page: 3, pages: 3 }, first: 50, items: all.slice(50) });
  expect(toPage([], 2)).toEqual({ position: { page: 1, pages: 1 }, first: 0, items: [] });
});
