import { botOnline, welcome } from '../state.ts';
import { PersonLine } from './PersonLine.tsx';
import { MEMBERS, SidePanel } from './SidePanel.tsx';
import { openUserMenu } from './userMenu.tsx';

/** Everyone on the server; a press opens the person's menu. */
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
