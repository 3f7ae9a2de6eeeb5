import { GatewayDispatchEvents, GatewayIntentBits } from 'discord-api-types/v10';
import type { InteractionRecord } from '../interactions/interaction.ts';
import type { Services } from '../rest/route.ts';
import type { World } from '../world.ts';
import type { Gateway } from './gateway.ts';
import { toMessageEvent } from './payload.ts';

const names = {
  create: GatewayDispatchEvents.MessageCreate,
  update: GatewayDispatchEvents.MessageUpdate,
  delete: GatewayDispatchEvents.MessageDelete,
};

/**
 * Sends the bots the messages they may hear of. Conversations of two people are none of theirs; ephemeral messages count as direct ones
 * (documentation, "Gateway Events", Message Create).
 */
export function connectMessages(gateway: Gateway, { world, board, seesContent }: Services): void {
  board.subscribe((change) => {
    const { channel, onlyFor } = change.stored;
    if (!world.canSee(world.bot.user.id, channel)) return;
    const isDirect = channel.kind === 'dm' || onlyFor !== null;
    const intent = isDirect ? GatewayIntentBits.DirectMessages : GatewayIntentBits.GuildMessages;
    const guildId = channel.kind === 'text' ? world.guild.id : null;
    gateway.dispatch(names[change.kind], guildId, toMessageEvent(world, change, seesContent), intent);
  });
}

/** Sends an interaction: to the shard of its server, from DMs to shard 0; it needs no intent. */
export function dispatchInteraction(gateway: Gateway, world: World, record: InteractionRecord, payload: unknown): void {
  const guildId = record.channel.kind === 'text' ? world.guild.id : null;
  gateway.dispatch(GatewayDispatchEvents.InteractionCreate, guildId, payload);
}
