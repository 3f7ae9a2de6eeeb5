import { expect, test } from 'vitest';
import { TEXTS as LOGIN } from '../../commands/login/en.ts';
import { LANGUAGES } from '../../src/view/languages.ts';
import { TEXTS } from '../../src/web/en.ts';

test.each(LANGUAGES)('in %s, the pages name buttons and choices in Discord by their labels', (language) => {
  const [pages, { enterCode, confirm, link, choices }] = [TEXTS[language], LOGIN[language]];
  for (const label of [enterCode, link('Pell')])
    expect(pages.codeSteps('Pell').join()).toMatch(new RegExp(`[“„]${label}[”“]`));
  expect(pages.everything).toBe(choices.everything);
  expect(pages.problems.code_entered?.next).toMatch(new RegExp(`[“„]${confirm}[”“]`));
});
