import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TEXTS } from '../../commands/skills/en.ts';
import { skillsView, toBar } from '../../commands/skills/skills.ts';
import type { Skills } from '../../src/game/resources/skills.ts';
import { forAll } from '../support/forAll.ts';
import { labelsOf, textOf } from '../support/messages.ts';
import { expectSendable, hostile, inAll, named, RUNS, textsOf } from '../support/sendable.ts';

const english = TEXTS.en;
const JANE = { uid: '1:1', name: 'Jane Doe' };
const level = fc.oneof(fc.double({ noNaN: true }), fc.integer());
const category = fc.oneof(fc.constantFrom('space', 'light', '__proto__', 'constructor'), hostile);
const skill = fc.record({ level, category, experience: fc.integer() }, { requiredKeys: ['level', 'category'] });
const skills: fc.Arbitrary<Skills> = fc
  .array(fc.tuple(hostile, skill), { maxLength: 80, size: 'max' })
  .map((entries) => Object.fromEntries(entries));

test('Discord accepts all skills, whatever the game says', () => {
  forAll([textsOf(TEXTS), named, skills], RUNS, (texts, who, all) => expectSendable(skillsView(texts, who, all, 1)));
});

test('a bar has five blocks: none at zero, one at least above it, all at the highest', () => {
  expect(toBar(0, 5)).toBe('░░░░░');
  expect(toBar(0.01, 5)).toBe('█░░░░');
  expect(toBar(3, 5)).toBe('███░░');
  expect(toBar(5, 5)).toBe('█████');
  forAll([fc.double(), fc.double()], (level, highest) => {
    expect([...toBar(level, highest)]).toHaveLength(5);
  });
});

test('skills of one category are together under its title, and so are those of an unknown category', () => {
  const Piloting = { level: 5, experience: 2_000, category: 'space' };
  const Juggling = { level: 1, category: 'circus' };
  const Astrogation = { level: 0, category: 'space' };
  const long = 'Fighter/Freighter Piloting';
  const shown = textOf(skillsView(english, JANE, { Piloting, Juggling, Astrogation, [long]: Piloting }, 1));
  expect(shown.replaceAll('\u00a0', ' ')).toContain(
    `### Space\n\`█████ 5 2,000\` Piloting\n\`░░░░░ 0      \` Astrogation\n\`█████ 5 2,000\` ${long}\n### circus\n\`█░░░░ 1      \` Juggling`,
  );
});

test.each(inAll(TEXTS))('in $language 1,000 skills have pages that together show each of them once', (texts) => {
  const names = Array.from({ length: 1_000 }, (_, n) => `skill ${n} ${'_'.repeat(40)}`);
  const categories = ['space', 'circus', 'light'];
  const all = Object.fromEntries(
    names.map((name, n) => [name, { level: 99, experience: 1_234_567, category: categories[n % 3] ?? '' }]),
  );
  const pages = Array.from({ length: 50 }, (_, n) => skillsView(texts, JANE, all, n + 1));
  for (const page of pages) expectSendable(page);
  const shown = pages.map(textOf).join('\n');
  expect(shown.match(/` skill \d+/g)?.toSorted()).toEqual(names.map((_, n) => `\` skill ${n}`).toSorted());
  expect(labelsOf(pages[0] ?? {})).toContain(texts.pager.position(1, 50));
  expect(() => skillsView(texts, JANE, all, 51)).toThrow(texts.pager.pastTheEnd(51, 50));
  expect(labelsOf(skillsView(texts, JANE, {}, 1))).not.toContain(texts.pager.position(1, 1));
});
