import type { PagePerson } from '../../../discord/people/pageProtocol.ts';
import { Avatar } from '../ui/Avatar.tsx';

/** Someone's picture, name and role. */
export function PersonLine({ person, isBot, role }: { person: PagePerson; isBot?: boolean; role?: string }) {
  return (
    <>
      <Avatar url={person.avatarUrl} />
      <span class="stretch person-text">
        <b>
          {person.displayName}
          {isBot && <span class="app-badge">APP</span>}
        </b>
        <span class="muted">{role ?? person.role}</span>
      </span>
    </>
  );
}
