import { SimpleMarkdown } from 'discord-markdown-parser';
import { RULES } from './markdownRules.ts';

/** Discord's text formatting as a tree, as the library makes it. Nothing in it is markup: every text is shown as it is. */
export type MarkdownNode =
  | { type: 'text' | 'inlineCode' | 'codeBlock'; content: string }
  | { type: 'br' | 'everyone' | 'here' | 'role' }
  | {
      type: 'strong' | 'em' | 'underline' | 'strikethrough' | 'blockQuote' | 'subtext' | 'spoiler';
      content: MarkdownNode[];
    }
  | { type: 'heading'; level: number; content: MarkdownNode[] }
  | { type: 'link' | 'url' | 'autolink'; target: string; title?: string; content: MarkdownNode[] }
  /** `start` is the first number; undefined: bullets. */
  | { type: 'list'; start: string | undefined; items: MarkdownNode[][] }
  | { type: 'timestamp'; timestamp: string; format?: string }
  | { type: 'emoji' | 'twemoji'; name: string }
  | MentionNode;

/** What names someone or something by its id. */
export type MentionNode =
  | { type: 'user' | 'channel'; id: string }
  | { type: 'slashCommand'; fullName: string; id: string };

const parse = SimpleMarkdown.parserFor(RULES);

/** Discord's markdown → tree, as a message or a text display is read. Never throws; unknown syntax stays text. */
export function parseMarkdown(source: string): MarkdownNode[] {
  const nodes = parse(source, { inline: true }) as MarkdownNode[];
  // The end of a code block's own line isn't an empty line after it.
  return nodes.filter(({ type }, index) => type !== 'br' || nodes[index - 1]?.type !== 'codeBlock');
}
