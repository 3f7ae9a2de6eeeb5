import { type APIMessage, MessageFlags } from 'discord-api-types/v10';
import { avatar } from '../avatar.ts';
import type { Context } from '../context.ts';
import { type Child, h, uniqueId } from '../dom/h.ts';
import { icon } from '../dom/icon.ts';
import { findMember } from '../pageState.ts';
import { markdownView } from '../text/markdownView.ts';
import { formatMessageTime, formatTimestamp } from '../text/timestamp.ts';
import { componentView } from './componentView.ts';
import { contextLine, type MessageContext, shownName } from './contextLine.ts';
import { embedView } from './embedView.ts';
import { attachmentView } from './mediaView.ts';
import { openMessageMenu } from './messageMenu.ts';

/** One message, with its heading unless it continues a group. */
export function messageView(
  message: APIMessage,
  look: {
    continues: boolean;
    pendingPath: string | undefined;
    failed: boolean;
    above: MessageContext | undefined;
  },
  context: Context,
): HTMLElement {
  const flags = message.flags ?? 0;
  const ephemeral = (flags & MessageFlags.Ephemeral) !== 0;
  const name = shownName(message.author, context);
  const at = Date.parse(message.timestamp);
  const nameId = uniqueId('author');
  const me = context.store.state.welcome?.person.id;
  const mentionsMe =
    message.author.id !== me && (message.mention_everyone || message.mentions.some(({ id }) => id === me));
  const time = h(
    'time',
    { class: 'message-time', datetime: message.timestamp, title: formatTimestamp(at, 'F', Date.now()) },
    look.continues ? formatTimestamp(at, 't', Date.now()) : formatMessageTime(at, Date.now()),
  );
  const element = h(
    'article',
    {
      class: `message${look.continues ? ' continues' : ''}${ephemeral ? ' ephemeral' : ''}${mentionsMe ? ' mentions-me' : ''}`,
      'data-message-id': message.id,
      'aria-labelledby': nameId,
      oncontextmenu: (event: MouseEvent) => {
        if ((event.target as Element).closest('a, input, textarea, .message-author, .message-avatar')) return;
        event.preventDefault();
        openMessageMenu(message, { x: event.clientX, y: event.clientY }, context);
      },
    },
    look.above && contextLine(look.above, context),
    look.continues
      ? h('div', { class: 'message-gutter' }, time)
      : h(
          'div',
          { class: 'message-avatar', oncontextmenu: (event: MouseEvent) => openAuthorMenu(event) },
          avatar({
            id: message.author.id,
            name,
            avatarUrl: findMember(context.store.state, message.author.id)?.avatarUrl ?? null,
          }),
        ),
    h(
      'div',
      { class: 'message-main' },
      h(
        'header',
        { class: look.continues ? 'visually-hidden' : 'message-heading' },
        h(
          'button',
          {
            type: 'button',
            class: 'message-author',
            id: nameId,
            tabindex: look.continues ? -1 : null,
            'aria-haspopup': 'menu',
            onclick: () => context.openUserMenu(message.author.id, element.querySelector('.message-author') ?? element),
            oncontextmenu: (event: MouseEvent) => openAuthorMenu(event),
          },
          name,
        ),
        message.author.bot && h('span', { class: 'app-badge' }, 'APP'),
        !look.continues && time,
      ),
      body(message, look.pendingPath, context),
      look.failed && h('p', { class: 'failure', role: 'alert' }, icon('warning'), 'This interaction failed'),
      ephemeral && ephemeralNote(() => context.session.dismiss(message.id)),
    ),
    toolbar(message, name, ephemeral, context),
  );
  return element;

  function openAuthorMenu(event: MouseEvent): void {
    event.preventDefault();
    event.stopPropagation();
    context.openUserMenu(message.author.id, { x: event.clientX, y: event.clientY });
  }
}

/** "Only you can see this · Dismiss message". */
export function ephemeralNote(dismiss: () => void): HTMLElement {
  return h(
    'p',
    { class: 'ephemeral-note' },
    icon('eye'),
    h('span', {}, 'Only you can see this ·'),
    h('button', { type: 'button', class: 'link-button', onclick: dismiss }, 'Dismiss message'),
  );
}

/** The three dots of an answer that is still to come. */
export function thinkingView(text: string): HTMLElement {
  return h(
    'p',
    { class: 'thinking', role: 'status' },
    h('span', { class: 'dots', 'aria-hidden': 'true' }, h('i'), h('i'), h('i')),
    text,
  );
}

function body(message: APIMessage, pendingPath: string | undefined, context: Context): Child[] {
  if (((message.flags ?? 0) & MessageFlags.Loading) !== 0) {
    return [thinkingView(`${shownName(message.author, context)} is thinking…`)];
  }
  const scope = { context, message, pendingPath };
  const edited = message.edited_timestamp !== null && message.edited_timestamp !== undefined;
  const components = message.components ?? [];
  return [
    message.content !== '' &&
      h('div', { class: 'message-content' }, markdownView(message.content, context), edited && editedMark()),
    message.embeds.map((embed) => embedView(embed, context)),
    isComponentsV2(message) ? null : message.attachments.map((attachment) => attachmentView(attachment)),
    components.length > 0 &&
      h(
        'div',
        { class: 'components' },
        components.map((component, index) => componentView(component, String(index), scope)),
      ),
  ];
}

function editedMark(): HTMLElement {
  return h('span', { class: 'edited' }, '(edited)');
}

/** In a Components V2 message attachments are shown only where a component refers to them. */
function isComponentsV2(message: APIMessage): boolean {
  return ((message.flags ?? 0) & MessageFlags.IsComponentsV2) !== 0;
}

function toolbar(message: APIMessage, name: string, ephemeral: boolean, context: Context): HTMLElement {
  const more = h(
    'button',
    {
      type: 'button',
      class: 'icon-button',
      'aria-label': `More for this message by ${name}`,
      'aria-haspopup': 'menu',
      onclick: () => openMessageMenu(message, more, context),
    },
    icon('more'),
  );
  const reply = h(
    'button',
    {
      type: 'button',
      class: 'icon-button',
      'aria-label': `Reply to ${name}`,
      onclick: () => {
        context.session.setReplyTo({ messageId: message.id, authorName: name });
        context.focusComposer();
      },
    },
    icon('reply'),
  );
  return h('div', { class: 'message-toolbar' }, !ephemeral && reply, more);
}
