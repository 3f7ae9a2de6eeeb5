import {
  GuildChannelResponseSchema,
  GuildMemberResponseSchema,
  GuildResponseSchema,
  MessageResponseSchema,
  PrivateChannelResponseSchema,
  PrivateGroupChannelResponseSchema,
  SnowflakeTypeSchema,
  UserResponseSchema,
} from 'discord-api-spec/zod';
import {
  array,
  boolean,
  discriminatedUnion,
  int,
  intersection,
  iso,
  literal,
  looseObject,
  number,
  object,
  optional,
  record,
  string,
  tuple,
  union,
  unknown,
} from 'zod/mini';
import type { $ZodType } from 'zod/v4/core';
import { commandData, componentData, modalData, partialMember, permissions } from './interactionData.ts';

const channel = union([GuildChannelResponseSchema, PrivateChannelResponseSchema, PrivateGroupChannelResponseSchema]);

const ownData = discriminatedUnion('type', [
  looseObject({ type: literal(2), data: commandData }),
  looseObject({ type: literal(3), data: componentData, message: MessageResponseSchema }),
  looseObject({ type: literal(4), data: commandData }),
  looseObject({ type: literal(5), data: modalData, message: optional(MessageResponseSchema) }),
]);

/** "Interaction Object": the frame that all kinds share. Sent in the server it has a member, elsewhere a user. */
const interaction = object({
  id: SnowflakeTypeSchema,
  application_id: SnowflakeTypeSchema,
  token: string(),
  version: literal(1),
  channel,
  channel_id: SnowflakeTypeSchema,
  locale: string(),
  app_permissions: permissions,
  entitlements: array(unknown()),
  authorizing_integration_owners: record(string(), string()),
  context: literal([0, 1, 2]),
  attachment_size_limit: int(),
});
const place = union([
  object({
    guild_id: SnowflakeTypeSchema,
    guild: object({ id: SnowflakeTypeSchema, locale: string(), features: array(string()) }),
    guild_locale: string(),
    member: intersection(GuildMemberResponseSchema, object({ permissions })),
  }),
  object({ user: UserResponseSchema }),
]);

/** A message with what the gateway adds ("Message Create"): the server, and the members of the author and of those who are mentioned. */
const message = intersection(
  MessageResponseSchema,
  object({
    channel_type: int(),
    guild_id: optional(SnowflakeTypeSchema),
    member: optional(partialMember),
    mentions: array(looseObject({ member: optional(partialMember) })),
  }),
);

/**
 * What an event's data must be, by the event's name. The gateway is not in the published schema: the frames are written from the documentation
 * ("Gateway Events", "Receiving and Responding to Interactions"), and what stands in them is held against the schema's models.
 */
export const dispatches: Readonly<Record<string, $ZodType>> = {
  READY: object({
    v: literal(10),
    user: UserResponseSchema,
    guilds: array(object({ id: SnowflakeTypeSchema, unavailable: literal(true) })),
    session_id: string(),
    resume_gateway_url: string(),
    shard: optional(tuple([int(), int()])),
    application: object({ id: SnowflakeTypeSchema, flags: int() }),
  }),
  RESUMED: looseObject({}),
  GUILD_CREATE: intersection(
    GuildResponseSchema,
    object({
      joined_at: iso.datetime(),
      large: boolean(),
      unavailable: optional(boolean()),
      member_count: int(),
      voice_states: array(unknown()),
      members: array(GuildMemberResponseSchema),
      channels: array(GuildChannelResponseSchema),
      threads: array(unknown()),
      presences: array(unknown()),
      stage_instances: array(unknown()),
      guild_scheduled_events: array(unknown()),
      soundboard_sounds: array(unknown()),
    }),
  ),
  GUILD_MEMBERS_CHUNK: object({
    guild_id: SnowflakeTypeSchema,
    members: array(GuildMemberResponseSchema),
    chunk_index: number(),
    chunk_count: number(),
    not_found: optional(array(unknown())),
    nonce: optional(string()),
  }),
  MESSAGE_CREATE: message,
  MESSAGE_UPDATE: message,
  MESSAGE_DELETE: object({
    id: SnowflakeTypeSchema,
    channel_id: SnowflakeTypeSchema,
    guild_id: optional(SnowflakeTypeSchema),
  }),
  INTERACTION_CREATE: intersection(intersection(interaction, place), ownData),
};
