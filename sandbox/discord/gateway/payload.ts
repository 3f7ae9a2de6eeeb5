import type { GatewayReadyDispatchData } from 'discord-api-types/v10';
import type { World } from '../world.ts';
import { toApiChannel, toApiGuild, toApiMember } from '../worldPayload.ts';
import type { GatewaySession } from './session.ts';

/** READY (documentation, "Gateway Events"). */
export function toReady(world: World, session: GatewaySession, gatewayUrl: string): unknown {
  return {
    v: 10,
    user: { ...world.bot.user, email: null, mfa_enabled: true, verified: true },
    guilds: session.isFor(world.guild.id) ? [{ id: world.guild.id, unavailable: true }] : [],
    session_id: session.id,
    resume_gateway_url: gatewayUrl,
    shard: session.shard,
    application: { id: world.bot.user.id, flags: 0 },
  } satisfies Record<keyof GatewayReadyDispatchData, unknown>;
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
