import { signal } from '@preact/signals';
import { type ComponentChildren, h } from 'preact';
import { shownCommandName } from '../composer/commandEntries.ts';
import { openChannel } from '../session.ts';
import { openUserMenu } from '../shell/MemberList.tsx';
import { channels, commands, findMember, locale, wantedCommand } from '../state.ts';
import { type MarkdownNode, type MentionNode, parseMarkdown } from './markdown.ts';
import { formatTimestamp } from './timestamp.ts';
import { WebLink } from './WebLink.tsx';

const nowMs = signal(Date.now());
setInterval(() => {
  nowMs.value = Date.now();
}, 1000);

/** A text with Discord's markdown. Mentions are buttons that open their target. */
export function Markdown({ source }: { source: string }) {
  return <div class="markdown">{toElements(parseMarkdown(source))}</div>;
}

const TAGS = {
  strong: 'strong',
  em: 'em',
  underline: 'u',
  strikethrough: 's',
  blockQuote: 'blockquote',
  subtext: 'small',
  spoiler: 'span',
  inlineCode: 'code',
};

function toElements(content: MarkdownNode[] | string): ComponentChildren {
  return typeof content === 'string' ? content : content.map(toElement);
}

function toElement(node: MarkdownNode): ComponentChildren {
  switch (node.type) {
    case 'text':
      return node.content;
    case 'twemoji':
      return node.name;
    case 'br':
      return <br />;
    case 'heading':
      // The page's own headings are levels 1 and 2.
      return h(`h${node.level + 2}`, null, toElements(node.content));
    case 'codeBlock':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide block is scrolled by keys
        <pre tabIndex={0}>
          <code>{node.content}</code>
        </pre>
      );
    case 'link':
    case 'url':
    case 'autolink':
      return (
        <WebLink url={node.target} {...(node.title && { title: node.title })}>
          {toElements(node.content)}
        </WebLink>
      );
    case 'list': {
      const items = node.items.map((item) => <li>{toElements(item)}</li>);
      return node.start === undefined ? <ul>{items}</ul> : <ol start={Number(node.start)}>{items}</ol>;
    }
    case 'timestamp':
      return <Timestamp atMs={Number(node.timestamp) * 1000} style={node.format} />;
    case 'emoji':
      return `:${node.name}:`;
    case 'everyone':
    case 'here':
      return <span class="mention">@{node.type}</span>;
    case 'role':
      return <span class="mention">@role</span>;
    case 'user':
    case 'channel':
    case 'slashCommand':
      return <Mention node={node} />;
    default:
      return node.type in TAGS && h(TAGS[node.type], null, toElements(node.content));
  }
}

/** A moment in local time and the reader's language, with the full date as its title. */
function Timestamp({ atMs, style = 'f' }: { atMs: number; style: string | undefined }) {
  const now = style === 'R' ? nowMs.value : 0;
  return (
    <time class="timestamp" title={formatTimestamp(atMs, 'F', now, locale.value)}>
      {formatTimestamp(atMs, style, now, locale.value)}
    </time>
  );
}

function Mention({ node }: { node: MentionNode }) {
  function open({ currentTarget }: { currentTarget: HTMLElement }): void {
    if (node.type === 'slashCommand') wantedCommand.value = node.fullName;
    else if (node.type === 'user') openUserMenu(node.id, currentTarget);
    else if (channels.value.has(node.id)) void openChannel(node.id);
  }
  return (
    <button type="button" class="mention" onClick={open}>
      {mentionName(node)}
    </button>
  );
}

/** The text of a mention: `@Ada Venn`, `#general`, `/credits balance` (translated). */
function mentionName(node: MentionNode): string {
  switch (node.type) {
    case 'user':
      return `@${findMember(node.id)?.displayName ?? 'unknown-user'}`;
    case 'channel':
      return `#${channels.value.get(node.id)?.name ?? 'unknown'}`;
    case 'slashCommand':
      return shownCommandName(`/${node.fullName}`, commands.value);
  }
}

export function toCssColor(color: number): string {
  return `#${color.toString(16).padStart(6, '0')}`;
}
