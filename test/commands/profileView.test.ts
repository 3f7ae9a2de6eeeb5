import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TEXTS } from '../../commands/profile/en.ts';
import { profileView, toCard, toPublicCharacter } from '../../commands/profile/profileView.ts';
import { colorOf } from '../../src/charts/colors.ts';
import type { Character } from '../../src/game/resources/character.ts';
import { forAll } from '../support/forAll.ts';
import { textOf } from '../support/messages.ts';
import { amount, expectSendable, hostile, RUNS, reference, textsOf } from '../support/sendable.ts';

const english = TEXTS.en;
const PNG = new Uint8Array([1]);
/** Characters with these texts, numbers and places, and with all or any part of the fields. */
function charactersOf(text: fc.Arbitrary<string>, number: fc.Arbitrary<number>, isWhole = false) {
  const place = isWhole ? fc.record({ uid: text, name: text }) : reference;
  const faction = fc.tuple(place, fc.boolean()).map(([faction, isPrimary]) => ({ ...faction, isPrimary }));
  const location = {
    ...{ sector: place, system: place, planet: place, city: place, container: place },
    galaxy: fc.record({ x: number, y: number }),
  };
  const parts = {
    ...{ uid: text, name: text, gender: text, race: text, shortDescription: text, biography: text },
    ...{ credits: number, health: number, healthMax: number, xp: number, xpLevel: number },
    factions: fc.array(faction, { minLength: isWhole ? 50 : 0, maxLength: isWhole ? 50 : 15, size: 'max' }),
    isPrivate: fc.boolean(),
    faction: place,
    image: fc.oneof(
      text,
      fc.webUrl(),
      text.map((text) => `https://a.example/${text}`),
    ),
    lastLoginAt: fc.date({ noInvalidDate: true }),
  };
  if (isWhole) return fc.record({ ...parts, location: fc.record(location) });
  const all = { ...parts, location: fc.record(location, { requiredKeys: [] }) };
  return fc.record(all, { requiredKeys: ['uid', 'name', 'factions'] });
}
const longest = charactersOf(fc.constant('_'.repeat(9_000)), fc.constant(Number.MIN_SAFE_INTEGER), true);

test('Discord accepts every profile, whatever the game says, also with everything at its longest', () => {
  const characters: fc.Arbitrary<Character> = fc.oneof(charactersOf(hostile, amount), longest);
  forAll([textsOf(TEXTS), characters, fc.boolean()], RUNS, (texts, shown, isOwn) =>
    expectSendable(profileView(texts, shown, { isOwn, composeId: 'compose', ...(isOwn && { card: PNG }) })),
  );
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
