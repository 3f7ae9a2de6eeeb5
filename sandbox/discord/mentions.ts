import { type APIMessage, PermissionFlagsBits } from 'discord-api-types/v10';
import type { AllowedMentions } from './validation/messageRules.ts';
import type { Account, World } from './world.ts';

/**
 * Finds the people that a text pings. Unlike on Discord, code blocks and backslashes don't prevent
 * it, so that a missing `allowed_mentions` is noticed: without it, everything pings.
 */
export function findMentions(
  text: string,
  allowed: AllowedMentions | null | undefined,
  world: World,
  author: Account,
): Pick<APIMessage, 'mentions' | 'mention_roles' | 'mention_everyone'> {
  const allows = (kind: 'users' | 'everyone') => !allowed || allowed.parse?.includes(kind);
  const named = [...text.matchAll(/<@!?(\d+)>/g)].map(([, id = '']) => id);
  const pinged = named.filter((id) => allows('users') || allowed?.users?.includes(id));
  const mayPingAll = (world.permissionsOf(author) & PermissionFlagsBits.MentionEveryone) !== 0n;
  return {
    mentions: [...new Set(pinged)].flatMap((id) => world.accounts.get(id)?.user ?? []),
    mention_roles: [],
    mention_everyone: mayPingAll && Boolean(allows('everyone')) && /@(everyone|here)/.test(text),
  };
}
