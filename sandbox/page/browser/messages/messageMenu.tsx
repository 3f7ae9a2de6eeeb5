import { type APIMessage, ApplicationCommandType, MessageFlags } from 'discord-api-types/v10';
import { dismiss, runOn } from '../session.ts';
import { commands, replyTo, shownName } from '../state.ts';
import { Icon } from '../ui/Icon.tsx';
import { type MenuItem, openMenu } from '../ui/Menu.tsx';

/** A message's menu: reply or dismiss, and the bot's message commands. */
export function openMessageMenu(message: APIMessage, anchor: HTMLElement): void {
  const isEphemeral = ((message.flags ?? 0) & MessageFlags.Ephemeral) !== 0;
  const items: MenuItem[] = [
    isEphemeral
      ? { label: 'Dismiss message', picture: <Icon name="close" />, run: () => dismiss(message.id) }
      : { label: 'Reply', picture: <Icon name="reply" />, run: () => startReply(message) },
  ];
  const apps = commands.value.filter(({ type }) => type === ApplicationCommandType.Message);
  if (apps.length > 0) items.push({ heading: 'Apps' });
  for (const { id, displayName } of apps) {
    items.push({ label: displayName, picture: <Icon name="slash" />, run: () => runOn(id, message.id) });
  }
  openMenu('Message', items, anchor);
}

/** Makes the next message that the person sends a reply to this one. */
export function startReply(message: APIMessage): void {
  replyTo.value = { messageId: message.id, authorName: shownName(message.author) };
}
