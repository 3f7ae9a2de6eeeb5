import { type Name, toPath } from '../names.ts';

/** The rights that matter most: to change privileges, and over the faction itself. */
const RIGHTS = {
  giving: /^privileges\/give_privs$/i,
  leading: /^members\/faction_leader$/i,
  deputy: /^second_in_command\/.*$/is,
};
export type Right = keyof typeof RIGHTS;

export function findRight(name: Name): Right | undefined {
  const [right] = Object.entries(RIGHTS).find(([, pattern]) => pattern.test(toPath(name))) ?? [];
  return right as Right | undefined;
}

/** Whether a copy may contain it: the leadership and the second in command are given by hand. */
export const isCopied = (name: Name): boolean => !['leading', 'deputy'].includes(findRight(name) ?? '');

/** Whether a change may end the actor's own right to take it back. A faction has one leader. */
export function mayEndOwnRight(actor: string, subject: string, name: Name, revoke: boolean): boolean {
  const [right, isOwn] = [findRight(name), actor === subject];
  return revoke ? isOwn && right !== undefined : !isOwn && right === 'leading';
}
