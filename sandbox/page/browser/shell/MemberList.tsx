import type { PageMember } from '../../../discord/people/pageProtocol.ts';
import { botOnline, welcome } from '../state.ts';
import { PersonLine } from './PersonLine.tsx';
import { MEMBERS, SidePanel } from './SidePanel.tsx';
import { openUserMenu } from './userMenu.tsx';

/** Everyone on the server; a press opens the person's menu. */
export function MemberList() {
  const members = welcome.value?.members ?? [];
  return (
    <SidePanel panel={MEMBERS} as="aside" label="Members">
      <Group name="Apps" members={members.filter(({ bot }) => bot)} />
      <Group name="People" members={members.filter(({ bot }) => !bot)} />
    </SidePanel>
  );
}

function Group({ name, members }: { name: string; members: readonly PageMember[] }) {
  return (
    <>
      <h2 class="list-heading">{`${name} — ${members.length}`}</h2>
      <ul>
        {members.map((member) => (
          <li key={member.id}>
            <Member member={member} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Member({ member }: { member: PageMember }) {
  const isOffline = member.bot && !botOnline.value;
  return (
    <button
      type="button"
      class={`channel member${isOffline ? ' offline' : ''}`}
      aria-haspopup="menu"
      onClick={(event) => openUserMenu(member.id, event.currentTarget)}
      onContextMenu={(event) => {
        event.preventDefault();
        openUserMenu(member.id, event.currentTarget);
      }}
    >
      <PersonLine person={member} isBot={member.bot} role={isOffline ? 'offline' : member.role} />
    </button>
  );
}
