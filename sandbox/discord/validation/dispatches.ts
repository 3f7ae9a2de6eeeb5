import * as spec from 'discord-api-spec/zod';
import * as z from 'zod/mini';
import type { $ZodType } from 'zod/v4/core';
import { commandData, componentData, modalData, partialMember, permissions } from './interactionData.ts';

const channel = z.union([
  spec.GuildChannelResponseSchema,
  spec.PrivateChannelResponseSchema,
  spec.PrivateGroupChannelResponseSchema,
]);

const ownData = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal(2), data: commandData }),
  z.looseObject({ type: z.literal(3), data: componentData, message: spec.MessageResponseSchema }),
  z.looseObject({ type: z.literal(4), data: commandData }),
  z.looseObject({ type: z.literal(5), data: modalData, message: z.optional(spec.MessageResponseSchema) }),
]);

/** "Interaction Object": the frame that all kinds share. Sent in the server it has a member, elsewhere a user. */
const interaction = z.object({
  id: spec.SnowflakeTypeSchema,
  application_id: spec.SnowflakeTypeSchema,
  token: z.string(),
  version: z.literal(1),
  channel,
  channel_id: spec.SnowflakeTypeSchema,
  locale: z.string(),
  app_permissions: permissions,
  entitlements: z.array(z.unknown()),
  authorizing_integration_owners: z.record(z.string(), z.string()),
  context: z.literal([0, 1, 2]),
  attachment_size_limit: z.int(),
});
const place = z.union([
  z.object({
    guild_id: spec.SnowflakeTypeSchema,
    guild: z.object({ id: spec.SnowflakeTypeSchema, locale: z.string(), features: z.array(z.string()) }),
    guild_locale: z.string(),
    member: z.intersection(spec.GuildMemberResponseSchema, z.object({ permissions })),
  }),
  z.object({ user: spec.UserResponseSchema }),
]);

/** A message with what the gateway adds ("Message Create"): the server, and the members of the author and of those who are mentioned. */
const message = z.intersection(
  spec.MessageResponseSchema,
  z.object({
    channel_type: z.int(),
    guild_id: z.optional(spec.SnowflakeTypeSchema),
    member: z.optional(partialMember),
    mentions: z.array(z.looseObject({ member: z.optional(partialMember) })),
  }),
);

/**
 * What an event's data must be, by the event's name. The gateway is not in the published schema: the frames are written from the documentation
 * ("Gateway Events", "Receiving and Responding to Interactions"), and what stands in them is held against the schema's models.
 */
export const dispatches: Readonly<Record<string, $ZodType>> = {
  READY: z.object({
    v: z.literal(10),
    user: spec.UserResponseSchema,
    guilds: z.array(z.object({ id: spec.SnowflakeTypeSchema, unavailable: z.literal(true) })),
    session_id: z.string(),
    resume_gateway_url: z.string(),
    shard: z.optional(z.tuple([z.int(), z.int()])),
    application: z.object({ id: spec.SnowflakeTypeSchema, flags: z.int() }),
  }),
  RESUMED: z.looseObject({}),
  GUILD_CREATE: z.intersection(
    spec.GuildResponseSchema,
    z.object({
      joined_at: z.iso.datetime(),
      large: z.boolean(),
      unavailable: z.optional(z.boolean()),
      member_count: z.int(),
      voice_states: z.array(z.unknown()),
      members: z.array(spec.GuildMemberResponseSchema),
      channels: z.array(spec.GuildChannelResponseSchema),
      threads: z.array(z.unknown()),
      presences: z.array(z.unknown()),
      stage_instances: z.array(z.unknown()),
      guild_scheduled_events: z.array(z.unknown()),
      soundboard_sounds: z.array(z.unknown()),
    }),
  ),
  MESSAGE_CREATE: message,
  MESSAGE_UPDATE: message,
  MESSAGE_DELETE: z.object({
    id: spec.SnowflakeTypeSchema,
    channel_id: spec.SnowflakeTypeSchema,
    guild_id: z.optional(spec.SnowflakeTypeSchema),
  }),
  INTERACTION_CREATE: z.intersection(z.intersection(interaction, place), ownData),
};
