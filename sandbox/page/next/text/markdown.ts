import { rulesExtended, SimpleMarkdown } from 'discord-markdown-parser';
import { headingRule, listRule, subtextRule, timestampRule } from './markdownRules.ts';
import { toWebAddress } from './webAddress.ts';

/** Formatting that does nothing but hold other nodes. */
export type MarkdownSpan = 'strong' | 'emphasis' | 'underline' | 'strikethrough' | 'spoiler' | 'quote' | 'subtext';

/** Discord's text formatting as a tree. Nothing in it is markup: every `text` is to be shown as it stands. */
export type MarkdownNode =
  | { type: 'text' | 'inlineCode'; text: string }
  | { type: 'lineBreak' | 'everyone' | 'here' }
  | { type: MarkdownSpan; children: MarkdownNode[] }
  | { type: 'heading'; level: 1 | 2 | 3; children: MarkdownNode[] }
  | { type: 'codeBlock'; language: string; text: string }
  | { type: 'link'; href: string; title: string; children: MarkdownNode[] }
  | { type: 'list'; ordered: boolean; start: number; items: MarkdownNode[][] }
  | { type: 'user' | 'role' | 'channel'; id: string }
  | { type: 'command'; name: string; id: string }
  | { type: 'timestamp'; seconds: number; style: string }
  | { type: 'emoji'; name: string; id: string };

const parse = SimpleMarkdown.parserFor({
  ...rulesExtended,
  heading: headingRule,
  subtext: subtextRule,
  timestamp: timestampRule,
  list: listRule,
});

/** Discord's markdown → tree, as a bot's message or a Components V2 text display is read. Never throws; unknown syntax stays text. */
export function parseMarkdown(source: string): MarkdownNode[] {
  return toNodes(parse(source, { inline: true }));
}

/** What the text says without its formatting, in one line: for previews and labels. `say` may have other words for a node, such as a name for an id. */
export function toPlainText(
  nodes: MarkdownNode[],
  say: (node: MarkdownNode) => string | undefined = () => undefined,
): string {
  return nodes
    .map((node) => {
      const said = say(node);
      if (said !== undefined) return said;
      switch (node.type) {
        case 'text':
        case 'inlineCode':
        case 'codeBlock':
          return node.text;
        case 'lineBreak':
          return ' ';
        case 'list':
          return node.items.map((item) => toPlainText(item, say)).join(' ');
        case 'command':
          return `/${node.name}`;
        case 'emoji':
          return `:${node.name}:`;
        default:
          return 'children' in node ? toPlainText(node.children, say) : '';
      }
    })
    .join('');
}

type ParsedNode = Record<string, unknown>;

const plainSpans: Record<string, MarkdownSpan> = {
  strong: 'strong',
  em: 'emphasis',
  underline: 'underline',
  strikethrough: 'strikethrough',
  spoiler: 'spoiler',
  blockQuote: 'quote',
  subtext: 'subtext',
};

function toNodes(parsed: unknown): MarkdownNode[] {
  const nodes: MarkdownNode[] = [];
  for (const entry of Array.isArray(parsed) ? parsed : [parsed]) {
    const node = toNode(entry);
    const previous = nodes.at(-1);
    // A code block is a block of its own: the line break that ends its line is no empty line.
    if (node.type === 'lineBreak' && previous?.type === 'codeBlock') continue;
    if (node.type === 'text' && previous?.type === 'text') previous.text += node.text;
    else nodes.push(node);
  }
  return nodes;
}

function toNode(node: ParsedNode): MarkdownNode {
  const type = String(node['type']);
  const span = plainSpans[type];
  if (span !== undefined) return { type: span, children: toNodes(node['content']) };
  switch (type) {
    case 'heading':
      return { type, level: toLevel(node['level']), children: toNodes(node['content']) };
    case 'br':
    case 'newline':
      return { type: 'lineBreak' };
    case 'inlineCode':
      return { type, text: String(node['content']) };
    case 'codeBlock':
      return { type, language: String(node['lang'] ?? ''), text: String(node['content']) };
    case 'link':
    case 'url':
    case 'autolink':
      return toLink(node);
    case 'list':
      return {
        type,
        ordered: node['ordered'] === true,
        start: Number(node['start']),
        items: (node['items'] as unknown[]).map(toNodes),
      };
    case 'user':
    case 'role':
    case 'channel':
      return { type, id: String(node['id']) };
    case 'everyone':
    case 'here':
      return { type };
    case 'slashCommand':
      return { type: 'command', name: String(node['fullName']), id: String(node['id']) };
    case 'timestamp':
      return { type, seconds: Number(node['timestamp']), style: String(node['format'] ?? 'f') };
    case 'emoji':
      return { type, name: String(node['name']), id: String(node['id']) };
    case 'twemoji':
      return { type: 'text', text: String(node['name']) };
    default:
      return { type: 'text', text: String(node['content'] ?? '') };
  }
}

function toLink(node: ParsedNode): MarkdownNode {
  const children = toNodes(node['content']);
  const href = toWebAddress(String(node['target']));
  // What is no web address is not a link on Discord either: its source is shown, so that nobody is led astray.
  if (href === undefined) return { type: 'text', text: `[${toPlainText(children)}](${String(node['target'])})` };
  return { type: 'link', href, title: typeof node['title'] === 'string' ? node['title'] : href, children };
}

function toLevel(level: unknown): 1 | 2 | 3 {
  return level === 1 || level === 2 ? level : 3;
}
