import type { PagePerson } from '../../discord/people/pageProtocol.ts';

/**
 * The address says who and where one is (`?as=<username>&channel=<id>`): a reload or a bookmark leads back, and two people can be
 * side by side in two windows.
 */
export function readPlace(): { username: string | null; channelId: string | null } {
  const query = new URLSearchParams(location.search);
  return { username: query.get('as'), channelId: query.get('channel') };
}

/** The address at which one is that person. */
export function addressOf({ username }: PagePerson, channelId?: string): string {
  return `/?${new URLSearchParams({ as: username, ...(channelId !== undefined && { channel: channelId }) })}`;
}
