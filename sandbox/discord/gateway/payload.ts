import {
  type APIGuildMember,
  type APIMessage,
  ChannelType,
  type GatewayReadyDispatchData,
} from 'discord-api-types/v10';
import type { MessageChange } from '../messages.ts';
import type { World } from '../world.ts';
import { toApiChannel, toApiGuild, toApiMember } from '../worldPayload.ts';
import type { GatewaySession } from './session.ts';

/** READY (documentation, "Gateway Events"). */
export function toReady(world: World, session: GatewaySession, gatewayUrl: string, ownsGuild: boolean): unknown {
  return {
    v: 10,
    user: { ...world.bot.user, email: null, mfa_enabled: true, verified: true },
    guilds: ownsGuild ? [{ id: world.guild.id, unavailable: true }] : [],
    session_id: session.id,
    session_type: 'normal',
    resume_gateway_url: gatewayUrl,
    shard: session.shard,
    application: { id: world.bot.user.id, flags: 0 },
    private_channels: [],
    relationships: [],
    presences: [],
    geo_ordered_rtc_regions: [],
    auth: {},
    user_settings: {},
    _trace: [],
  } satisfies Record<string, unknown> & Partial<Record<keyof GatewayReadyDispatchData, unknown>>;
}

/** GUILD_CREATE: the whole server. Without the members intent only the bot's own member is listed. */
export function toGuildCreate(world: World): unknown {
  return {
    ...toApiGuild(world),
    joined_at: toApiMember(world.bot).joined_at,
    large: false,
    unavailable: false,
    member_count: world.accounts.size,
    voice_states: [],
    members: [toApiMember(world.bot)],
    channels: world.textChannels().map((channel) => toApiChannel(world, channel)),
    threads: [],
    presences: [],
    stage_instances: [],
    guild_scheduled_events: [],
    soundboard_sounds: [],
  };
}

/**
 * GUILD_MEMBERS_CHUNK in answer to op 8: those with the ids, or those whose name begins with `query`, at most `limit` of them (0: all), as
 * "Request Guild Members" has it.
 */
export function toMembersChunk(world: World, request: Record<string, unknown>): unknown {
  const accounts = [...world.accounts.values()];
  const ids = [request['user_ids'] ?? []].flat().map(String);
  const query = String(request['query'] ?? '').toLowerCase();
  const limit = Number(request['limit'] ?? 0) || accounts.length;
  const nonce = request['nonce'];
  const found = ids.length
    ? accounts.filter(({ user }) => ids.includes(user.id))
    : accounts.filter(({ user }) => user.username.toLowerCase().startsWith(query)).slice(0, limit);
  return {
    guild_id: world.guild.id,
    members: found.map((account) => toApiMember(account)),
    chunk_index: 0,
    chunk_count: 1,
    not_found: ids.filter((id) => !world.accounts.has(id)),
    // A longer one is ignored, as documented.
    ...(typeof nonce === 'string' && Buffer.byteLength(nonce) <= 32 && { nonce }),
  };
}

/**
 * A message for a bot's eyes. Without the message-content permission, what others wrote arrives empty, except in DMs with the bot and where it
 * is mentioned (documentation, "Message Content Intent"). Server messages carry `guild_id`, `member` and the members that are mentioned; ephemeral
 * ones do not ("Message Create").
 */
export function toMessageEvent(world: World, { kind, stored }: MessageChange, seesContent: boolean): unknown {
  const { message, channel, onlyFor } = stored;
  const inServer = channel.kind === 'text' && !onlyFor;
  const place = inServer ? { guild_id: world.guild.id } : {};
  if (kind === 'delete') return { id: message.id, channel_id: channel.id, ...place };
  const event = seesContent ? message : withoutContent(world, channel.kind, message);
  return {
    ...event,
    channel_type: channel.kind === 'text' ? ChannelType.GuildText : ChannelType.DM,
    ...place,
    ...(inServer && {
      member: toPartialMember(world, message.author.id),
      mentions: event.mentions.map((user) => ({ ...user, member: toPartialMember(world, user.id) })),
    }),
  };
}

/** A member without the user, as it stands beside one. */
function toPartialMember(world: World, userId: string): Omit<APIGuildMember, 'user'> {
  const { user: _user, ...member } = toApiMember(world.account(userId));
  return member;
}

/** The message as a bot without the message-content permission sees it. */
export function withoutContent(world: World, kind: 'text' | 'dm', message: APIMessage): APIMessage {
  const bot = world.bot.user.id;
  if (kind === 'dm' || message.author.id === bot || message.mentions.some(({ id }) => id === bot)) return message;
  return { ...message, content: '', embeds: [], attachments: [], components: [] };
}
