import { type APIChannel, type APIGuildMember, ChannelType } from 'discord-api-types/v10';
import type { Account, Channel, World } from './world.ts';

const CREATED_AT = '2023-04-24T12:00:00.000000+00:00';
/** No bit set; typed as a number because Discord's flag enums have no zero. */
const NO_FLAGS = 0 as number;

export function toApiMember(account: Account): APIGuildMember {
  return {
    user: account.user,
    nick: null,
    avatar: null,
    banner: null,
    roles: [],
    joined_at: CREATED_AT,
    premium_since: null,
    deaf: false,
    mute: false,
    flags: NO_FLAGS,
    pending: false,
    communication_disabled_until: null,
  };
}

export function toApiChannel(world: World, channel: Channel): APIChannel {
  if (channel.kind === 'dm')
    return {
      id: channel.id,
      last_message_id: channel.lastMessageId,
      flags: NO_FLAGS,
      recipients: channel.participants.filter((id) => id !== world.bot.user.id).map((id) => world.account(id).user),
      ...(channel.participants.length === 2
        ? { type: ChannelType.DM }
        : { type: ChannelType.GroupDM, name: channel.name, icon: null, owner_id: channel.participants[0] }),
    } as APIChannel;
  return {
    id: channel.id,
    type: ChannelType.GuildText,
    guild_id: world.guild.id,
    name: channel.name,
    topic: channel.topic,
    position: world.textChannels().indexOf(channel),
    permission_overwrites: [],
    nsfw: false,
    rate_limit_per_user: 0,
    parent_id: null,
    last_message_id: channel.lastMessageId,
    flags: NO_FLAGS,
  } as APIChannel;
}
