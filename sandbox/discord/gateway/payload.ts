import type { GatewayReadyDispatchData } from 'discord-api-types/v10';
import type { World } from '../world.ts';
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
