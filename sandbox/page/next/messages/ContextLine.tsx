import { useComputed } from '@preact/signals';
import { type APIMessage, MessageFlags, MessageType } from 'discord-api-types/v10';
import { shownCommandName } from '../commandName.ts';
import { commands, findMember, messagesById, shownName } from '../state.ts';
import { toPlainText } from '../text/plainText.ts';
import { Avatar } from '../ui/Avatar.tsx';

const MAX_PREVIEW = 200;

/** What is above a message: the command that it answers, or the message that it refers to. */
export function ContextLine({ message }: { message: APIMessage }) {
  const { type, interaction_metadata: used, interaction, message_reference: reference } = message;
  if (used !== undefined && (type === MessageType.ChatInputCommand || type === MessageType.ContextMenuCommand)) {
    const name = interaction && (type === MessageType.ChatInputCommand ? `/${interaction.name}` : interaction.name);
    const command = name === undefined ? 'a command' : shownCommandName(name, commands.value);
    return <UsageLine userId={used.user.id} name={shownName(used.user)} command={command} />;
  }
  if (reference?.message_id === undefined) return null;
  return <ReferenceLine id={reference.message_id} known={message.referenced_message} />;
}

/** "Ada used /credits balance", above an answer. */
export function UsageLine({
  userId,
  name,
  command,
}: {
  userId: string | undefined;
  name: string | undefined;
  command: string;
}) {
  return (
    <div class="message-context">
      <Avatar url={findMember(userId ?? '')?.avatarUrl ?? null} />
      <b>{name}</b>
      <span>used</span>
      <span class="mention">{command}</span>
    </div>
  );
}

/** What a message refers to. One that is in the list is as it is now there, and a press goes to it. */
function ReferenceLine({ id, known }: { id: string; known: APIMessage | null | undefined }) {
  const listed = useComputed(() => messagesById.value.get(id)).value;
  const message = listed ?? known;
  if (!message) {
    const text = message === null ? 'Original message was deleted' : 'Message could not be loaded';
    return (
      <div class="message-context">
        <i>{text}</i>
      </div>
    );
  }
  const preview = previewOf(message);
  const words = (
    <>
      <b>@{shownName(message.author)}</b> {preview || <i>Click to see attachment</i>}
    </>
  );
  return (
    <div class="message-context">
      <Avatar url={findMember(message.author.id)?.avatarUrl ?? null} />
      {listed ? (
        <button type="button" class="context-jump" onClick={() => goTo(id)}>
          {words}
        </button>
      ) : (
        words
      )}
    </div>
  );
}

/** Brings a message into sight, and tells the eye by a flash which one it is, and the ear by the focus. */
function goTo(messageId: string): void {
  const target = document.querySelector<HTMLElement>(`[data-message-id="${messageId}"]`);
  target?.scrollIntoView({ block: 'center' });
  target?.animate({ background: ['var(--brand-faint)', 'transparent'] }, 2000);
  target?.focus({ preventScroll: true });
}

/** What a message says, in one line; empty where there are no words in it. */
function previewOf(message: APIMessage): string {
  if (((message.flags ?? 0) & MessageFlags.Loading) !== 0) return 'thinking…';
  const [embed] = message.embeds;
  const source = message.content || firstText(message.components) || embed?.title || embed?.description || '';
  return toPlainText(source).slice(0, MAX_PREVIEW);
}

/** The words of the first text display, however deep it is. */
function firstText(components: readonly unknown[] = []): string | undefined {
  for (const component of components) {
    const { content, components: inner } = component as { content?: string; components?: unknown[] };
    const found = content ?? firstText(inner);
    if (found) return found;
  }
  return undefined;
}
