import type { PagePerson } from '../../../discord/people/pageProtocol.ts';

/** A round picture, decorative because the name is beside it. The stand-in draws missing ones. */
export function Avatar({ url }: { url: string | null | undefined }) {
  return <span class="avatar">{url && <img src={url} alt="" />}</span>;
}

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
