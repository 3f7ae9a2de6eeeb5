import { type APIComponentInContainer, ComponentType } from 'discord-api-types/v10';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { commandHelpView, type HelpCommand, helpView } from '../../commands/help/helpView.ts';
import { permissionCheckView, permissionsView, scopesView } from '../../commands/permissions/permissionsView.ts';
import { skillsView, toBar } from '../../commands/skills/skillsView.ts';
import type { AuditEntry } from '../../src/account/audit.ts';
import type { Link } from '../../src/account/links.ts';
import type { Permission } from '../../src/game/character.ts';
import { ALL_SCOPES } from '../../src/game/scopes.ts';
import type { Skills } from '../../src/game/skills.ts';
import { type AccountState, accountView, eraseView, exportedView } from '../../src/view/accountViews.ts';
import type { MessageView } from '../../src/view/message.ts';
import { CATALOGUES, type Words } from '../../src/view/words/wordsFor.ts';

const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 400, size: 'max' }),
  fc
    .array(
      fc.constantFrom('@everyone', '<@1>', '**', '\\', '`', '[x](https://a.example)', '\n# ', '\u202e', '😀', '||'),
      {
        maxLength: 80,
        size: 'max',
      },
    )
    .map((parts) => parts.join('')),
);
const moment = fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('2200-01-01') });
const ms = moment.map((date) => date.getTime());
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
  isFindable: fc.boolean(),
  changes: fc.array(change, { maxLength: 12, size: 'max' }),
});

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

const IDS = { logIn: 'a', findable: 'b', logOut: 'c', export: 'd', erase: 'e' };

type Part = APIComponentInContainer & { components?: unknown[] };

function partsOf({ components }: MessageView): Part[] {
  const inside = (component: unknown): Part[] => {
    const part = component as Part;
    return [part, ...(part.components ?? []).flatMap(inside)];
  };
  return components.flatMap(inside);
}

function textOf(view: MessageView): string {
  return partsOf(view)
    .flatMap((part) => (part.type === ComponentType.TextDisplay ? [part.content] : []))
    .join('\n');
}

/** What Discord demands, as far as these views could break it. */
function expectSendable(view: MessageView): void {
  const parts = partsOf(view);
  expect(parts.length).toBeLessThanOrEqual(40);
  const texts = parts.flatMap((part) => (part.type === ComponentType.TextDisplay ? [part.content] : []));
  expect(texts.join('').length).toBeLessThanOrEqual(4_000);
  for (const text of texts) {
    expect(text.trim()).not.toBe('');
    expect(text).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
    expect(text.isWellFormed()).toBe(true);
  }
  for (const part of parts as { type: ComponentType; options?: { label: string; description?: string }[] }[]) {
    if (part.type !== ComponentType.StringSelect) continue;
    expect(part.options?.length).toBeLessThanOrEqual(25);
    for (const { label, description = 'x' } of part.options ?? []) {
      for (const text of [label, description]) expect(text.length).toBeGreaterThan(0);
      expect(label.length).toBeLessThanOrEqual(100);
      expect(description.length).toBeLessThanOrEqual(100);
    }
  }
}

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

  test('of an account, which never shows a token', () => {
    fc.assert(
      fc.property(words, state, (say, all) => {
        const view = accountView(say, all, IDS);
        expectSendable(view);
        expect(JSON.stringify(view)).not.toContain('secret');
      }),
      RUNS,
    );
  });

  test('of an account with everything as long as can be', () => {
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
      problem: CATALOGUES.de.errors.storeUnavailable,
      quota: { limit: 600, used: 600, left: 0, nextFreeAt: new Date(0), allFreeAt: new Date(0) },
      isFindable: true,
      changes: Array.from({ length: 200 }, () => longest),
    };
    for (const say of Object.values(CATALOGUES)) expectSendable(accountView(say, all, IDS));
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

  test('of the questions and files of an account', () => {
    for (const say of Object.values(CATALOGUES)) {
      expectSendable(eraseView(say, { erase: 'a', keep: 'b' }));
      expectSendable(exportedView(say, { a: 1 }));
    }
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

test('one’s own changes are a list that names the character, and not the Discord user who reads it', () => {
  const entry: AuditEntry = {
    at: 1_767_261_600_000,
    discordUserId: '1',
    character: { uid: '1:1', name: 'Pell' },
    action: 'credits.transfer',
    targets: [{ uid: '1:3', name: 'Dorn Hesk' }],
    detail: '25',
    result: 'done',
  };
  const state = { link: undefined, scopes: [], problem: undefined, isFindable: false, changes: [entry] };
  const quota = { limit: 600, used: 0, left: 600, nextFreeAt: undefined, allFreeAt: undefined };
  const shown = textOf(accountView(CATALOGUES['en-US'], { ...state, quota }, IDS));
  expect(shown).toContain('- <t:1767261600:f> **Pell** sent credits to Dorn Hesk: 25 · done');
  expect(shown).not.toContain('<@');
});

test('no skills and no permissions are said in a sentence', () => {
  const say = CATALOGUES['en-US'];
  expect(textOf(skillsView(say, { uid: '1:1', name: 'Pell' }, {}))).toContain('lists no skills');
  expect(textOf(permissionsView(say, { name: 'Pell' }, []))).toContain('lists no permissions');
});
