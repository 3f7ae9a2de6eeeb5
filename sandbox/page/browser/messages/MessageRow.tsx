import { type APIMessage, ApplicationCommandType, MessageFlags } from 'discord-api-types/v10';
import { continuesGroup } from '../conversation.ts';
import { dismiss, runOn } from '../session.ts';
import { openUserMenu } from '../shell/MemberList.tsx';
import { Avatar } from '../shell/PersonLine.tsx';
import { commands, findMember, me, shownName } from '../state.ts';
import { Markdown } from '../text/Markdown.tsx';
import { formatMessageTime, formatTimestamp, isSameDay } from '../text/timestamp.ts';
import { Icon } from '../ui/Icon.tsx';
import { openMenu } from '../ui/Menu.tsx';
import { useComponentUse } from './ComponentButton.tsx';
import { ContextLine } from './ContextLine.tsx';
import { MessageComponent } from './MessageComponent.tsx';
import { Attachment } from './media.tsx';
import { EphemeralNote, FailureNote, Note } from './Note.tsx';

const hasFlag = (message: APIMessage, flag: MessageFlags): boolean => ((message.flags ?? 0) & flag) !== 0;

/**
 * One message: with its heading unless it continues a group, and with the day if it's the first of
 * it. Like every component that reads signals, it's redrawn only when they change.
 */
export function MessageRow({ message, previous }: { message: APIMessage; previous: APIMessage | undefined }) {
  const { id, author } = message;
  const atMs = Date.parse(message.timestamp);
  const startsDay = previous === undefined || !isSameDay(Date.parse(previous.timestamp), atMs);
  const continues = !startsDay && continuesGroup(previous, message);
  const isEphemeral = hasFlag(message, MessageFlags.Ephemeral);
  const names = message.mention_everyone || message.mentions.some((user) => user.id === me.value?.id);
  const mentionsMe = names && author.id !== me.value?.id;
  const looks = ['message', continues && 'continues', isEphemeral && 'ephemeral', mentionsMe && 'mentions-me'];

  const time = (
    <time class="message-time ms-2" title={formatTimestamp(atMs, 'F', atMs)}>
      {continues ? formatTimestamp(atMs, 't', atMs) : formatMessageTime(atMs, Date.now())}
    </time>
  );
  return (
    <>
      {startsDay && <p class="day">{formatTimestamp(atMs, 'D', atMs)}</p>}
      <article
        class={looks.filter(Boolean).join(' ')}
        data-message-id={id}
        aria-labelledby={`author-${id}`}
        tabIndex={-1}
      >
        <ContextLine message={message} />
        {continues ? time : <Avatar url={findMember(author.id)?.avatarUrl} />}
        <div class="message-main">
          <header class={continues ? 'visually-hidden' : ''}>
            <button
              type="button"
              class="message-author"
              id={`author-${id}`}
              tabIndex={continues ? -1 : 0}
              aria-haspopup="menu"
              onClick={({ currentTarget }) => openUserMenu(author.id, currentTarget)}
            >
              {shownName(author)}
            </button>
            {author.bot && <span class="app-badge">APP</span>}
            {!continues && time}
          </header>
          <Apps messageId={id} isInTabOrder={!continues} />
          <Body message={message} />
          <Failure messageId={id} />
          {isEphemeral && <EphemeralNote onDismiss={() => dismiss(id)} />}
        </div>
      </article>
    </>
  );
}

/** The bot's commands for a message; Discord has them in the message's own menu. */
function Apps({ messageId, isInTabOrder }: { messageId: string; isInTabOrder: boolean }) {
  const apps = commands.value.filter(({ type }) => type === ApplicationCommandType.Message);
  if (apps.length === 0) return null;
  const picture = <Icon name="slash" />;
  const items = apps.map((app) => ({ label: app.displayName, picture, run: () => runOn(app.id, messageId) }));
  return (
    <button
      type="button"
      class="icon-button message-apps"
      aria-label="Apps"
      aria-haspopup="menu"
      tabIndex={isInTabOrder ? 0 : -1}
      onClick={({ currentTarget }) => openMenu('Apps', [{ heading: 'Apps' }, ...items], currentTarget)}
    >
      <Icon name="menu" />
    </button>
  );
}

function Body({ message }: { message: APIMessage }) {
  if (hasFlag(message, MessageFlags.Loading))
    return <Note role="status">{shownName(message.author)} is thinking…</Note>;
  return (
    <>
      {message.content !== '' && (
        <div class="message-content">
          <Markdown source={message.content} />
          {message.edited_timestamp && <small> (edited)</small>}
        </div>
      )}
      {/* In a Components V2 message only components show attachments. */}
      {!hasFlag(message, MessageFlags.IsComponentsV2) &&
        message.attachments.map((attachment) => <Attachment key={attachment.id} attachment={attachment} />)}
      {message.components?.map((component) => (
        <MessageComponent component={component} messageId={message.id} />
      ))}
    </>
  );
}

function Failure({ messageId }: { messageId: string }) {
  return useComponentUse(messageId)?.state === 'failed' && <FailureNote text="This interaction failed" />;
}
