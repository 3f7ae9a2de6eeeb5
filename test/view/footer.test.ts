import { ComponentType } from 'discord-api-types/v10';
import { expect, test } from 'vitest';
import { withFooter } from '../../src/view/footer.ts';
import { button, buttons, message, text } from '../../src/view/message.ts';
import { en } from '../../src/view/messages.ts';
import { scarceLine } from '../../src/view/quotaLines.ts';

const LINE = 'Only 3 of 600 left';

test('a footer is a small line at the end of the container', () => {
  const view = withFooter(message('good', text('Done'), buttons(button('Next', 'a|b'))), LINE);
  const [container] = view.components;
  expect(container).toHaveProperty('components.2', { type: ComponentType.TextDisplay, content: `-# ${LINE}` });
});

test('it counts what came from the cache, if anything did', () => {
  const use = { limit: 600, used: 590, left: 10, nextFreeAt: new Date(0), allFreeAt: new Date(1_000) };
  const line = '10 requests left this hour · more from <t:0:T> · all available by <t:1:t>';
  expect(scarceLine(en, use, 2)).toBe(`${line} · 2 served from cache`);
  expect(scarceLine(en, use, 0)).toBe(line);
});

test('a full message stays as it is, because Discord would refuse one component more', () => {
  const full = message('good', ...Array.from({ length: 39 }, () => text('x')));
  expect(withFooter(full, LINE)).toBe(full);
  const roomy = message('good', ...Array.from({ length: 38 }, () => text('x')));
  expect(withFooter(roomy, LINE)).not.toBe(roomy);
  const long = message('good', text('x'.repeat(4_000 - LINE.length - 3)));
  expect(withFooter(long, LINE)).not.toBe(long);
  const longer = message('good', text('x'.repeat(4_000 - LINE.length - 2)));
  expect(withFooter(longer, LINE)).toBe(longer);
});

test('a message about the quota itself stays as it is', () => {
  const telling = { ...message('good', text('3 of 600 left')), tellsQuota: true };
  expect(withFooter(telling, LINE)).toBe(telling);
});

test('what is inside sections and rows counts too', () => {
  const rows = Array.from({ length: 6 }, () =>
    buttons(...Array.from({ length: 5 }, (_, index) => button('x', `${index}`))),
  );
  const full = message('good', ...rows, text('x'), text('x'), text('x'));
  expect(withFooter(full, LINE)).toBe(full);
});
