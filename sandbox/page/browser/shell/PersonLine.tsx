import type { PagePerson } from '../../../discord/people/pageProtocol.ts';
import { Avatar } from '../ui/Avatar.tsx';

/** Someone's picture, name and role. */
export function PersonLine({ person, isBot, role }: { person: PagePerson; isBot?: boolean; role?: string }) {
  return (
    <>
      <Avatar url={person.avatarUrl} />
      <span class="person-text">
        <span class="person-name">
          {person.displayName}
          {isBot && <span class="app-badge">APP</span>}
        </span>
        <span class="person-role">{role ?? person.role}</span>
      </span>
    </>
  );
}
