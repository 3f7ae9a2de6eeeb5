import {
  type APIMessage,
  type InteractionResponseType as Callback,
  MessageFlags,
  MessageReferenceType,
  MessageType,
} from 'discord-api-types/v10';
import * as z from 'zod/mini';
import { type ComposeContext, composeMessage } from '../compose.ts';
import type { Uploads } from '../files.ts';
import type { StoredMessage } from '../messages.ts';
import { checkMessage, type MessagePlace } from '../validation/messageRules.ts';
import { check } from '../validation/schema.ts';
import type { Channel, World } from '../world.ts';
import type { InteractionRecord } from './interaction.ts';

/** The fields that an edit changes. EPHEMERAL stays as it is; "thinking…" ends. */
export function editFields(
  context: ComposeContext,
  stored: StoredMessage,
  place: MessagePlace,
  body: unknown,
  uploads: Uploads,
): Partial<APIMessage> {
  const { message } = stored;
  const current = {
    flags: message.flags ?? 0,
    content: message.content,
    attachments: message.attachments,
  };
  const checked = checkMessage(place, body, { current, files: uploads });
  const settable = MessageFlags.IsComponentsV2 | MessageFlags.SuppressEmbeds;
  const kept = current.flags & ~MessageFlags.Loading;
  const flags =
    checked.flags === undefined || checked.flags === null ? kept : (kept & ~settable) | (checked.flags & settable);
  const fields = composeMessage(context, context.world.bot, stored.channel, checked, uploads, message);
  return { ...fields, flags };
}

/** @throws DiscordProblem 50035 without a type, or with an unknown field */
export function toCallback(body: unknown): { type: Callback; data?: unknown } {
  return check(z.object({ type: z.int(), data: z.optional(z.unknown()) }), body ?? {});
}

export function responseFields(
  world: World,
  { id, type: kind, name, channel, user, metadata, original }: InteractionRecord,
  type: MessageType,
  repliesTo: StoredMessage | null,
): Partial<APIMessage> {
  const isReply = type === MessageType.Reply;
  return {
    type,
    application_id: world.bot.user.id,
    webhook_id: world.bot.user.id,
    interaction_metadata: { ...metadata, ...(original && { original_response_message_id: original.message.id }) },
    // Deprecated, and the only place where the documentation has the command's name.
    ...(!isReply && { interaction: { id, type: kind, name: name.replace(/^\//, ''), user: user.user } }),
    ...(isReply && repliesTo && toReference(world, channel, repliesTo)),
  };
}

function toReference(world: World, channel: Channel, { message, onlyFor }: StoredMessage): Partial<APIMessage> {
  const { referenced_message: _inner, ...referenced } = message;
  return {
    message_reference: {
      type: MessageReferenceType.Default,
      message_id: message.id,
      channel_id: channel.id,
      ...(channel.kind === 'text' && { guild_id: world.guild.id }),
    },
    ...(!onlyFor && { referenced_message: referenced }),
  };
}
