import fc from 'fast-check';
import { expect, test } from 'vitest';
import { batchView, endedView, previewView } from '../../commands/account/batchView.ts';
import { PRIVILEGE_CHANGES } from '../../commands/privileges/change/changeBatch.ts';
import { LANGUAGES, LOCALES } from '../../src/view/languages.ts';
import { plain } from '../../src/view/text.ts';
import type { Change } from '../../src/writes/change.ts';
import type { AnyListKind } from '../../src/writes/kind.ts';
import { forAll } from '../support/forAll.ts';
import { textOf } from '../support/messages.ts';
import { expectSendable, hostile, named, RUNS } from '../support/sendable.ts';

const KIND = PRIVILEGE_CHANGES as unknown as AnyListKind;
const DAY_MS = 24 * 60 * 60_000;

const change = fc.record({
  subject: fc.record({ character: named, faction: named }),
  group: hostile,
  privilege: fc.oneof(hostile, fc.constant('give_privs')),
  revoke: fc.boolean(),
  endsOwnRight: fc.boolean(),
});
const row = fc.record({
  data: change,
  state: fc.constantFrom('planned', 'sending', 'done', 'found', 'already', 'refused', 'failed', 'unknown', 'canceled'),
  reason: fc.option(hostile, { nil: undefined }),
});
const pause = fc.record({
  why: fc.constantFrom('requests', 'game', 'asked', 'token', 'character', 'frozen', 'refused', 'gap', 'replica'),
  at: fc.constant(0),
  until: fc.option(fc.constant(1), { nil: undefined }),
  reason: fc.option(hostile, { nil: undefined }),
});
const batch = fc.record({
  id: fc.constant('0123456789abcdef'),
  kind: fc.constant(KIND.name),
  version: fc.constant(''),
  person: fc.constantFrom(...LANGUAGES).map((one) => ({ id: '1', name: '', mention: '', locale: LOCALES[one] })),
  character: named,
  interaction: fc.constant({ token: '', applicationId: '' }),
  startedAt: fc.constant(0),
  finishedAt: fc.option(fc.constant(1), { nil: undefined }),
  baseline: fc.constant({}),
  rows: fc.array(row, { minLength: 1, maxLength: 300, size: 'max' }),
  pause: fc.option(pause, { nil: undefined }),
  isUndo: fc.boolean(),
}) as fc.Arbitrary<Change>;

test('a batch that waits for requests says whose are used up', () => {
  const [one] = fc.sample(batch, 1);
  const person = { id: '1', name: '', mention: '', locale: 'en-US' };
  const waiting = (isShared?: true) => {
    const pause = { why: 'requests', at: 0, until: 60_000, ...(isShared && { isShared }) } as const;
    return textOf(batchView(KIND, { ...(one as Change), person, finishedAt: undefined, pause }));
  };
  expect(waiting()).toContain("You've used up your share of requests for this.\n");
  expect(waiting(true)).toContain('The requests that everyone here shares are used up for this.\n');
  expect(waiting()).toContain('<t:60:t>');
});

test('Discord takes every preview, progress, pause and report, whatever the names', () => {
  forAll([batch, fc.constantFrom(...LANGUAGES), hostile], RUNS, (one, language, why) => {
    expectSendable(batchView(KIND, one));
    expectSendable(batchView(KIND, { ...one, finishedAt: undefined }, 'pause'));
    expectSendable(endedView(one));
    const leftOut = one.rows.map(() => ({ name: 'x'.repeat(60), why: plain(why, 200) }));
    const cost = { id: one.id, already: 3, cost: 300, left: 1, endsAt: new Date(0), expiresAt: 0 };
    expectSendable(previewView(language, KIND, { ...cost, rows: one.rows.map(({ data }) => data), leftOut }));
  });
});

test.each([
  ['en-US', '## Partly done\nGrant 2 privileges: 1 refused by the game, 1 done'],
  ['de', '## Teilweise erledigt\n2 Rechte erteilen: 1 vom Spiel abgelehnt, 1 erledigt'],
])(
  'a report in %s begins with what was not done, with the game’s reason, and has every row in a file',
  (locale, start) => {
    const subject = { character: { uid: '1:2', name: 'Vael *Ondar*' }, faction: { uid: '20:1', name: 'Compact' } };
    const data = { subject, group: 'ship', privilege: 'view', revoke: false, endsOwnRight: false };
    const report = batchView(KIND, {
      ...{ id: 'a', kind: KIND.name, mode: 'list', character: subject.character, askedAt: 0, baseline: {} },
      ...{ version: '', count: 0, phase: 'ended', startedAt: 0, finishedAt: DAY_MS },
      ...{ person: { id: '1', name: '', mention: '', locale }, interaction: { token: '', applicationId: '' } },
      rows: [
        { data: { ...data, privilege: '=view' }, state: 'refused', reason: 'Requires @everyone.' },
        { data, state: 'done' },
      ],
    });
    expect(textOf(report)).toContain(start);
    expect(textOf(report)).toContain('Vael \\*Ondar\\*');
    expect(textOf(report).indexOf('Requires')).toBeLessThan(textOf(report).indexOf('ship/view'));
    expect(String(report.files?.[0]?.data).split('\r\n')).toHaveLength(4);
  },
);
