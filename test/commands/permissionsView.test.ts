import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TEXTS } from '../../commands/permissions/en.ts';
import { permissionCheckView, permissionsView, scopesView } from '../../commands/permissions/permissions.ts';
import type { Permission } from '../../src/game/resources/character.ts';
import { ALL_SCOPES } from '../../src/game/scopes.ts';
import { forAll } from '../support/forAll.ts';
import { textOf } from '../support/messages.ts';
import { expectSendable, hostile, inAll, moment, named, RUNS, textsOf } from '../support/sendable.ts';

const english = TEXTS.en;
const scopes = fc.array(fc.oneof(fc.constantFrom(...ALL_SCOPES), hostile), { maxLength: 60, size: 'max' });
const permission: fc.Arbitrary<Permission> = fc.record({ scopes, expiresAt: moment }, { requiredKeys: ['scopes'] });

test('Discord takes all permissions, scopes and checks, whatever the game says', () => {
  const entries = fc.array(permission, { maxLength: 20, size: 'max' });
  forAll([textsOf(TEXTS), named, entries, hostile, fc.boolean()], RUNS, (texts, who, all, one, isGranted) => {
    expectSendable(permissionsView(texts, who, all, isGranted));
    const names = all.flatMap((entry) => entry.scopes);
    expectSendable(scopesView(texts, who, names));
    expectSendable(permissionCheckView(texts, who, one, isGranted));
  });
});

test('permissions that expire together are under one heading, in whatever order the game lists them', () => {
  const soon = new Date('2026-01-01T10:00:00Z');
  const listed = [
    { scopes: ['CHARACTER_READ'], expiresAt: soon },
    { scopes: ['odd', 'CHARACTER_STATS'] },
    { scopes: ['MESSAGES_READ'], expiresAt: soon },
  ];
  const shown = textOf(permissionsView(english, { name: 'Jane Doe' }, listed, false));
  expect(shown.split('\n').slice(1)).toEqual([
    expect.stringMatching(/^-# Until <t:1767261600:f> .*, then you have to log in again$/),
    expect.stringContaining('`CHARACTER_READ`'),
    expect.stringContaining('`MESSAGES_READ`'),
    `-# ${TEXTS.en.noExpiry}`,
    "- `odd` this bot doesn't ask for it",
    "- `CHARACTER_STATS` this bot doesn't ask for it",
  ]);
});

test.each(inAll(TEXTS))('in $language what a permission allows fits into Discord’s menus', ({ permissions }) => {
  for (const allowed of Object.values(permissions)) expect(allowed.length).toBeLessThanOrEqual(100);
});
