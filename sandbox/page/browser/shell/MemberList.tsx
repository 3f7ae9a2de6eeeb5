import { ApplicationCommandType } from 'discord-api-types/v10';
import { openDm, runOn } from '../session.ts';
import { botOnline, commands, findMember, me, welcome } from '../state.ts';
import { Icon } from '../ui/Icon.tsx';
import { type MenuItem, openMenu } from '../ui/Menu.tsx';
import { PersonLine } from './PersonLine.tsx';
import { MEMBERS, SidePanel } from './SidePanel.tsx';

export function MemberList() {
  return (
    <SidePanel panel={MEMBERS} as="aside" label="Members">
      <h2 class="heading">Members</h2>
      <ul>
        {welcome.value?.members.map((member) => (
          <li key={member.id}>
            <button
              type="button"
              class="row"
              aria-haspopup="menu"
              onClick={(event) => openUserMenu(member.id, event.currentTarget)}
            >
              <PersonLine
                person={member}
                isBot={member.bot}
                role={member.bot && !botOnline.value ? 'offline' : member.role}
              />
            </button>
          </li>
        ))}
      </ul>
    </SidePanel>
  );
}

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
