import { type APIMessage, MessageFlags } from 'discord-api-types/v10';
import { continuesGroup } from '../conversation.ts';
import { dismiss } from '../session.ts';
import { openUserMenu } from '../shell/userMenu.tsx';
import { findMember, me, shownName } from '../state.ts';
import { Markdown } from '../text/Markdown.tsx';
import { formatMessageTime, formatTimestamp, isSameDay } from '../text/timestamp.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { Icon } from '../ui/Icon.tsx';
import { ContextLine } from './ContextLine.tsx';
import { Embed } from './Embed.tsx';
import { MessageComponent } from './MessageComponent.tsx';
import { Attachment } from './media.tsx';
import { openMessageMenu, startReply } from './messageMenu.tsx';
import { useComponentUse } from './useComponentUse.ts';

/**
 * One message: with its heading unless it continues a group, and with its day where one begins. Like every component that reads
 * signals, it's drawn again only when its properties or those signals change.
 */
export function MessageRow({ message, previous }: { message: APIMessage; previous: APIMessage | undefined }) {
  const atMs = Date.parse(message.timestamp);
  const startsDay = previous === undefined || !isSameDay(Date.parse(previous.timestamp), atMs);
  const continues = !startsDay && continuesGroup(previous, message);
  const isEphemeral = hasFlag(message, MessageFlags.Ephemeral);
  const myId = me.value?.id;
  const mentionsMe =
    message.author.id !== myId && (message.mention_everyone || message.mentions.some(({ id }) => id === myId));
  const marks = [continues && 'continues', isEphemeral && 'ephemeral', mentionsMe && 'mentions-me'];
  const nameId = `author-${message.id}`;

  function openMenu(event: MouseEvent): void {
    const target = event.target as HTMLElement;
    if (target.closest('a, input')) return;
    event.preventDefault();
    if (target.closest('.message-author, .message-avatar')) openUserMenu(message.author.id, target);
    else openMessageMenu(message, target);
  }

  const time = (
    <time class="message-time" title={formatTimestamp(atMs, 'F', atMs)}>
      {continues ? formatTimestamp(atMs, 't', atMs) : formatMessageTime(atMs, Date.now())}
    </time>
  );
  return (
    <>
      {startsDay && <p class="day">{formatTimestamp(atMs, 'D', atMs)}</p>}
      <article
        class={['message', ...marks].filter(Boolean).join(' ')}
        data-message-id={message.id}
        aria-labelledby={nameId}
        tabIndex={-1}
        onContextMenu={openMenu}
      >
        <ContextLine message={message} />
        {continues ? (
          <div class="message-gutter">{time}</div>
        ) : (
          <div class="message-avatar">
            <Avatar url={findMember(message.author.id)?.avatarUrl ?? null} />
          </div>
        )}
        <div class="message-main">
          <header class={continues ? 'visually-hidden' : 'message-heading'}>
            <button
              type="button"
              class="message-author"
              id={nameId}
              tabIndex={continues ? -1 : 0}
              aria-haspopup="menu"
              onClick={({ currentTarget }) => openUserMenu(message.author.id, currentTarget)}
            >
              {shownName(message.author)}
            </button>
            {message.author.bot && <span class="app-badge">APP</span>}
            {!continues && time}
          </header>
          <Body message={message} />
          <FailureNote messageId={message.id} />
          {isEphemeral && <EphemeralNote onDismiss={() => dismiss(message.id)} />}
        </div>
        <Toolbar message={message} />
      </article>
    </>
  );
}

function Body({ message }: { message: APIMessage }) {
  if (hasFlag(message, MessageFlags.Loading)) return <Thinking text={`${shownName(message.author)} is thinking…`} />;
  return (
    <>
      {message.content !== '' && (
        <div class="message-content">
          <Markdown source={message.content} />
          {message.edited_timestamp && <span class="message-time">(edited)</span>}
        </div>
      )}
      {message.embeds.map((embed) => (
        <Embed embed={embed} />
      ))}
      {/* In a Components V2 message only components show attachments. */}
      {!hasFlag(message, MessageFlags.IsComponentsV2) &&
        message.attachments.map((attachment) => <Attachment key={attachment.id} attachment={attachment} />)}
      {message.components?.map((component, index) => (
        <MessageComponent component={component} path={String(index)} messageId={message.id} />
      ))}
    </>
  );
}

function FailureNote({ messageId }: { messageId: string }) {
  if (useComponentUse(messageId)?.state !== 'failed') return null;
  return (
    <p class="note failure" role="alert">
      <Icon name="warning" /> This interaction failed
    </p>
  );
}

/** "Only you can see this · Dismiss message". */
export function EphemeralNote({ onDismiss }: { onDismiss: () => void }) {
  return (
    <p class="note">
      <Icon name="eye" /> Only you can see this ·
      <button type="button" class="link-button" onClick={onDismiss}>
        Dismiss message
      </button>
    </p>
  );
}

/** For an answer that is still to come. */
export function Thinking({ text }: { text: string }) {
  return (
    <p class="note" role="status">
      {text}
    </p>
  );
}

function Toolbar({ message }: { message: APIMessage }) {
  const authorName = shownName(message.author);
  return (
    <div class="message-toolbar">
      {!hasFlag(message, MessageFlags.Ephemeral) && (
        <button
          type="button"
          class="icon-button"
          aria-label={`Reply to ${authorName}`}
          onClick={() => startReply(message)}
        >
          <Icon name="reply" />
        </button>
      )}
      <button
        type="button"
        class="icon-button"
        aria-label={`More for this message by ${authorName}`}
        aria-haspopup="menu"
        onClick={({ currentTarget }) => openMessageMenu(message, currentTarget)}
      >
        <Icon name="more" />
      </button>
    </div>
  );
}

function hasFlag(message: APIMessage, flag: MessageFlags): boolean {
  return ((message.flags ?? 0) & flag) !== 0;
}
