import type { APIUser } from 'discord-api-types/v10';

/** No bit set; typed as a number because Discord's flag enums have no zero. */
const noFlags = 0 as number;

/** Somebody as a user. */
export function toApiUser(spec: { id: string; username: string; displayName: string }, isBot: boolean): APIUser {
  return {
    id: spec.id,
    username: spec.username,
    discriminator: isBot ? '0001' : '0',
    global_name: isBot ? null : spec.displayName,
    // A picture is drawn for every account; the hash only has to look like one.
    avatar: BigInt(spec.id).toString(16).padStart(32, '0').slice(-32),
    banner: null,
    accent_color: null,
    avatar_decoration_data: null,
    public_flags: noFlags,
    flags: noFlags,
    primary_guild: null,
    ...(isBot && { bot: true }),
  } as APIUser;
}
