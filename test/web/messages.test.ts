import { expect, test } from 'vitest';
import { de as loginDe } from '../../commands/login/de.ts';
import { en as loginEn } from '../../commands/login/en.ts';
import { de } from '../../src/web/de.ts';
import { en } from '../../src/web/en.ts';

test.each([
  ['English', en, loginEn],
  ['German', de, loginDe],
])('in %s, the pages name the buttons in Discord by their labels', (_, pages, { enterCode, confirm }) => {
  expect(pages.codeSteps.join()).toMatch(new RegExp(`[“„]${enterCode}[”“]`));
  expect(pages.problems.code_entered?.next).toMatch(new RegExp(`[“„]${confirm}[”“]`));
});
