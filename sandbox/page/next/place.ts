import type { PagePerson } from '../../discord/people/pageProtocol.ts';

/**
 * Who and where one is stands in the address (`?as=<username>&channel=<id>`), so that a reload, a bookmark or a second window finds it
 * again, and two people can be side by side. `as` may be an id, too.
 */
export function readPlace(
  people: readonly PagePerson[],
  search = location.search,
): { personId?: string; channelId?: string } {
  const query = new URLSearchParams(search);
  const wanted = query.get('as');
  const person = people.find(({ id, username }) => id === wanted || username === wanted);
  const channelId = query.get('channel');
  return { ...(person ? { personId: person.id } : {}), ...(channelId === null ? {} : { channelId }) };
}

/** Writes the place into the address without a new entry in the history. */
export function writePlace(person: PagePerson | undefined, channelId: string): void {
  if (person === undefined) return;
  history.replaceState(null, '', addressOf(person, channelId));
}

/** The address at which one is that person. */
export function addressOf(person: PagePerson, channelId?: string): string {
  const query = new URLSearchParams({
    as: person.username,
    ...(channelId === undefined ? {} : { channel: channelId }),
  });
  return `/?${query}`;
}
