import { shownCommandName } from '../commandName.ts';
import { channels, commands, findMember, locale, welcome } from '../state.ts';
import { type MarkdownNode, type MentionNode, parseMarkdown } from './markdown.ts';
import { formatTimestamp } from './timestamp.ts';

/** What a mention is shown as: `@Ada Venn`, `#general`, `/credits balance` (in the person's language). */
export function mentionName(node: MentionNode): string {
  switch (node.type) {
    case 'user':
      return `@${findMember(node.id)?.displayName ?? 'unknown-user'}`;
    case 'role':
      return `@${welcome.value?.roles.find(({ id }) => id === node.id)?.name ?? 'unknown-role'}`;
    case 'channel':
      return `#${channels.value.get(node.id)?.name ?? 'unknown'}`;
    case 'slashCommand':
      return shownCommandName(`/${node.fullName}`, commands.value);
  }
}

/** What a text says without its formatting, in one line. A spoiler stays one. */
export function toPlainText(source: string): string {
  const lines = source.split('\n').map((line) => parseMarkdown(line).map(say).join(''));
  return lines.join(' ').replace(/\s+/g, ' ').trim();
}

function say(node: MarkdownNode): string {
  if (node.type === 'spoiler') return '▇▇▇▇';
  if (node.type === 'timestamp') {
    return formatTimestamp(Number(node.timestamp) * 1000, node.format ?? 'f', Date.now(), locale.value);
  }
  if (node.type === 'list') return node.items.flat().map(say).join('');
  if (node.type === 'emoji') return `:${node.name}:`;
  if (node.type === 'twemoji') return node.name;
  if ('id' in node) return mentionName(node);
  if (!('content' in node)) return node.type === 'br' ? ' ' : `@${node.type}`;
  return typeof node.content === 'string' ? node.content : node.content.map(say).join('');
}
