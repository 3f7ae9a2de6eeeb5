import { ComponentType } from 'discord-api-types/v10';
import { expect, test } from 'vitest';
import { en } from '../../src/view/en.ts';
import { withFooter } from '../../src/view/footer.ts';
import { button, buttons, message, text } from '../../src/view/message.ts';
import { scarceLine } from '../../src/view/quotaLines.ts';

const LINE = 'Only 3 of 600 left';

test('a footer is a small line at the end of the container', () => {
  const view = withFooter(message('good', text('Done'), buttons(button('Next', 'a|b'))), LINE);
  const [container] = view.components;
  expect(container).toHaveProperty('components.2', { type: ComponentType.TextDisplay, content: `-# ${LINE}` });
});

test('a footer counts cached responses, if there are any', () => {
  const use = { limit: 600, used: 590, left: 10, nextFreeAt: new Date(0), allFreeAt: new Date(1_000) };
  const line = '10 requests left this hour · more at <t:0:T> · all available by <t:1:t>';
  expect(scarceLine(en, use, 2)).toBe(`${line} · 2 served from cache`);
  expect(scarceLine(en, use, 0)).toBe(line);
});

const texts = (count: number) => Array.from({ length: count }, () => text('x'));
const row = () => buttons(...Array.from({ length: 5 }, (_, index) => button('x', `${index}`)));
test.each([
  ['38 components', message('good', ...texts(38)), true],
  ['39 components', message('good', ...texts(39)), false],
  ['39 components, most of them in rows', message('good', ...Array.from({ length: 6 }, row), ...texts(3)), false],
  ['3,997 characters with the footer', message('good', text('x'.repeat(4_000 - LINE.length - 3))), true],
  ['one character more', message('good', text('x'.repeat(4_000 - LINE.length - 2))), false],
  ['a line on the quota', { ...message('good', text('3 of 600 left')), showsQuota: true }, false],
])('a message with %s gets a footer only if Discord takes it', (_, view, isRoomy) => {
  expect(withFooter(view, LINE) !== view).toBe(isRoomy);
});
