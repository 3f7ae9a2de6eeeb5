import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type AccountState, accountView, eraseView, exportedView } from '../../commands/account/accountView.ts';
import { TEXTS } from '../../commands/account/en.ts';
import type { AuditEntry } from '../../src/account/audit.ts';
import type { Link } from '../../src/account/links.ts';
import { ALL_SCOPES } from '../../src/game/scopes.ts';
import { KEPT_DATA } from '../../src/store/declared.ts';
import { forAll } from '../support/forAll.ts';
import { expectSendable, hostile, moment, RUNS, textsOf } from '../support/sendable.ts';

const ms = moment.map((date) => date.getTime());
const discordUserId = '1234567890123456789';

/** Accounts with these texts, and this many changes. */
function accountsOf(text: fc.Arbitrary<string>, changes: fc.ArrayConstraints): fc.Arbitrary<AccountState> {
  const who = { discordUserId: fc.constant(discordUserId), character: fc.record({ uid: text, name: text }) };
  const scope = fc.constantFrom(...ALL_SCOPES);
  const change: fc.Arbitrary<AuditEntry> = fc.record({
    ...{ ...who, at: ms, detail: text, targets: fc.array(who.character, { ...changes, maxLength: 30 }) },
    action: fc.constantFrom('message.send', 'credits.transfer', 'privilege.grant', 'privilege.revoke'),
    result: fc.constantFrom('done', 'refused', 'failed', 'unknown'),
  });
  const tokens = fc.record({ accessToken: fc.constant('secret-access'), expiresAt: ms });
  const link: fc.Arbitrary<Link> = fc.record({ ...who, scopes: fc.array(scope), linkedAt: ms, tokens });
  return fc.record({
    link: fc.option(link, { nil: undefined }),
    scopes: fc.array(fc.oneof(scope, fc.constant('character_all'), text)),
    problem: fc.option(fc.constant('–'.repeat(100)), { nil: undefined }),
    quota: fc.record({ limit: fc.nat(), used: fc.nat(), left: fc.nat(), nextFreeAt: moment, allFreeAt: moment }),
    ...{ isDiscoverable: fc.boolean(), isTrailWhole: fc.boolean(), batches: fc.constant([]) },
    changes: fc.array(change, changes),
    rosters: fc.nat(3),
    stored: fc.subarray([...KEPT_DATA]),
    unreadable: fc.subarray([...KEPT_DATA]),
  });
}

test.each([
  ['whatever the names', accountsOf(hostile, { maxLength: 12, size: 'max' })],
  ['with everything at its longest', accountsOf(fc.constant('_'.repeat(9_000)), { minLength: 25, maxLength: 200 })],
])('Discord accepts every account, %s, and none shows a token', (_, accounts) => {
  forAll([textsOf(TEXTS), accounts], RUNS, (texts, all) => {
    const view = accountView(texts, all);
    for (const one of [view, eraseView(texts), exportedView(texts, discordUserId, [])]) expectSendable(one);
    expect(JSON.stringify(view)).not.toContain('secret');
  });
});
