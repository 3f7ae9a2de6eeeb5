import { expect, test } from 'vitest';
import { de } from '../../commands/lookup/de.ts';
import { foundView } from '../../commands/lookup/lookup.ts';
import { en } from '../../commands/lookup/messages.ts';
import { inLanguage } from '../../src/view/language.ts';
import { idsOf } from '../support/ids.ts';
import { labelsOf, textOf } from '../support/messages.ts';

test.each([
  ['1:12345', true],
  [`1:${'9'.repeat(98)}`, false],
])('a character whose UID is too long for a custom id has no button to its profile: %s', (uid, hasButton) => {
  const context = { messages: inLanguage({ en, de }, 'en'), idFor: idsOf('lookup') };
  const view = foundView(context, { uid, handle: 'Jane Doe' });
  expect(labelsOf(view).includes(en.profile)).toBe(hasButton);
  expect(textOf(view)).toContain('Jane Doe');
});
