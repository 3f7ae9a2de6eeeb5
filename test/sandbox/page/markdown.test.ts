import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type MarkdownNode, parseMarkdown, toPlainText } from '../../../sandbox/page/browser/text/markdown.ts';

const text = (content: string): MarkdownNode => ({ type: 'text', text: content });

describe("Discord's markdown", () => {
  test.each([
    ['**bold**', 'strong'],
    ['*slanted*', 'emphasis'],
    ['_slanted_', 'emphasis'],
    ['__under__', 'underline'],
    ['~~gone~~', 'strikethrough'],
    ['||secret||', 'spoiler'],
    ['> quoted', 'quote'],
    ['-# small', 'subtext'],
  ] as const)('reads %s as %s', (source, type) => {
    expect(parseMarkdown(source)).toEqual([{ type, children: [text(source.replace(/[^a-z]/g, ''))] }]);
  });

  test('reads headings of three levels, at the beginning of a line only', () => {
    expect(parseMarkdown('# One\n### Three\nno # heading')).toEqual([
      { type: 'heading', level: 1, children: [text('One')] },
      { type: 'heading', level: 3, children: [text('Three')] },
      text('no # heading'),
    ]);
  });

  test('reads a heading that follows a quote', () => {
    expect(parseMarkdown('> quote\n# Heading').map(({ type }) => type)).toEqual(['quote', 'heading']);
  });

  test('nests lists by indentation', () => {
    expect(parseMarkdown('- a\n  1. b\n- **c**')).toEqual([
      {
        type: 'list',
        ordered: false,
        start: 1,
        items: [
          [text('a'), { type: 'list', ordered: true, start: 1, items: [[text('b')]] }],
          [{ type: 'strong', children: [text('c')] }],
        ],
      },
    ]);
  });

  test('lets a numbered list begin at any number', () => {
    expect(parseMarkdown('7. seven\n8. eight')).toMatchObject([{ type: 'list', ordered: true, start: 7 }]);
  });

  test('keeps code as it is written, without an empty line after it', () => {
    expect(parseMarkdown('```js\nlet **a**;\n```\nthen `**b**`')).toEqual([
      { type: 'codeBlock', language: 'js', text: 'let **a**;' },
      text('then '),
      { type: 'inlineCode', text: '**b**' },
    ]);
  });

  test('reads mentions of users, channels, roles and commands', () => {
    const id = '123456789012345678';
    expect(parseMarkdown(`<@${id}><#${id}><@&${id}></credits balance:${id}>@everyone`)).toEqual([
      { type: 'user', id },
      { type: 'channel', id },
      { type: 'role', id },
      { type: 'command', name: 'credits balance', id },
      { type: 'everyone' },
    ]);
  });

  test.each(['t', 'T', 'd', 'D', 'f', 'F', 's', 'S', 'R'])('reads a timestamp of style %s', (style) => {
    expect(parseMarkdown(`<t:1771675934:${style}>`)).toEqual([{ type: 'timestamp', seconds: 1_771_675_934, style }]);
  });

  test('reads custom emoji by name', () => {
    expect(parseMarkdown('<:ship:123456789012345678>')).toEqual([
      { type: 'emoji', name: 'ship', id: '123456789012345678' },
    ]);
  });

  test('makes links of web addresses only', () => {
    expect(parseMarkdown('[rules](https://game.example/a)')).toMatchObject([
      { type: 'link', href: 'https://game.example/a' },
    ]);
    for (const target of ['javascript:alert(1)', 'data:text/html,x', 'discord://open', 'file:///etc/passwd']) {
      expect(parseMarkdown(`[rules](${target})`)).toEqual([text(`[rules](${target})`)]);
    }
  });

  test('shows escaped signs as they are', () => {
    expect(parseMarkdown('\\*not slanted\\* snake_case_name')).toEqual([text('*not slanted* snake_case_name')]);
  });

  test('takes any text without throwing', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom('*', '_', '`', '|', '>', '#', '-', '1.', ' ', '\n', '[', '](', ')', '<t:1', '@', 'a', '~'),
        ),
        (parts) => {
          parseMarkdown(parts.join(''));
        },
      ),
    );
  });

  test('says in one line what a formatted text says', () => {
    expect(toPlainText(parseMarkdown('# Title\n**5** of *6*'))).toBe('Title5 of 6');
  });
});
