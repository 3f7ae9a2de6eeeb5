import { ApplicationCommandType } from 'discord-api-types/v10';
import { openDm, runOn } from '../session.ts';
import { commands, findMember, me } from '../state.ts';
import { Icon } from '../ui/Icon.tsx';
import { type MenuItem, openMenu } from '../ui/Menu.tsx';

/** Opens a user's menu: a direct message, and the bot's user commands under "Apps". */
export function openUserMenu(userId: string, anchor: HTMLElement): void {
  const member = findMember(userId);
  if (member === undefined) return;
  const items: MenuItem[] = [{ heading: member.displayName }];
  if (userId !== me.value?.id) {
    items.push({ label: 'Message', picture: <Icon name="at" />, run: () => void openDm(userId) });
  }
  const apps = commands.value.filter(({ type }) => type === ApplicationCommandType.User);
  if (apps.length > 0) items.push({ heading: 'Apps' });
  for (const { id, displayName } of apps) {
    items.push({ label: displayName, picture: <Icon name="slash" />, run: () => runOn(id, userId) });
  }
  openMenu(member.displayName, items, anchor);
}
