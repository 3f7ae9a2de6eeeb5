import { type APIComponentInContainer, ButtonStyle, ComponentType } from 'discord-api-types/v10';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type GalaxyResource, galaxyView } from '../../commands/galaxy/galaxyView.ts';
import { lookupView, profileView } from '../../commands/profile/profileView.ts';
import { LoginProblem, type LoginProblemCode } from '../../src/account/loginProblem.ts';
import { SealBroken } from '../../src/account/seal.ts';
import { pageIds } from '../../src/discord/command.ts';
import type { Character } from '../../src/game/character.ts';
import { GameError, type GameFailure } from '../../src/game/errors.ts';
import type { Page } from '../../src/game/operation.ts';
import { ALL_SCOPES } from '../../src/game/scopes.ts';
import type { Reference } from '../../src/game/wire.ts';
import { StoreUnavailable } from '../../src/store/store.ts';
import { explain, explanationView, noticeView, UserError } from '../../src/view/errorView.ts';
import type { MessageView } from '../../src/view/message.ts';
import { wordsFor } from '../../src/view/words/wordsFor.ts';
import { idsOf, PAGE_IDS } from '../support/ids.ts';

const en = wordsFor('en-US');

/** What the game, or somebody who writes to it, could put into a text. */
const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 300, size: 'max' }),
  fc
    .array(
      fc.constantFrom(
        '@everyone',
        '<@1>',
        '**',
        '\\',
        '`',
        '[x](https://a.example)',
        '\n# ',
        '\u202e',
        '😀',
        '- ',
        '1. ',
        '||',
        ' ',
      ),
      {
        maxLength: 60,
        size: 'max',
      },
    )
    .map((parts) => parts.join('')),
  fc.constantFrom('', ' ', '\u200b', '\ud800', '_'.repeat(900), '😀'.repeat(900), '\n'.repeat(900)),
);
const amount = fc.oneof(fc.maxSafeInteger(), fc.double({ min: -1e15, max: 1e15, noNaN: true }), fc.constant(0));
const reference: fc.Arbitrary<Reference> = fc.record({ uid: hostile, name: hostile }, { requiredKeys: ['name'] });

