import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PRIVILEGE_CHANGES, type Row } from '../../commands/privileges/change/changeBatch.ts';
import { auditEntryView, batchAuditEntry } from '../../src/discord/run/changes/batchAudit.ts';
import { batchView, endedView, previewView } from '../../src/discord/run/changes/batchView.ts';
import { ids } from '../../src/discord/run/changes/ids.ts';
import { LOCALES } from '../../src/view/languages.ts';
import { TONES } from '../../src/view/message.ts';
import { plain } from '../../src/view/text.ts';
import type { Change, RowState } from '../../src/writes/change.ts';
import type { AnyListKind } from '../../src/writes/kind.ts';
import { forAll } from '../support/forAll.ts';
import { labelsOf, textOf } from '../support/messages.ts';
import { SPOKEN } from '../support/pseudo.ts';
import { expectSendable, hostile, named, RUNS } from '../support/sendable.ts';

const KIND = PRIVILEGE_CHANGES as unknown as AnyListKind;
const COST = { id: 'a', leftOut: [], already: 0, cost: 1, left: 1, endsAt: undefined, expiresAt: 0 };
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
  why: fc.constantFrom(...'requests game asked token character frozen refused gap replica first'.split(' ')),
  at: fc.constant(0),
  until: fc.option(fc.constant(1), { nil: undefined }),
  reason: fc.option(hostile, { nil: undefined }),
});
const batch = fc.record({
  id: fc.constant('0123456789abcdef'),
  kind: fc.constant(KIND.name),
  version: fc.constant(''),
  person: fc.constantFrom(...SPOKEN).map((one) => ({ id: '1', name: '', mention: '', locale: LOCALES[one] })),
  character: named,
  interaction: fc.constant({ token: '', applicationId: '' }),
  startedAt: fc.constant(0),
  finishedAt: fc.option(fc.constant(1), { nil: undefined }),
  baseline: fc.constant({}),
  rows: fc.array(row, { minLength: 1, maxLength: 300, size: 'max' }),
  pause: fc.option(pause, { nil: undefined }),
  isUndo: fc.boolean(),
  isInDoubt: fc.boolean(),
  undoOf: fc.option(fc.constant({ titles: { en: '+2' }, startedAt: 0 }), { nil: undefined }),
}) as fc.Arbitrary<Change>;

test('buttons of earlier releases still work: their custom ids are the same', () => {
  const made = [ids.confirm({ ticket: 't' }), ids.type({ ticket: 't', expected: 5 }), ids.stop({ id: 'i' })];
  expect(made).toEqual(['account/confirm/*/SdH/t', 'account/type/*/0xq/t/5', 'account/stop/*/eaq/i']);
});

test('Discord accepts every preview, progress, pause and report, whatever the names', () => {
  forAll([batch, fc.constantFrom(...SPOKEN), hostile], RUNS, (one, language, why) => {
    expectSendable(batchView(KIND, one));
    expectSendable(batchView(KIND, { ...one, finishedAt: undefined }, { wanted: 'pause' }));
    expectSendable(endedView(one));
    const leftOut = one.rows.map(() => ({ name: 'x'.repeat(60), why: plain(why, 200) }));
    const cost = { ...COST, total: 400, goesBefore: '+2', already: 3, endsAt: new Date(0) };
    const alike = one.rows.map(({ data }) => ({ ...(one.rows[0]?.data as Row), subject: (data as Row).subject }));
    expectSendable(previewView(language, KIND, { ...one, ...cost, rows: alike }));
    expectSendable(previewView(language, KIND, { ...one, ...cost, rows: one.rows.map(({ data }) => data), leftOut }));
  });
});

const subject = { character: { uid: '1:2', name: 'Vael *Ondar*' }, faction: { uid: '20:1', name: 'Compact' } };
const data = { subject, group: 'ship', privilege: 'view', revoke: false, endsOwnRight: false };
const toList = (rows: Change['rows'], locale = 'en-US'): Change => ({
  ...{ id: 'a', kind: KIND.name, mode: 'list', character: subject.character, askedAt: 0, baseline: {} },
  ...{ version: '', count: 0, phase: 'ended', startedAt: 0, finishedAt: DAY_MS },
  ...{ person: { id: '1', name: '', mention: '', locale }, interaction: { token: '', applicationId: '' }, rows },
});
const reportOf = (rows: Change['rows'], locale?: string) => batchView(KIND, toList(rows, locale));

test.each([
  ['done unknown', 'Not known yet', 'warning'],
  ['unknown refused', 'Not known yet', 'bad'],
  ['done unknown canceled', 'Partly done', 'warning'],
  ['canceled', 'Nothing was done', 'warning'],
  ['canceled failed', 'Nothing was done', 'bad'],
] as const)('a report of rows that are %s is “%s” and looks %s', (states, title, tone) => {
  const report = reportOf(states.split(' ').map((state) => ({ data, state: state as RowState })));
  expect(textOf(report)).toContain(`## ${title}\n`);
  expect(report.components).toMatchObject([{ accent_color: TONES[tone] }]);
  expect(labelsOf(report).includes('Check again')).toBe(states.includes('unknown'));
});

