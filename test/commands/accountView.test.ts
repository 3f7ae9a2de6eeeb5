import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type AccountState, accountView, eraseView, exportedView } from '../../commands/account/accountView.ts';
import { de } from '../../commands/account/de.ts';
import { en } from '../../commands/account/messages.ts';
import type { AuditEntry } from '../../src/account/audit.ts';
import type { Link } from '../../src/account/links.ts';
import { ALL_SCOPES } from '../../src/game/scopes.ts';
import { inLanguage } from '../../src/view/language.ts';
import { idsOf } from '../support/ids.ts';
import { expectSendable, hostile, textOf } from '../support/sendable.ts';

const ALL = [inLanguage({ en, de }, 'en'), inLanguage({ en, de }, 'de')];
const moment = fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('2200-01-01') });
const ms = moment.map((date) => date.getTime());
const character = fc.record({ uid: hostile, name: hostile });

const change: fc.Arbitrary<AuditEntry> = fc.record({
  at: ms,
  discordUserId: fc.constant('1234567890123456789'),
  character,
  action: fc.constantFrom('message.send', 'credits.transfer', 'privilege.grant'),
  targets: fc.array(fc.record({ uid: hostile, name: hostile }), { maxLength: 30, size: 'max' }),
  detail: hostile,
  result: fc.constantFrom('done', 'refused', 'failed', 'unknown'),
});

const link: fc.Arbitrary<Link> = fc.record({
  discordUserId: fc.constant('1234567890123456789'),
  character,
  scopes: fc.array(fc.constantFrom(...ALL_SCOPES)),
  linkedAt: ms,
  tokens: fc.record({ accessToken: fc.constant('secret-access'), expiresAt: ms }),
});

const state: fc.Arbitrary<AccountState> = fc.record({
  link: fc.option(link, { nil: undefined }),
  scopes: fc.array(fc.oneof(fc.constantFrom(...ALL_SCOPES, 'character_all'), hostile)),
  problem: fc.option(fc.constant('The game does not answer.'), { nil: undefined }),
  quota: fc.record({ limit: fc.nat(), used: fc.nat(), left: fc.nat(), nextFreeAt: moment, allFreeAt: moment }),
  isDiscoverable: fc.boolean(),
  changes: fc.array(change, { maxLength: 12, size: 'max' }),
});

describe('whatever there is to show, Discord accepts, in every language,', () => {
  test('an account, which never shows a token', () => {
    fc.assert(
      fc.property(fc.constantFrom(...ALL), state, (say, all) => {
        const view = accountView(say, all, idsOf('account'));
        expectSendable(view);
        expect(JSON.stringify(view)).not.toContain('secret');
      }),
      { numRuns: 80, endOnFailure: true },
    );
  });

  test('an account with everything at its longest', () => {
    const long = '_'.repeat(9_000);
    const who = { uid: long, name: long };
    const longest: AuditEntry = {
      at: 0,
      discordUserId: '1234567890123456789',
      character: who,
      action: 'privilege.revoke',
      targets: Array.from({ length: 25 }, () => who),
      detail: long,
      result: 'unknown',
    };
    const all: AccountState = {
      link: {
        discordUserId: longest.discordUserId,
        character: who,
        scopes: [],
        linkedAt: 0,
        tokens: { accessToken: long, expiresAt: 0 },
      },
      scopes: [],
      problem: inLanguage({ en, de }, 'de').errors.storeUnavailable,
      quota: { limit: 600, used: 600, left: 0, nextFreeAt: new Date(0), allFreeAt: new Date(0) },
      isDiscoverable: true,
      changes: Array.from({ length: 200 }, () => longest),
    };
    for (const say of ALL) expectSendable(accountView(say, all, idsOf('account')));
  });

  test('the question before erasing, and the exported file', () => {
    for (const say of ALL) {
      expectSendable(eraseView(say, idsOf('account')));
      expectSendable(exportedView(say, { a: 1 }));
    }
  });
});

test('one’s own changes name the character, not the Discord user who reads them', () => {
  const entry: AuditEntry = {
    at: 1_767_261_600_000,
    discordUserId: '1',
    character: { uid: '1:1', name: 'Pell' },
    action: 'credits.transfer',
    targets: [{ uid: '1:3', name: 'Dorn Hesk' }],
    detail: '25',
    result: 'done',
  };
  const state = { link: undefined, scopes: [], problem: undefined, isDiscoverable: false, changes: [entry] };
  const quota = { limit: 600, used: 0, left: 600, nextFreeAt: undefined, allFreeAt: undefined };
  const shown = textOf(accountView(inLanguage({ en, de }, 'en'), { ...state, quota }, idsOf('account')));
  expect(shown).toContain('- <t:1767261600:f> **Pell** sent credits to Dorn Hesk: 25 · done');
  expect(shown).not.toContain('<@');
});
