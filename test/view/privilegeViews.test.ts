import { MessageFlags } from 'discord-api-types/v10';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkMessage } from '../../sandbox/discord/validation/messageRules.ts';
import { pageIds } from '../../src/discord/command.ts';
import type { Privileges } from '../../src/game/privileges.ts';
import type { MessageView } from '../../src/view/message.ts';
import {
  type PrivilegeResult,
  privilegeChangesView,
  privilegeProgressView,
  privilegeReceiptView,
} from '../../src/view/privilegeChangeViews.ts';
import {
  ITEMS_A_PAGE,
  type PrivilegeIds,
  type PrivilegeSubject,
  privilegeEditorView,
  privilegeGroupsView,
  privilegeGroupView,
  privilegeValueView,
  toPage,
} from '../../src/view/privilegeViews.ts';
import { CATALOGUES } from '../../src/view/words/wordsFor.ts';
import { idsOf } from '../support/ids.ts';

const TICKET = 'aZ09_-aZ09_-aZ09';
const LONG_REASON = '_'.repeat(2_000);

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
const privileges: fc.Arbitrary<Privileges> = fc.record({ groups: fc.array(group, { maxLength: 30, size: 'max' }) });
const subject: fc.Arbitrary<PrivilegeSubject> = fc.record(
  {
    character: fc.record({ uid: hostile, name: hostile }),
    faction: fc.record({ uid: hostile, name: hostile }, { requiredKeys: [] }),
  },
  { requiredKeys: ['character'] },
);
const change = fc.record({ privilege: hostile, revoke: fc.boolean() });
const changes = fc.array(change, { minLength: 1, maxLength: ITEMS_A_PAGE, size: 'max' });

/** As applyChanges makes them: after a failure or a lost answer nothing more is tried. */
const results: fc.Arbitrary<PrivilegeResult[]> = fc
  .tuple(changes, fc.nat(ITEMS_A_PAGE), fc.constantFrom('failed', 'unknown', 'done', 'wasFound'), fc.boolean())
  .chain(([all, end, ending, isRead]) =>
    fc
      .array(fc.constantFrom('done', 'already', 'refused'), { minLength: all.length, maxLength: all.length })
      .map((outcomes) =>
        all.map((one, place): PrivilegeResult => {
          const isGranted = isRead ? !one.revoke : undefined;
          if (place > end) return { ...one, outcome: 'untried', isGranted };
          if (place === end && ending === 'wasFound') return { ...one, outcome: 'done', wasFound: true, isGranted };
          const outcome = place === end && ending !== 'wasFound' ? ending : (outcomes[place] ?? 'done');
          const reason = outcome === 'refused' ? `${place % 3} ${LONG_REASON}` : undefined;
          return { ...one, outcome, isGranted, reason };
        }),
      ),
  );