test.each([
  ['en-US', '## Partly done\nGrant 2 privileges: 1 refused by the game, 1 done'],
  ['de', '## Teilweise erledigt\n2 Rechte erteilen: 1 vom Spiel abgelehnt, 1 erledigt'],
])('a report in %s begins with what was not done and why, and has every row in a file', (locale, start) => {
  const report = reportOf(
    [
      { data: { ...data, privilege: '=view' }, state: 'refused', reason: 'Requires @everyone.' },
      { data, state: 'done' },
    ],
    locale,
  );
  expect(textOf(report)).toContain(start);
  expect(textOf(report)).toContain('Vael \\*Ondar\\*');
  expect(textOf(report).indexOf('Requires')).toBeLessThan(textOf(report).indexOf('ship/view'));
  expect(String(report.files?.[0]?.data).split('\r\n')).toHaveLength(4);
});

test('members with the same changes share their lines, the shorter part first, and are counted above Confirm', () => {
  const rowsOf = (name: string, ...privileges: string[]) =>
    privileges.map((privilege) => ({ ...data, privilege, subject: { character: { uid: `1:${name}`, name } } }));
  const show = (rows: unknown[]) =>
    textOf(previewView('en', KIND, { ...COST, character: data.subject.character, rows }));
  const two = show([...rowsOf('7', 'a', 'b', 'c'), ...rowsOf('8', 'a'), ...rowsOf('9', 'a', 'b', 'c')]);
  expect(two).toMatch(
    /\*\*3 privileges for each of 2:\*\*\n\*\*7\*\*.*\n\*\*9\*\*.*\n- ship\/a.*\n.*\n- ship\/c.*\n\*\*8\*\*.*\n- ship\/a/,
  );
  const names = Array.from({ length: 100 }, (_, at) => `Recruit ${at}`);
  const [lost, ...all] = names.flatMap((name) => rowsOf(name, 'a', 'b'));
  const many = show([...all, { ...lost, revoke: true }]);
  expect(many).toMatch(/\*\*2 privileges for each of 99:\*\*\n- ship\/a.*\n- ship\/b.*\n\*\*Recruit 1\*\*/);
  expect(many).toContain('**+199 −1**');
  // Recruit 0 comes first, with one row.
  const shown = many.match(/\*\*Recruit \d+\*\*/g)?.length ?? 0;
  expect(many).toContain(`… and ${200 - 1 - 2 * (shown - 1)} more`);
});

test('a mixed report and its post say what was granted and what revoked, from and to, as whom, and what it undoes', () => {
  const rows = [
    { data, state: 'done' as const },
    { data: { ...data, revoke: true }, state: 'already' as const },
  ];
  const undoOf = { titles: { en: 'Grant 3 privileges', de: '3 Rechte erteilen' }, startedAt: 60_000 };
  const list = { ...toList(rows), isUndo: true, undoOf, server: { id: '5', locale: 'de' } };
  const report = batchView(KIND, list);
  expect(textOf(report)).toContain(
    'Grant 1 privilege and revoke 1 privilege: 1 done, 1 already set\n-# As **Vael \\*Ondar\\***, undo of “Grant 3 privileges” (<t:60:f>)',
  );
  const [, granted, revoked] = String(report.files?.[0]?.data).split('\r\n');
  const end = '"","undo of “Grant 3 privileges” (1970-01-01T00:01:00.000Z)"';
  expect(granted).toBe(`"Vael *Ondar*","1:2","grant","","","ship/view, Compact","not granted","granted","done",${end}`);
  expect(revoked).toBe(
    `"Vael *Ondar*","1:2","revoke","","","ship/view, Compact","not granted","not granted","already set",${end}`,
  );
  const entry = { ...batchAuditEntry(KIND, list), at: 0, discordUserId: '1', character: list.character, undoOf };
  const post = auditEntryView({ ...entry, guildLocale: 'de' });
  expect(textOf(post)).toContain(
    '1 Recht erteilen und 1 Recht entziehen: 1 erledigt, 1 war schon so, macht „3 Rechte erteilen“ rückgängig (<t:60:f>)',
  );
  expect(String(post.files?.[0]?.data)).toContain('"entziehen";"";"";"ship/view, Compact";"nicht erteilt"');
});

test('a list that waits says for whom and how long, also while it pauses or was taken over', () => {
  const rows = ['done', 'sending', 'planned'].map((state) => ({ data, state: state as RowState }));
  const waiting = { ...toList(rows), finishedAt: undefined, phase: 'begun' as const };
  const requests = { why: 'requests', at: 0, until: 60_000 } as const;
  const show = (change: Partial<Change>, wanted?: 'pause' | 'stop') =>
    textOf(batchView(KIND, { ...waiting, ...change }, wanted && { wanted }));
  const until = 'Anything not done by <t:86400:f> will be canceled.';
  expect(show({ pause: requests })).toContain(
    `You've used up your share of requests for this.\n-# I'll continue automatically at <t:60:t>.\n-# ${until}`,
  );
  expect(show({ pause: { ...requests, isShared: true } })).toContain(
    'The requests that everyone here shares are used up',
  );
  expect(show({}, 'pause')).toContain(until);
  expect(show({}, 'stop')).toContain('this takes up to a minute');
  expect(show({ isInDoubt: true })).toMatch(/1 of 3 processed[\s\S]*I was restarted[\s\S]*up to a minute/);
  expect(show({})).not.toContain('minute');
});
