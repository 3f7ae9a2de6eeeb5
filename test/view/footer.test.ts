import { ComponentType } from 'discord-api-types/v10';
import { expect, test } from 'vitest';
import { withFooter } from '../../src/view/footer.ts';
import { button, buttons, message, text } from '../../src/view/message.ts';
import { scarceLine } from '../../src/view/quotaLines.ts';
import { wordsFor } from '../../src/view/words/wordsFor.ts';

const LINE = 'Only 3 of 600 left';

test('a footer is a small line at the end of the container', () => {
  const view = withFooter(message('good', text('Done'), buttons(button('Next', 'a|b'))), LINE);
  const [container] = view.components;
  expect(container).toHaveProperty('components.2', { type: ComponentType.TextDisplay, content: `-# ${LINE}` });
});

test('it says what came from memory, and only if something did', () => {
  const use = { limit: 600, used: 590, left: 10, nextFreeAt: new Date(0), allFreeAt: new Date(1_000) };
  expect(scarceLine(wordsFor('en-US'), use, 2)).toBe(
    'Only 10 of 600 requests to the game left this hour · the next slot frees <t:0:R> · all are free by <t:1:t> · 2 answered from memory',
  );
  expect(scarceLine(wordsFor('de'), use, 0)).not.toContain('Gedächtnis');
});

test('a message that is full stays as it is, for Discord would refuse one more', () => {
  const full = message('good', ...Array.from({ length: 39 }, () => text('x')));
  expect(withFooter(full, LINE)).toBe(full);
  const roomy = message('good', ...Array.from({ length: 38 }, () => text('x')));
  expect(withFooter(roomy, LINE)).not.toBe(roomy);
  const long = message('good', text('x'.repeat(4_000 - LINE.length - 3)));
  expect(withFooter(long, LINE)).not.toBe(long);
  const longer = message('good', text('x'.repeat(4_000 - LINE.length - 2)));
  expect(withFooter(longer, LINE)).toBe(longer);
});

test('a message that tells of the quota itself stays as it is', () => {
  const telling = { ...message('good', text('3 of 600 left')), tellsQuota: true };
  expect(withFooter(telling, LINE)).toBe(telling);
});

test('what is inside of sections and rows counts too', () => {
  const rows = Array.from({ length: 6 }, () =>
    buttons(...Array.from({ length: 5 }, (_, index) => button('x', `${index}`))),
  );
  const full = message('good', ...rows, text('x'), text('x'), text('x'));
  expect(withFooter(full, LINE)).toBe(full);
});