const idFor = idsOf('privileges');
const ids: PrivilegeIds = {
  groups: pageIds(idFor, 'groups', { ticket: TICKET }),
  pick: idFor('pick', { ticket: TICKET }),
  group: (index) => pageIds(idFor, 'group', { ticket: TICKET, index }),
  edit: (index, page) => idFor('edit', { ticket: TICKET, index, page }),
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

describe.each(Object.entries(CATALOGUES))('in %s, whatever the names and however many', (_, words) => {
  test('Discord takes the list of groups and every page of every group', () => {
    fc.assert(
      fc.property(subject, privileges, fc.integer({ min: -1, max: 5 }), (who, shown, page) => {
        expectSendable(privilegeGroupsView(words, who, shown, page, ids));
        for (const index of shown.groups.keys())
          expectSendable(privilegeGroupView(words, who, shown, { index, page }, ids));
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
          expectSendable(
            privilegeEditorView(words, who, name, shown, {
              choose: idFor('choose', { ticket: TICKET }),
              back: idFor('group', { ticket: TICKET, index: 0, page: 1 }),
            }),
          );
          expectSendable(privilegeValueView(words, who, name, shown[0] ?? { name, isGranted: true }));
        },
      ),
      RUNS,
    );
  });

  test('Discord takes the preview, the progress and the receipt of as many changes as an editor shows', () => {
    fc.assert(
      fc.property(subject, hostile, changes, results, fc.boolean(), (who, name, wanted, outcomes, isUndo) => {
        const all = { subject: who, group: name, changes: wanted };
        const until = new Date(8.64e15);
        expectSendable(
          privilegeChangesView(words, all, until, {
            confirm: idFor('confirm', { ticket: TICKET }),
            cancel: idFor('cancel', { ticket: TICKET }),
          }),
        );
        expectSendable(privilegeProgressView(words, all, 3));
        const ways = {
          note: words.errors.tokenRejected,
          undo: { id: idFor('undo', { id: TICKET }), until },
          look: idFor('look', { id: TICKET }),
        };
        expectSendable(privilegeReceiptView(words, { subject: who, group: name, results: outcomes, isUndo }, ways));
        expectSendable(privilegeReceiptView(words, { subject: who, group: name, results: outcomes, isUndo }, {}));
      }),
      { numRuns: 150 },
    );
  });
});

describe.each(Object.entries(CATALOGUES))('in %s, with the longest names', (_, words) => {
  const long = (place: number) => `${place}${'_'.repeat(500)}`;
  const who = { character: { uid: long(1), name: long(2) }, faction: { uid: long(3), name: long(4) } };

  test('25 groups of 60 privileges fit, and no privilege is left out over the pages', () => {
    const shown: Privileges = {
      groups: Array.from({ length: 25 }, (_, place) => ({
        name: long(place),
        privileges: Array.from({ length: 60 }, (_, inner) => ({ name: long(inner), isGranted: inner % 2 === 0 })),
      })),
    };
    expectSendable(privilegeGroupsView(words, who, shown, 1, ids));
    const pages = [1, 2, 3].map((page) => privilegeGroupView(words, who, shown, { index: 24, page }, ids));
    for (const page of pages) expectSendable(page);
    const text = JSON.stringify(pages);
    for (let inner = 0; inner < 60; inner += 1) expect(text).toMatch(new RegExp(`[✓–] (\\*\\*)?${inner}\\\\`));
  });

  test.each([1, 5, 6, 25])('%i changes fit, previewed and refused or with an answer lost', (count) => {
    const wanted = Array.from({ length: count }, (_, place) => ({ privilege: long(place), revoke: false }));
    const until = new Date(8.64e15);
    const all = { subject: who, group: long(5), changes: wanted };
    expectSendable(
      privilegeChangesView(words, all, until, {
        confirm: idFor('confirm', { ticket: TICKET }),
        cancel: idFor('cancel', { ticket: TICKET }),
      }),
    );
    const refused = wanted.map((one): PrivilegeResult => ({ ...one, outcome: 'refused', reason: LONG_REASON }));
    const lost: PrivilegeResult = { privilege: long(9), revoke: false, outcome: 'unknown', isGranted: false };
    const ways = {
      note: words.errors.tokenRejected,
      undo: { id: idFor('undo', { id: TICKET }), until },
      look: idFor('look', { id: TICKET }),
    };
    const results = [...refused.slice(1), lost];
    const view = privilegeReceiptView(words, { subject: who, group: long(5), results, isUndo: true }, ways);
    expectSendable(view);
    for (const { privilege } of results) expect(JSON.stringify(view)).toContain(` ${Number.parseInt(privilege, 10)}\\`);
  });
});

test('a page past the end is the last one, and an empty list has one page', () => {
  const all = Array.from({ length: 60 }, (_, place) => place);
  expect(toPage(all, 9)).toEqual({ position: { page: 3, pages: 3 }, first: 50, items: all.slice(50) });
  expect(toPage([], 2)).toEqual({ position: { page: 1, pages: 1 }, first: 0, items: [] });
});
