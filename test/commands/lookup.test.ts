import { expect, test } from 'vitest';
import { TEXTS } from '../../commands/lookup/en.ts';
import { foundView } from '../../commands/lookup/lookup.ts';
import { labelsOf, textOf } from '../support/messages.ts';

test.each([
  ['1:12345', true],
  [`1:${'9'.repeat(98)}`, false],
])('a character whose UID is too long for a custom id has no button to its profile: %s', (uid, hasButton) => {
  const view = foundView(TEXTS.en, { uid, handle: 'Jane Doe' });
  expect(labelsOf(view).includes(TEXTS.en.shared.showProfile)).toBe(hasButton);
  expect(textOf(view)).toContain('Jane Doe');
});
