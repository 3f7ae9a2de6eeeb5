import { type APIMessage, ApplicationCommandType, MessageFlags } from 'discord-api-types/v10';
import type { Context } from '../context.ts';
import { icon } from '../dom/icon.ts';
import { openMenu } from '../popup/menu.ts';

/** A message's menu: reply, copy, and the bot's message commands. */
export function openMessageMenu(
  message: APIMessage,
  anchor: Element | { x: number; y: number },
  context: Context,
): void {
  const { state } = context.store;
  const commands = (state.commands.get(state.currentChannelId ?? '') ?? []).filter(
    ({ type }) => type === ApplicationCommandType.Message,
  );
  const ephemeral = ((message.flags ?? 0) & MessageFlags.Ephemeral) !== 0;
  const authorName = message.author.global_name ?? message.author.username;
  openMenu(
    'Message',
    [
      ...(ephemeral
        ? [{ label: 'Dismiss message', picture: () => icon('close'), run: () => context.session.dismiss(message.id) }]
        : [
            {
              label: 'Reply',
              picture: () => icon('reply'),
              run: () => {
                context.session.setReplyTo({ messageId: message.id, authorName });
                context.focusComposer();
              },
            },
          ]),
      {
        label: 'Copy message ID',
        picture: () => icon('hash'),
        run: () => {
          navigator.clipboard?.writeText(message.id).then(
            () => context.toast('info', 'Copied.'),
            () => context.toast('error', 'The browser did not allow copying.'),
          );
        },
      },
      ...(commands.length > 0 ? [{ heading: 'Apps' }] : []),
      ...commands.map((command) => ({
        label: command.displayName,
        picture: () => icon('slash'),
        run: () => context.session.runOn(command.id, message.id),
      })),
    ],
    anchor,
  );
}
