import type { Context } from '../context.ts';
import { type Child, h } from '../dom/h.ts';
import { type MarkdownNode, parseMarkdown } from './markdown.ts';
import { type MentionNode, mentionName } from './mentionName.ts';
import { timestampElement } from './timestampView.ts';

/** Discord's markdown as elements. Mentions are buttons that open what they name. */
export function markdownView(source: string, context: Context): HTMLElement {
  return h('div', { class: 'markdown' }, toElements(parseMarkdown(source), context));
}

const tags = { strong: 'strong', emphasis: 'em', underline: 'u', strikethrough: 's' } as const;

function toElements(nodes: MarkdownNode[], context: Context): Child[] {
  return nodes.map((node) => toElement(node, context));
}

function toElement(node: MarkdownNode, context: Context): Child {
  switch (node.type) {
    case 'text':
      return node.text;
    case 'lineBreak':
      return h('br');
    case 'strong':
    case 'emphasis':
    case 'underline':
    case 'strikethrough':
      return h(tags[node.type], {}, toElements(node.children, context));
    case 'subtext':
      return h('small', { class: 'subtext' }, toElements(node.children, context));
    case 'quote':
      return h('blockquote', {}, toElements(withoutLastBreak(node.children), context));
    case 'heading':
      // The page's own headings are levels 1 and 2, so a message's begin at 3.
      return h(`h${node.level + 2}` as 'h3', { class: `heading-${node.level}` }, toElements(node.children, context));
    case 'inlineCode':
      return h('code', {}, node.text);
    case 'codeBlock':
      return h('pre', { tabindex: 0 }, h('code', {}, node.text));
    case 'spoiler':
      return spoilerView(toElements(node.children, context));
    case 'link':
      return linkView(node.href, node.title, toElements(node.children, context), context);
    case 'list': {
      const items = node.items.map((item) => h('li', {}, toElements(item, context)));
      return node.ordered ? h('ol', { start: node.start }, items) : h('ul', {}, items);
    }
    case 'timestamp':
      return timestampElement(node.seconds * 1000, node.style, context.store.state.welcome?.locale);
    case 'emoji':
      return h('span', { class: 'emoji-name', title: `:${node.name}:` }, `:${node.name}:`);
    case 'everyone':
    case 'here':
      return h('span', { class: 'mention' }, `@${node.type}`);
    case 'user':
    case 'role':
    case 'channel':
    case 'command':
      return mentionView(node, context);
  }
}

function mentionView(node: MentionNode, context: Context): HTMLElement {
  const { state } = context.store;
  const name = mentionName(node, state);
  if (node.type === 'command') return mentionButton(name, () => context.chooseCommand(node.name));
  if (node.type === 'user') return mentionButton(name, (anchor) => context.openUserMenu(node.id, anchor));
  const element = h('span', { class: 'mention' }, name);
  if (node.type === 'channel') {
    const channel = state.channels.get(node.id);
    return channel === undefined ? element : mentionButton(name, () => void context.session.openChannel(channel.id));
  }
  const role = state.welcome?.roles.find(({ id }) => id === node.id);
  if (role && role.color !== 0) {
    element.classList.add('colored');
    element.style.setProperty('--mention', toCssColor(role.color));
  }
  return element;
}

function mentionButton(text: string, run: (anchor: Element) => void): HTMLElement {
  const button = h('button', { type: 'button', class: 'mention', onclick: () => run(button) }, text);
  return button;
}

/**
 * Hidden until it is pressed; hidden from screen readers as well, so the secret is the same for everybody. A cover with room for it says in
 * letters what it is (`labeled`); over words in a line it is a bar.
 */
export function spoilerView(children: Child[], labeled = false): HTMLElement {
  const content = h('span', { class: 'spoiler-content', 'aria-hidden': 'true' }, children);
  content.inert = true;
  const reveal = () => {
    content.inert = false;
    content.removeAttribute('aria-hidden');
    spoiler.classList.add('revealed');
    cover.remove();
  };
  const cover = h(
    'button',
    { type: 'button', class: 'spoiler-cover', 'aria-label': 'Reveal spoiler', onclick: reveal },
    labeled && h('span', { class: 'spoiler-label' }, 'Spoiler'),
  );
  const spoiler = h('span', { class: 'spoiler' }, content, cover);
  return spoiler;
}

/** 0xRRGGBB → `#rrggbb`. */
export function toCssColor(color: number): string {
  return `#${(color & 0xffffff).toString(16).padStart(6, '0')}`;
}

function withoutLastBreak(nodes: MarkdownNode[]): MarkdownNode[] {
  return nodes.at(-1)?.type === 'lineBreak' ? nodes.slice(0, -1) : nodes;
}

/** `https://discord.com/channels/<server or @me>/<channel>[/<message>]`, as Discord's own client opens it in place. */
const placeInDiscord = /^https:\/\/discord\.com\/channels\/(?:@me|\d+)\/(\d+)(?:\/\d+)?$/;

function linkView(href: string, title: string | undefined, label: Child[], context: Context): HTMLElement {
  const channelId = placeInDiscord.exec(href)?.[1];
  const onclick =
    channelId !== undefined && context.store.state.channels.has(channelId)
      ? (event: MouseEvent) => {
          event.preventDefault();
          void context.session.openChannel(channelId);
        }
      : undefined;
  return h('a', { href, title, target: '_blank', rel: 'noopener noreferrer', onclick }, label);
}
