import { ComponentType } from 'discord-api-types/v10';
import { expect, test } from 'vitest';
import { withFooter } from '../../src/view/footer.ts';
import { button, buttons, message, text } from '../../src/view/message.ts';

const LINE = 'Only 3 of 600 left';

test('a footer is a small line at the end of the container', () => {
  const view = withFooter(message('good', text('Done'), buttons(button('Next', 'a|b'))), LINE);
  const [container] = view.components;
  expect(container).toHaveProperty('components.2', { type: ComponentType.TextDisplay, content: `-# ${LINE}` });
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

test('what is inside of sections and rows counts too', () => {
  const rows = Array.from({ length: 6 }, () =>
    buttons(...Array.from({ length: 5 }, (_, index) => button('x', `${index}`))),
  );
  const full = message('good', ...rows, text('x'), text('x'), text('x'));
  expect(withFooter(full, LINE)).toBe(full);
});
