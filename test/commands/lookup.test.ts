import { expect, test } from 'vitest';
import { de } from '../../commands/lookup/de.ts';
import { foundView } from '../../commands/lookup/lookup.ts';
import { en } from '../../commands/lookup/messages.ts';
import { inLanguage } from '../../src/view/language.ts';
import { idsOf } from '../support/ids.ts';
import { textOf } from '../support/sendable.ts';

test('a character whose UID is too long for a custom id is shown without the button to its profile', () => {
  const context = { messages: inLanguage({ en, de }, 'en'), idFor: idsOf('lookup') };
  const [short, long] = ['1:12345', `1:${'9'.repeat(98)}`].map((uid) =>
    foundView(context, { uid, handle: 'Jane Doe' }),
  );
  expect(JSON.stringify(short)).toContain(en.profile);
  expect(JSON.stringify(long)).not.toContain(en.profile);
  expect(long && textOf(long)).toContain('Jane Doe');
});
