import { type APIUser, PermissionFlagsBits } from 'discord-api-types/v10';
import type { AllowedMentions } from './validation/messageRules.ts';
import type { Account, World } from './world.ts';
import { toApiRoles } from './worldPayload.ts';

/** Who a message pings. */
export interface Mentions {
  mentions: APIUser[];
  mention_roles: string[];
  mention_everyone: boolean;
}

/**
 * Finds whom a text pings. Code blocks and backslashes protect nobody here: whoever must not be pinged has to be kept out by
 * `allowed_mentions` or by breaking the mention's form. Without `allowed_mentions` everything pings, as on Discord.
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
  const pings = (kind: 'users' | 'roles', id: string) =>
    !allowed || (allowed.parse?.includes(kind) ?? false) || (allowed[kind]?.includes(id) ?? false);
  const users = idsIn(text, /<@!?(\d+)>/g).filter((id) => world.accounts.has(id) && pings('users', id));
  const repliedId = repliedTo && (!allowed || allowed.replied_user) ? [repliedTo.id] : [];
  const mayPingAll = (world.permissionsOf(author) & PermissionFlagsBits.MentionEveryone) !== 0n;
  const roles = idsIn(text, /<@&(\d+)>/g).filter(
    (id) => pings('roles', id) && toApiRoles(world).some((role) => role.id === id && (role.mentionable || mayPingAll)),
  );
  return {
    mentions: [...new Set([...users, ...repliedId])].map((id) => world.account(id).user),
    mention_roles: roles,
    mention_everyone:
      mayPingAll && (!allowed || (allowed.parse?.includes('everyone') ?? false)) && /@(everyone|here)/.test(text),
  };
}

function idsIn(text: string, pattern: RegExp): string[] {
  return [...new Set([...text.matchAll(pattern)].map((match) => match[1] ?? ''))];
}
