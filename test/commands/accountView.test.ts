import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type AccountState, accountView, eraseView, exportedView } from '../../commands/account/accountView.ts';
import { TEXTS } from '../../commands/account/en.ts';
import type { AuditEntry } from '../../src/account/audit.ts';
import type { Link } from '../../src/account/links.ts';
import { ALL_SCOPES } from '../../src/game/scopes.ts';
import { KEPT_DATA } from '../../src/store/declared.ts';
import { forAll } from '../support/forAll.ts';
import { expectSendable, hostile, inAll, moment, named, RUNS, textsOf } from '../support/sendable.ts';

const ms = moment.map((date) => date.getTime());
const discordUserId = '1234567890123456789';

const change: fc.Arbitrary<AuditEntry> = fc.record({
  at: ms,
  discordUserId: fc.constant(discordUserId),
  character: named,
  action: fc.constantFrom('message.send', 'credits.transfer', 'privilege.grant'),
  targets: fc.array(named, { maxLength: 30, size: 'max' }),
  detail: hostile,
  result: fc.constantFrom('done', 'refused', 'failed', 'unknown'),
});

const link: fc.Arbitrary<Link> = fc.record({
  discordUserId: fc.constant(discordUserId),
  character: named,
  scopes: fc.array(fc.constantFrom(...ALL_SCOPES)),
  linkedAt: ms,
  tokens: fc.record({ accessToken: fc.constant('secret-access'), expiresAt: ms }),
});

const state: fc.Arbitrary<AccountState> = fc.record({
  link: fc.option(link, { nil: undefined }),
  scopes: fc.array(fc.oneof(fc.constantFrom(...ALL_SCOPES, 'character_all'), hostile)),
  problem: fc.option(fc.constant('–'), { nil: undefined }),
  quota: fc.record({ limit: fc.nat(), used: fc.nat(), left: fc.nat(), nextFreeAt: moment, allFreeAt: moment }),
  isDiscoverable: fc.boolean(),
  isTrailWhole: fc.boolean(),
  rosters: fc.nat(3),
  changes: fc.array(change, { maxLength: 12, size: 'max' }),
  batches: fc.constant([]),
  stored: fc.subarray([...KEPT_DATA]),
});

test('Discord accepts every account, which never shows a token', () => {
  forAll([textsOf(TEXTS), state], RUNS, (texts, all) => {
    const view = accountView(texts, all);
    expectSendable(view);
    expect(JSON.stringify(view)).not.toContain('secret');
  });
});

test.each(inAll(TEXTS))('Discord accepts what is at its longest, the question and the file in $language', (texts) => {
  const long = '_'.repeat(9_000);
  const character = { uid: long, name: long };
  const who = { discordUserId, character };
  const targets = Array.from({ length: 25 }, () => character);
  const longest: AuditEntry = { ...who, at: 0, action: 'privilege.revoke', targets, detail: long, result: 'unknown' };
  const all: AccountState = {
    link: { ...who, scopes: [], linkedAt: 0, tokens: { accessToken: long, expiresAt: 0 } },
    quota: { limit: 600, used: 600, left: 0, nextFreeAt: new Date(0), allFreeAt: new Date(0) },
    ...{ scopes: [], problem: texts.errors.storeUnavailable, isDiscoverable: true, isTrailWhole: false, rosters: 0 },
    ...{ changes: Array.from({ length: 200 }, () => longest), batches: [], stored: KEPT_DATA },
  };
  expectSendable(accountView(texts, all));
  expectSendable(eraseView(texts));
  expectSendable(exportedView(texts, discordUserId, []));
});
