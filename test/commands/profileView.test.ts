import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TEXTS } from '../../commands/profile/en.ts';
import { profileView, toCard, toPublicCharacter } from '../../commands/profile/profileView.ts';
import { colorOf } from '../../src/charts/colors.ts';
import type { Character } from '../../src/game/resources/character.ts';
import { forAll } from '../support/forAll.ts';
import { textOf } from '../support/messages.ts';
import { amount, expectSendable, hostile, inAll, RUNS, reference, textsOf } from '../support/sendable.ts';

const english = TEXTS.en;
const PNG = new Uint8Array([1]);
const character: fc.Arbitrary<Character> = fc.record(
  {
    uid: hostile,
    name: hostile,
    factions: fc.array(
      fc.tuple(reference, fc.boolean()).map(([faction, isPrimary]) => ({ ...faction, isPrimary })),
      { maxLength: 15, size: 'max' },
    ),
    isPrivate: fc.boolean(),
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

test('Discord takes every profile, whatever the game says', () => {
  forAll([textsOf(TEXTS), character, fc.boolean()], RUNS, (texts, shown, isOwn) =>
    expectSendable(profileView(texts, shown, { isOwn, composeId: 'compose', ...(isOwn && { card: PNG }) })),
  );
});

test.each(inAll(TEXTS))('Discord takes a profile with everything at its longest in $language', (texts) => {
  const long = '_'.repeat(9_000);
  const place = { uid: long, name: long };
  const everything: Character = {
    uid: long,
    name: long,
    factions: Array.from({ length: 50 }, (_, index) => ({ uid: `20:${index}`, name: long, isPrimary: false })),
    isPrivate: true,
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
      ...{ sector: place, system: place, planet: place, city: place, container: place },
      galaxy: { x: -1e300, y: -1e300 },
    },
  };
  expectSendable(profileView(texts, everything, { composeId: 'compose', card: PNG }));
});

test('the picture of a profile shows no more than its words, and nothing of a private one', () => {
  const own: Character = {
    ...{ uid: '1:1', name: 'Jane', factions: [], race: 'human', xpLevel: 7, credits: 5 },
    ...{ faction: { uid: '20:1', name: 'Pell' }, location: { system: { uid: '25:1', name: 'Yss' } } },
  };
  const card = { name: 'Jane', facts: ['human · Level 7'], faction: 'Pell', color: colorOf('20:1') };
  expect(toCard(english, toPublicCharacter(own, true))).toEqual(card);
  expect(toCard(english, toPublicCharacter(own))).toEqual({ ...card, facts: ['human'] });
  const hidden = toPublicCharacter({ ...own, isPrivate: true }, true);
  expect(toCard(english, hidden)).toMatchObject({ name: 'Jane', facts: [], faction: undefined });
});

test("a private profile leaves out what the game doesn't show, and says why", () => {
  const hidden: Character = { uid: '1:1', name: 'Jane Doe', factions: [], isPrivate: true };
  expect(textOf(profileView(english, hidden))).toBe(`## Jane Doe\n-# UID 1:1\n-# ${TEXTS.en.private}`);
  const open = profileView(english, { ...hidden, isPrivate: false });
  expect(textOf(open)).toBe('## Jane Doe\n-# UID 1:1\n**Faction:** none');
});

test('of their own private profile, a player sees everything, and reads that others see less', () => {
  const own: Character = { uid: '1:1', name: 'Jane Doe', factions: [], isPrivate: true, race: 'human', credits: 5 };
  const shown = textOf(profileView(english, own, { isOwn: true }));
  expect(shown).toBe(
    `## Jane Doe\n-# UID 1:1\n**Faction:** none\n**Credits:** 5\n**Race:** human\n-# ${TEXTS.en.ownPrivate}`,
  );
  expect(toPublicCharacter(own)).toEqual({ uid: '1:1', name: 'Jane Doe', factions: [], isPrivate: true });
});
