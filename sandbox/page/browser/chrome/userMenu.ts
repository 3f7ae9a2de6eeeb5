import { ApplicationCommandType } from 'discord-api-types/v10';
import type { Context } from '../context.ts';
import { icon } from '../dom/icon.ts';
import { findMember } from '../pageState.ts';
import { type MenuItem, openMenu } from '../popup/menu.ts';

/** A user's menu: a direct message, and the bot's user commands under "Apps". */
export function openUserMenu(userId: string, anchor: Element | { x: number; y: number }, context: Context): void {
  const { state } = context.store;
  const member = findMember(state, userId);
  if (member === undefined) return;
  const commands = (state.commands.get(state.currentChannelId ?? '') ?? []).filter(
    ({ type }) => type === ApplicationCommandType.User,
  );
  const items: MenuItem[] = [{ heading: member.displayName }];
  if (userId !== state.welcome?.person.id) {
    items.push({ label: 'Message', picture: () => icon('at'), run: () => void context.session.openDm(userId) });
  }
  items.push({
    label: 'Copy user ID',
    picture: () => icon('hash'),
    run: () => {
      navigator.clipboard?.writeText(userId).then(
        () => context.toast('info', 'Copied.'),
        () => context.toast('error', 'The browser did not allow copying.'),
      );
    },
  });
  if (commands.length > 0) items.push({ heading: 'Apps' });
  for (const command of commands) {
    items.push({
      label: command.displayName,
      picture: () => icon('slash'),
      run: () => context.session.runOn(command.id, userId),
    });
  }
  openMenu(member.displayName, items, anchor);
}
