import fc from 'fast-check';
import { expect, test } from 'vitest';
import { de } from '../../commands/permissions/de.ts';
import { en } from '../../commands/permissions/messages.ts';
import { permissionCheckView, permissionsView, scopesView } from '../../commands/permissions/permissionsView.ts';
import type { Permission } from '../../src/game/character.ts';
import { ALL_SCOPES } from '../../src/game/scopes.ts';
import { inLanguage } from '../../src/view/language.ts';
import { expectSendable, hostile, messagesOf, moment, RUNS, textOf } from '../support/sendable.ts';

const english = inLanguage({ en, de }, 'en');
const character = fc.record({ uid: hostile, name: hostile });
const permissions: fc.Arbitrary<Permission[]> = fc.array(
  fc.record(
    {
      scopes: fc.array(fc.oneof(fc.constantFrom(...ALL_SCOPES), hostile), { maxLength: 60, size: 'max' }),
      expiresAt: moment,
    },
    { requiredKeys: ['scopes'] },
  ),
  { maxLength: 20, size: 'max' },
);

test('Discord takes all permissions and scopes, whatever the game says', () => {
  fc.assert(
    fc.property(messagesOf({ en, de }), character, permissions, (messages, who, entries) => {
      expectSendable(permissionsView(messages, who, entries));
      const scopes = entries.flatMap((entry) => entry.scopes);
      expectSendable(scopesView(messages, who, scopes));
    }),
    RUNS,
  );
});

test('Discord takes every check of a permission', () => {
  fc.assert(
    fc.property(messagesOf({ en, de }), character, hostile, fc.boolean(), (messages, who, permission, isGranted) =>
      expectSendable(permissionCheckView(messages, who, permission, isGranted)),
    ),
    RUNS,
  );
});

test('permissions that expire together are under one heading, wherever the game lists them', () => {
  const soon = new Date('2026-01-01T10:00:00Z');
  const shown = textOf(
    permissionsView(english, { name: 'Jane Doe' }, [
      { scopes: ['CHARACTER_READ'], expiresAt: soon },
      { scopes: ['odd'] },
      { scopes: ['MESSAGES_READ'], expiresAt: soon },
    ]),
  );
  const lines = shown.split('\n').slice(1);
  expect(lines).toEqual([
    expect.stringMatching(/^-# Until <t:1767261600:f> /),
    expect.stringContaining('`CHARACTER_READ`'),
    expect.stringContaining('`MESSAGES_READ`'),
    `-# ${en.noExpiry}`,
    expect.stringContaining('`odd`'),
  ]);
});

test('without permissions a sentence says so', () => {
  expect(textOf(permissionsView(english, { name: 'Jane Doe' }, []))).toContain(en.none);
});
