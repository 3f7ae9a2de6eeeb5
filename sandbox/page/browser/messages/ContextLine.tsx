import { useComputed } from '@preact/signals';
import { type APIMessage, MessageType } from 'discord-api-types/v10';
import { shownCommandName } from '../composer/commandEntries.ts';
import { Avatar } from '../shell/PersonLine.tsx';
import { commands, findMember, messagesById, shownName } from '../state.ts';

/** The line above a message: the command that was used, or the message that it refers to. */
export function ContextLine({ message }: { message: APIMessage }) {
  const { type, interaction_metadata: used, interaction, message_reference: reference } = message;
  if (used !== undefined && (type === MessageType.ChatInputCommand || type === MessageType.ContextMenuCommand)) {
    const name = interaction && (type === MessageType.ChatInputCommand ? `/${interaction.name}` : interaction.name);
    const command = name === undefined ? 'a command' : shownCommandName(name, commands.value);
    return <UsageLine id={used.user.id} displayName={shownName(used.user)} command={command} />;
  }
  if (reference?.message_id === undefined) return null;
  return <ReferenceLine id={reference.message_id} known={message.referenced_message} />;
}

/** "Ada used /credits balance", above an answer. */
export function UsageLine({ id, displayName, command }: { id: string; displayName: string; command: string }) {
  return (
    <div class="message-context">
      <Avatar url={findMember(id)?.avatarUrl} />
      <b>{displayName}</b>
      <span>used</span>
      <span class="mention">{command}</span>
    </div>
  );
}

/** The message that another one refers to, in its current state if loaded; a press goes there. */
function ReferenceLine({ id, known }: { id: string; known: APIMessage | null | undefined }) {
  const listed = useComputed(() => messagesById.value.get(id)).value;
  const message = listed ?? known;
  if (!message) {
    const text = message === null ? 'Original message was deleted' : 'Message could not be loaded';
    return <div class="message-context">{text}</div>;
  }
  const words = (
    <>
      <b>@{shownName(message.author)}</b> {message.content || 'Click to see the message'}
    </>
  );
  return (
    <div class="message-context">
      <Avatar url={findMember(message.author.id)?.avatarUrl} />
      {listed ? (
        <button type="button" onClick={() => goTo(id)}>
          {words}
        </button>
      ) : (
        <span>{words}</span>
      )}
    </div>
  );
}

/** Scrolls to a message, flashes it, and moves the focus there for screen readers. */
function goTo(messageId: string): void {
  const target = document.querySelector<HTMLElement>(`[data-message-id="${messageId}"]`);
  target?.scrollIntoView({ block: 'center' });
  target?.animate({ background: ['var(--color-brand-faint)', 'transparent'] }, 2000);
  target?.focus({ preventScroll: true });
}
