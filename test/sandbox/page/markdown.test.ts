import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseMarkdown } from '../../../sandbox/page/browser/text/markdown.ts';
import { forAll } from '../../support/forAll.ts';

/** A tree as `type[children]` and `type(values)`, with texts unchanged and line breaks as ⏎. */
function outline(node: unknown): string {
  if (Array.isArray(node)) return node.map(outline).join('');
  const { type, content, items, ...values } = node as Record<string, unknown>;
  if (type === 'text') return String(content);
  if (type === 'br') return '⏎';
  if (Array.isArray(items)) return `${type}[${items.map(outline).join('|')}]`;
  return Array.isArray(content) ? `${type}[${outline(content)}]` : `${type}(${Object.values({ content, ...values })})`;
}

const ID = '123456789012345678';

test.each([
  ['**bold**', 'strong[bold]'],
  ['*slanted* _slanted_', 'em[slanted] em[slanted]'],
  ['__under__ ~~gone~~ ||secret||', 'underline[under] strikethrough[gone] spoiler[secret]'],
  ['-# small', 'subtext[small]'],
  ['# One\n### Three\nno # heading', 'heading[One]heading[Three]no # heading'],
  ['> quoted\n# Heading', 'blockQuote[quoted⏎]heading[Heading]'],
  ['- a\n- **c**\nno list', 'list[a|strong[c]]no list'],
  ['```js\nlet **a**;\n```\nthen `**b**`', 'codeBlock(let **a**;,js,false)then inlineCode(**b**)'],
  [`<@${ID}><#${ID}><@&${ID}>@everyone`, `user(,${ID})channel(,${ID})role(,${ID})everyone()`],
  [`</credits balance:${ID}>`, expect.stringContaining('slashCommand(,credits balance')],
  [`<:ship:${ID}>`, `emoji(,false,ship,${ID})`],
  ['<t:1771675934:R><t:1771675934>', 'timestamp(,1771675934,R)timestamp(,1771675934,)'],
  ['[rules](https://game.example/a)', 'link[rules]'],
  ['\\*not slanted\\* snake_case_name', '*not slanted* snake_case_name'],
])("Discord's markdown %s is read as %s", (source, expected) => {
  expect(outline(parseMarkdown(source))).toEqual(expected);
});

test('a numbered list begins at any number', () => {
  expect(parseMarkdown('7. seven\n8. eight')).toMatchObject([{ type: 'list', start: '7' }]);
});

const unsafe = ['javascript:x', 'JAVASCRIPT:x', 'data:text/html,x', 'discord://x', 'file:///x', '/x'];
test.each(unsafe)('%s is not a link', (target) => {
  for (const source of [`[rules](${target})`, `<${target}>`]) expect(outline(parseMarkdown(source))).toBe(source);
});

test('any text is read without throwing', () => {
  const parts = ['*', '_', '`', '|', '>', '#', '-', '1.', ' ', '\n', '[', '](', ')', '<t:1', '@', 'a', '~'];
  forAll([fc.array(fc.constantFrom(...parts))], (some) => void parseMarkdown(some.join('')));
});