const character: fc.Arbitrary<Character> = fc.record(
  {
    uid: hostile,
    name: hostile,
    factions: fc.array(
      fc.tuple(reference, fc.boolean()).map(([faction, isPrimary]) => ({ ...faction, isPrimary })),
      { maxLength: 15, size: 'max' },
    ),
    credits: amount,
    faction: reference,
    image: fc.oneof(
      hostile,
      fc.webUrl(),
      hostile.map((text) => `https://a.example/${text}`),
    ),
    gender: hostile,
    race: hostile,
    shortDescription: hostile,
    biography: hostile,
    lastLoginAt: fc.date({ noInvalidDate: true }),
    health: amount,
    healthMax: amount,
    xp: amount,
    xpLevel: amount,
    location: fc.record(
      {
        sector: reference,
        system: reference,
        planet: reference,
        city: reference,
        container: reference,
        galaxy: fc.record({ x: amount, y: amount }),
      },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: ['uid', 'name', 'factions'] },
);

const item = fc.record(
  {
    uid: hostile,
    name: hostile,
    controlledBy: reference,
    population: amount,
    sector: reference,
    system: reference,
    planet: reference,
    type: reference,
    x: amount,
    y: amount,
    knownSystems: amount,
  },
  { requiredKeys: ['uid', 'name'] },
);
const natural = fc.integer({ min: 1, max: 1_000_000 });
const page: fc.Arbitrary<Page<{ uid: string; name: string }>> = fc
  .tuple(fc.array(item, { maxLength: 30, size: 'max' }), natural, natural, fc.nat(), fc.boolean())
  .map(([items, startIndex, itemCount, total, hasMore]) => ({ items, startIndex, itemCount, total, hasMore }));

/** What Discord demands of a message of components; throws where it would refuse. */
function expectSendable({ components }: MessageView): void {
  const all: { type: ComponentType }[] = [];
  const walk = (component: unknown): void => {
    const { components, accessory } = component as { components?: unknown[]; accessory?: unknown };
    all.push(component as { type: ComponentType });
    for (const child of [...(components ?? []), ...(accessory ? [accessory] : [])]) walk(child);
  };
  components.forEach(walk);
  expect(all.length).toBeLessThanOrEqual(40);

  const parts = all as APIComponentInContainer[];
  const texts = parts.flatMap((part) => (part.type === ComponentType.TextDisplay ? [part.content] : []));
  for (const text of texts) {
    expect(text.trim()).not.toBe('');
    expect(text).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
    expect(text.isWellFormed()).toBe(true);
  }
  expect(texts.join('').length).toBeLessThanOrEqual(4_000);

  const customIds: string[] = [];
  for (const part of all as unknown[]) {
    const { type } = part as { type: ComponentType };
    if (type === ComponentType.Button) {
      const { label = '', custom_id, style } = part as { label?: string; custom_id?: string; style: ButtonStyle };
      expect(label.length).toBeGreaterThan(0);
      expect(label.length).toBeLessThanOrEqual(80);
      if (style !== ButtonStyle.Link) customIds.push(custom_id ?? '');
    }
    if (type === ComponentType.Thumbnail) {
      const { media, description } = part as { media: { url: string }; description: string };
      expect(media.url).toMatch(/^https:\/\//);
      expect(media.url.length).toBeLessThanOrEqual(2_048);
      expect(description.length).toBeLessThanOrEqual(1_024);
    }
    if (type === ComponentType.ActionRow)
      expect((part as { components: unknown[] }).components.length).toBeLessThanOrEqual(5);
  }
  for (const id of customIds) expect(id.length).toBeLessThanOrEqual(100);
  expect(new Set(customIds).size).toBe(customIds.length);
}

const RUNS = { numRuns: 60 };

describe('whatever the game says, Discord takes the message', () => {
  test('of a profile', () => {
    fc.assert(
      fc.property(character, (shown) => expectSendable(profileView(en, shown))),
      RUNS,
    );
  });

  test('of a profile with everything as long as can be', () => {
    const long = '_'.repeat(9_000);
    const place = { uid: long, name: long };
    const everything: Character = {
      uid: long,
      name: long,
      factions: Array.from({ length: 50 }, (_, index) => ({ uid: `20:${index}`, name: long, isPrimary: false })),
      faction: place,
      image: `https://a.example/${long}`,
      gender: long,
      race: long,
      shortDescription: long,
      biography: long,
      lastLoginAt: new Date(8.64e15),
      credits: Number.MIN_SAFE_INTEGER,
      health: Number.MIN_SAFE_INTEGER,
      healthMax: Number.MIN_SAFE_INTEGER,
      xp: Number.MIN_SAFE_INTEGER,
      xpLevel: Number.MIN_SAFE_INTEGER,
      location: {
        sector: place,
        system: place,
        planet: place,
        city: place,
        container: place,
        galaxy: { x: -1e300, y: -1e300 },
      },
    };
    expectSendable(profileView(en, everything));
  });

  test.each<GalaxyResource>(['systems', 'planets', 'sectors', 'stations', 'cities'])('of a page of %s', (resource) => {
    fc.assert(
      fc.property(page, (list) => {
        expectSendable(galaxyView(en, resource, list, pageIds(idsOf('galaxy'), 'page', { resource })));
      }),
      RUNS,
    );
  });

  test.each<GalaxyResource>(['systems', 'planets', 'stations', 'cities'])(
    'of %s of which only the container is known',
    (resource) => {
      const items = [{ uid: '8:1', name: 'Here', container: { uid: '9:1', name: 'Kessanor' } }];
      const list = { items, startIndex: 1, itemCount: 20, total: 1, hasMore: false };
      expect(JSON.stringify(galaxyView(en, resource, list, PAGE_IDS))).toContain('Kessanor');
    },
  );

  test('of 20 items with the longest names all are shown; of more, should the game send them, as many as fit', () => {
    const listOf = (length: number) => {
      const name = '_'.repeat(500);
      const place = { uid: '9:1', name };
      const items = Array.from({ length }, () => ({
        ...place,
        sector: place,
        controlledBy: place,
        x: -499,
        y: -499,
      }));
      const list = { items, startIndex: 1, itemCount: 20, total: 1_080, hasMore: true };
      const view = galaxyView(en, 'systems', list, PAGE_IDS);
      expectSendable(view);
      return JSON.stringify(view);
    };
    expect(listOf(20).match(/held by/g)).toHaveLength(20);
    const shortened = listOf(40);
    expect(shortened.match(/held by/g)?.length).toBeGreaterThanOrEqual(20);
    expect(shortened).toContain('\\n…"');
  });

  test('of a lookup', () => {
    fc.assert(
      fc.property(hostile, hostile, (uid, name) => {
        expectSendable(lookupView(en, { uid, handle: name }));
      }),
      RUNS,
    );
  });

  test('of any error', () => {
    const failure: fc.Arbitrary<GameFailure> = fc.oneof(
      fc.constantFrom<GameFailure>({ code: 'not_linked' }, { code: 'token_rejected' }, { code: 'not_found' }),
      fc.constantFrom(...ALL_SCOPES).map((scope): GameFailure => ({ code: 'scope_missing', scope })),
      fc.tuple(hostile, hostile).map(([parameter, reason]): GameFailure => ({ code: 'invalid', parameter, reason })),
      fc.date({ noInvalidDate: true }).map((until): GameFailure => ({ code: 'rate_limited', until })),
      fc
        .tuple(fc.constantFrom('refused', 'service_unavailable', 'outcome_unknown'), hostile)
        .map(([code, reason]) => ({ code, reason }) as GameFailure),
    );
    fc.assert(
      fc.property(failure, (given) => {
        const explanation = explain(en, new GameError(given));
        if (!explanation) throw new Error(`${given.code} has no explanation`);
        expectSendable(
          explanationView(explanation, (scopes) => idsOf('login')('start', { waiting: 'A'.repeat(16), scopes })),
        );
      }),
      RUNS,
    );
  });
});

describe('the explanation of an error', () => {
  const sentenceOf = (error: unknown) => explain(en, error)?.sentence;

  test('of a wrong parameter names it, its fault, and formats nothing', () => {
    const reason = 'must be a **whole** number';
    expect(sentenceOf(new GameError({ code: 'invalid', parameter: 'amount', reason }))).toBe(
      'The amount must be a \\*\\*whole\\*\\* number.',
    );
  });

  test('of an unknown outcome says to look before trying again, and nothing of the inside', () => {
    const sentence = sentenceOf(new GameError({ code: 'outcome_unknown', reason: 'socket hang up' }));
    expect(sentence).toContain('Check before you try again');
    expect(sentence).not.toContain('socket');
  });

  test('of a store that is away or keys that changed is a sentence, the latter with a way to log in', () => {
    expect(explain(en, new StoreUnavailable('redis://secret'))).toEqual({
      sentence: en.errors.storeUnavailable,
      tone: 'bad',
    });
    expect(explain(en, new SealBroken('inner'))?.action).toEqual({ label: 'Log in again', scopes: [] });
  });

  test('of a login problem offers another login, except where the same one can go on', () => {
    const codes = Object.keys(en.loginProblems) as LoginProblemCode[];
    const without = codes.filter((code) => explain(en, new LoginProblem(code, { triesLeft: 2 }))?.action === undefined);
    expect(without.toSorted()).toEqual(['already_linked', 'code_entered', 'not_signed_in', 'wrong_code']);
    expect(sentenceOf(new LoginProblem('wrong_code', { triesLeft: 1 }))).toContain('1 try left');
    expect(sentenceOf(new LoginProblem('already_linked', { linkedAs: '**Pell**' }))).toContain('link \\*\\*Pell\\*\\*');
  });

  test('of a person’s error is its own sentence', () => {
    expect(sentenceOf(new UserError('A sentence.'))).toBe('A sentence.');
  });

  test('of what nobody foresaw is left to the caller', () => {
    expect(explain(en, new Error('inner'))).toBeUndefined();
    expect(explain(en, 'inner')).toBeUndefined();
    expectSendable(noticeView(en.errors.unknown('0123abcd')));
  });
});
