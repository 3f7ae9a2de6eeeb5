import { type APIMessage, type APIUser, PermissionFlagsBits } from 'discord-api-types/v10';
import type { AllowedMentions } from './validation/messageRules.ts';
import type { Account, World } from './world.ts';

/** The users that a message pings, and whether it pings everyone; the server has no other roles. */
export type Mentions = Pick<APIMessage, 'mentions' | 'mention_roles' | 'mention_everyone'>;

/**
 * Finds whom a text pings. Code blocks and backslashes don't protect anyone here: a mention has to be kept out by
 * `allowed_mentions` or by breaking its form. Without `allowed_mentions` everything pings, as on Discord.
 *
 * @param repliedTo the author of the message that is replied to; pinged unless `replied_user` is off
 */
export function findMentions(
  text: string,
  allowed: AllowedMentions | null | undefined,
  world: World,
  author: Account,
  repliedTo?: APIUser,
): Mentions {
  const allows = (kind: 'users' | 'everyone') => !allowed || allowed.parse?.includes(kind);
  const named = [...text.matchAll(/<@!?(\d+)>/g)].map(([, id = '']) => id);
  const pinged = named.filter((id) => allows('users') || allowed?.users?.includes(id));
  const replied = repliedTo && (!allowed || allowed.replied_user) ? [repliedTo.id] : [];
  const mayPingAll = (world.permissionsOf(author) & PermissionFlagsBits.MentionEveryone) !== 0n;
  return {
    mentions: [...new Set([...pinged, ...replied])].flatMap((id) => world.accounts.get(id)?.user ?? []),
    mention_roles: [],
    mention_everyone: mayPingAll && Boolean(allows('everyone')) && /@(everyone|here)/.test(text),
  };
}
