import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { commandHelpView, type HelpCommand, helpView } from '../../commands/help/helpView.ts';
import { permissionCheckView, permissionsView, scopesView } from '../../commands/permissions/permissionsView.ts';
import { skillsView, toBar } from '../../commands/skills/skillsView.ts';
import type { Permission } from '../../src/game/character.ts';
import { ALL_SCOPES } from '../../src/game/scopes.ts';
import type { Skills } from '../../src/game/skills.ts';
import { CATALOGUES, type Words } from '../../src/view/words/wordsFor.ts';
import { expectSendable, hostile, textOf } from '../support/sendable.ts';

const moment = fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('2200-01-01') });
const words = fc.constantFrom<Words>(...Object.values(CATALOGUES));
const character = fc.record({ uid: hostile, name: hostile });

const skills: fc.Arbitrary<Skills> = fc
  .array(
    fc.tuple(
      hostile,
      fc.record(
        {
          level: fc.oneof(fc.double({ noNaN: true }), fc.integer()),
          experience: fc.integer(),
          category: fc.oneof(fc.constantFrom('space', 'light', '__proto__', 'constructor'), hostile),
        },
        { requiredKeys: ['level', 'category'] },
      ),
    ),
    { maxLength: 80, size: 'max' },
  )
  .map((entries) => Object.fromEntries(entries));

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

const command: fc.Arbitrary<HelpCommand> = fc.record({
  key: fc.stringMatching(/^[a-z]{1,32}$/),
  name: fc.stringMatching(/^[a-z]{1,32}$/),
  description: fc.stringMatching(/^[a-z ]{0,98}x$/),
  entries: fc.array(
    fc.record({
      path: fc.stringMatching(/^[a-z]{1,32}$/),
      description: fc.stringMatching(/^[a-z ]{0,98}x$/),
      options: fc.array(
        fc.record({ name: fc.constant('option'), description: fc.constant('x'.repeat(100)), isRequired: fc.boolean() }),
        { maxLength: 25, size: 'max' },
      ),
      needs: fc.option(fc.constant(ALL_SCOPES), { nil: undefined }),
      isForManagers: fc.boolean(),
    }),
    { minLength: 1, maxLength: 25, size: 'max' },
  ),
});

// Shrinking records this large would take minutes.
const RUNS = { numRuns: 80, endOnFailure: true };

describe('whatever there is to show, Discord takes the message, in every language', () => {
  test('of skills', () => {
    fc.assert(
      fc.property(words, character, skills, (say, who, all) => expectSendable(skillsView(say, who, all))),
      RUNS,
    );
  });

  test('of permissions and scopes', () => {
    fc.assert(
      fc.property(words, character, permissions, (say, who, entries) => {
        expectSendable(permissionsView(say, who, entries));
        expectSendable(
          scopesView(
            say,
            who,
            entries.flatMap(({ scopes }) => scopes),
          ),
        );
      }),
      RUNS,
    );
  });

  test('of a permission check', () => {
    fc.assert(
      fc.property(words, character, hostile, fc.boolean(), (say, who, permission, isGranted) =>
        expectSendable(permissionCheckView(say, who, permission, isGranted)),
      ),
      RUNS,
    );
  });

  test('of the help and of each command in it', () => {
    fc.assert(
      fc.property(words, fc.array(command, { minLength: 1, maxLength: 100, size: 'max' }), (say, commands) => {
        expectSendable(helpView(say, commands, ['Menu'], 'id'));
        for (const one of commands.slice(0, 3)) expectSendable(commandHelpView(say, one));
      }),
      { numRuns: 20, endOnFailure: true },
    );
  });
});

test('a bar has ten blocks: none at zero, one at least above it, all at the highest', () => {
  expect(toBar(0, 5)).toBe('░░░░░░░░░░');
  expect(toBar(0.01, 5)).toBe('█░░░░░░░░░');
  expect(toBar(3, 5)).toBe('██████░░░░');
  expect(toBar(5, 5)).toBe('██████████');
  fc.assert(
    fc.property(fc.double(), fc.double(), (level, highest) => {
      expect([...toBar(level, highest)]).toHaveLength(10);
    }),
  );
});

test('skills of one category stand together under its title, also those of a category nobody knows', () => {
  const shown = textOf(
    skillsView(
      CATALOGUES['en-US'],
      { uid: '1:1', name: 'Pell' },
      {
        Piloting: { level: 5, experience: 2_000, category: 'space' },
        Juggling: { level: 1, category: 'circus' },
        Astrogation: { level: 0, category: 'space' },
      },
    ),
  );
  expect(shown).toContain(
    '### Space\n`██████████` **Piloting** 5\u00a0·\u00a02,000\u00a0XP\n`░░░░░░░░░░` **Astrogation** 0\n',
  );
  expect(shown).toContain('### circus\n`██░░░░░░░░` **Juggling** 1');
});

test('permissions that end together stand under one heading, wherever the game lists them', () => {
  const soon = new Date('2026-01-01T10:00:00Z');
  const shown = textOf(
    permissionsView(CATALOGUES['en-US'], { name: 'Pell' }, [
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
    '-# Without an end date',
    expect.stringContaining('`odd`'),
  ]);
});

test('no skills and no permissions are said in a sentence', () => {
  const say = CATALOGUES['en-US'];
  expect(textOf(skillsView(say, { uid: '1:1', name: 'Pell' }, {}))).toContain('lists no skills');
  expect(textOf(permissionsView(say, { name: 'Pell' }, []))).toContain('lists no permissions');
});
