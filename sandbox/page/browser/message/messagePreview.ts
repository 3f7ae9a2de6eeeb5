import { type APIMessage, MessageFlags } from 'discord-api-types/v10';
import type { PageState } from '../pageState.ts';
import { type MarkdownNode, parseMarkdown, toPlainText } from '../text/markdown.ts';
import { mentionName } from '../text/mentionName.ts';
import { formatTimestamp } from '../text/timestamp.ts';

const longestPreview = 200;

/** What a message says, in one line, for whoever refers to it; undefined where there are no words in it. A spoiler stays one. */
export function previewOf(message: APIMessage, state: PageState): string | undefined {
  if (((message.flags ?? 0) & MessageFlags.Loading) !== 0) return 'thinking…';
  const [embed] = message.embeds;
  const source = message.content || firstText(message.components) || embed?.title || embed?.description || '';
  const lines = source.split('\n').map((line) => toPlainText(parseMarkdown(line), (node) => toWords(node, state)));
  return lines.join(' ').replace(/\s+/g, ' ').trim().slice(0, longestPreview) || undefined;
}

/** The words of the first text display, wherever it stands. */
function firstText(components: readonly unknown[] | undefined): string | undefined {
  for (const component of components ?? []) {
    const { content, components: inner } = component as { content?: string; components?: unknown[] };
    const found = content ?? firstText(inner);
    if (found) return found;
  }
  return undefined;
}

function toWords(node: MarkdownNode, state: PageState): string | undefined {
  switch (node.type) {
    case 'spoiler':
      return '▇▇▇▇';
    case 'everyone':
    case 'here':
      return `@${node.type}`;
    case 'timestamp':
      return formatTimestamp(
        node.seconds * 1000,
        node.style,
        Date.now(),
        state.welcome && { locale: state.welcome.locale },
      );
    case 'user':
    case 'role':
    case 'channel':
    case 'command':
      return mentionName(node, state);
    default:
      return undefined;
  }
}
