import { type APIMessage, ChannelType, GatewayDispatchEvents, GatewayIntentBits } from 'discord-api-types/v10';
import type { MessageChange } from '../messages.ts';
import type { Services } from '../rest/route.ts';
import type { World } from '../world.ts';
import type { Gateway } from './gateway.ts';

const EVENTS = {
  create: GatewayDispatchEvents.MessageCreate,
  update: GatewayDispatchEvents.MessageUpdate,
  delete: GatewayDispatchEvents.MessageDelete,
};

/**
 * Sends the bots the messages they may hear of, which leaves out conversations of two people. Ephemeral messages count as
 * direct ones (documentation, "Gateway Events", Message Create).
 */
export function connectMessages(gateway: Gateway, { world, board }: Services): void {
  board.subscribe((change) => {
    const { channel, onlyFor } = change.stored;
    if (!world.canSee(world.bot.user.id, channel)) return;
    const isDirect = channel.kind === 'dm' || onlyFor !== null;
    const intent = isDirect ? GatewayIntentBits.DirectMessages : GatewayIntentBits.GuildMessages;
    gateway.dispatch(EVENTS[change.kind], toMessageEvent(world, change), intent);
  });
}

function toMessageEvent(world: World, { kind, stored }: MessageChange) {
  const { message, channel, onlyFor } = stored;
  // Ephemeral messages don't carry it ("Message Create").
  const place = channel.kind === 'text' && !onlyFor ? { guild_id: world.guild.id } : {};
  if (kind === 'delete') return { id: message.id, channel_id: channel.id, ...place };
  return {
    ...withoutContent(world, channel.kind, message),
    channel_type: channel.kind === 'text' ? ChannelType.GuildText : ChannelType.DM,
    ...place,
  };
}

/**
 * The message as a bot without the message-content intent sees it, which no bot has here: what others wrote is empty, except in DMs with the
 * bot and where it is mentioned (documentation, "Message Content Intent").
 */
export function withoutContent(world: World, kind: 'text' | 'dm', message: APIMessage): APIMessage {
  const bot = world.bot.user.id;
  if (kind === 'dm' || message.author.id === bot || message.mentions.some(({ id }) => id === bot)) return message;
  return { ...message, content: '', embeds: [], attachments: [], components: [] };
}
