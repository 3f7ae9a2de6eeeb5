import type { ComponentChildren } from 'preact';
import { openChannel } from '../session.ts';
import { openUserMenu } from '../shell/userMenu.tsx';
import { channels, wantedCommand, welcome } from '../state.ts';
import { type MarkdownNode, type MentionNode, parseMarkdown } from './markdown.ts';
import { mentionName } from './plainText.ts';
import { Spoiler } from './Spoiler.tsx';
import { Timestamp } from './Timestamp.tsx';
import { WebLink } from './WebLink.tsx';

/** A text with Discord's markdown. Mentions are buttons that open what they name. */
export function Markdown({ source }: { source: string }) {
  return <div class="markdown">{parseMarkdown(source).map(toElement)}</div>;
}

const TAGS = { strong: 'strong', em: 'em', underline: 'u', strikethrough: 's', blockQuote: 'blockquote' } as const;
/** The page's own headings are levels 1 and 2. */
const HEADINGS = ['h3', 'h4', 'h5'] as const;

function toElement(node: MarkdownNode): ComponentChildren {
  switch (node.type) {
    case 'text':
      return node.content;
    case 'twemoji':
      return node.name;
    case 'br':
      return <br />;
    case 'strong':
    case 'em':
    case 'underline':
    case 'strikethrough':
    case 'blockQuote': {
      const Tag = TAGS[node.type];
      return <Tag>{node.content.map(toElement)}</Tag>;
    }
    case 'subtext':
      return <small class="subtext">{node.content.map(toElement)}</small>;
    case 'heading': {
      const Tag = HEADINGS[node.level - 1] ?? 'h5';
      return <Tag>{node.content.map(toElement)}</Tag>;
    }
    case 'inlineCode':
      return <code>{node.content}</code>;
    case 'codeBlock':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide block is scrolled by keys
        <pre tabIndex={0}>
          <code>{node.content}</code>
        </pre>
      );
    case 'spoiler':
      return <Spoiler>{node.content.map(toElement)}</Spoiler>;
    case 'link':
    case 'url':
    case 'autolink':
      return (
        <WebLink url={node.target} {...(node.title && { title: node.title })}>
          {node.content.map(toElement)}
        </WebLink>
      );
    case 'list': {
      const items = node.items.map((item) => <li>{item.map(toElement)}</li>);
      return node.start === undefined ? <ul>{items}</ul> : <ol start={node.start}>{items}</ol>;
    }
    case 'timestamp':
      return <Timestamp {...node} />;
    case 'emoji':
      return <span class="emoji-name">:{node.name}:</span>;
    case 'everyone':
    case 'here':
      return <span class="mention">@{node.type}</span>;
    default:
      return 'id' in node && <Mention node={node} />;
  }
}

function Mention({ node }: { node: MentionNode }) {
  const name = mentionName(node);
  if (node.type === 'role') {
    const color = welcome.value?.roles.find(({ id }) => id === node.id)?.color;
    return (
      <span class="mention" style={color ? { '--mention': toCssColor(color) } : {}}>
        {name}
      </span>
    );
  }
  function open({ currentTarget }: { currentTarget: HTMLElement }): void {
    if (node.type === 'slashCommand') wantedCommand.value = node.fullName;
    else if (node.type === 'user') openUserMenu(node.id, currentTarget);
    else if (channels.value.has(node.id)) void openChannel(node.id);
  }
  return (
    <button type="button" class="mention" onClick={open}>
      {name}
    </button>
  );
}

/** 0xRRGGBB → `#rrggbb`. */
export function toCssColor(color: number): string {
  return `#${color.toString(16).padStart(6, '0')}`;
}
