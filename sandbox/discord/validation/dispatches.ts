import * as spec from 'discord-api-spec/zod';
import { ComponentType as Kind, ApplicationCommandOptionType as Option } from 'discord-api-types/v10';
import * as z from 'zod/mini';
import type { $ZodType } from 'zod/v4/core';

/** A bit set as the API writes it: a decimal number in a string ("Permissions"). */
const permissions = z.string().check(z.regex(/^\d+$/));

const text = z.string();
const snowflake = spec.SnowflakeTypeSchema;
const list = z.array(z.unknown());
const absent = z.optional(z.never());
const byId = (model: $ZodType) => z.optional(z.record(text, model));

/** "Resolved Data Structure": members lack `user`, `deaf` and `mute`; channels are partial. */
const partialChannel = { permissions, app_permissions: permissions, permission_overwrites: absent };
const resolved = z.optional(
  z.strictObject({
    users: byId(spec.UserResponseSchema),
    members: byId(z.extend(spec.GuildMemberResponseSchema, { user: absent, deaf: absent, mute: absent, permissions })),
    channels: byId(z.object({ id: snowflake, name: text, type: z.int(), ...partialChannel })),
    messages: byId(spec.MessageResponseSchema),
    attachments: byId(spec.MessageAttachmentResponseSchema),
  }),
);

const optionOf = (type: Option, fields: Record<string, $ZodType>): $ZodType =>
  z.strictObject({ name: text, type: z.literal(type), ...fields });

/** "Application Command Interaction Data Option Structure". */
const option: $ZodType = z.lazy(() =>
  z.union([
    optionOf(Option.Subcommand, { options: z.optional(z.array(option)) }),
    optionOf(Option.SubcommandGroup, { options: z.optional(z.array(option)) }),
    optionOf(Option.String, { value: text, focused: z.optional(z.literal(true)) }),
    optionOf(Option.Integer, { value: z.int() }),
    optionOf(Option.Number, { value: z.number() }),
    optionOf(Option.Boolean, { value: z.boolean() }),
    optionOf(Option.Channel, { value: snowflake }),
  ]),
);

/** "Application Command Data Structure". */
const commandData = z.strictObject({
  id: snowflake,
  name: text,
  type: z.literal([1, 2, 3]),
  resolved,
  options: z.optional(z.array(option)),
  guild_id: z.optional(snowflake),
  target_id: z.optional(snowflake),
});

/** "Message Component Data Structure". */
const componentData = z.object({
  custom_id: text,
  component_type: z.int(),
  id: z.int(),
  values: z.optional(z.array(text)),
  resolved,
});

const submitted = (type: Kind, fields: Record<string, $ZodType>): $ZodType =>
  z.strictObject({ type: z.literal(type), id: z.int(), ...fields });

/** The "Interaction Response Structure" of each component in "Component Reference". */
const modalComponent: $ZodType = z.lazy(() =>
  z.union([
    submitted(Kind.TextDisplay, {}),
    submitted(Kind.Label, { component: modalComponent }),
    submitted(Kind.ActionRow, { components: z.array(modalComponent) }),
    submitted(Kind.TextInput, { custom_id: text, value: text }),
    submitted(Kind.StringSelect, { custom_id: text, values: z.array(text) }),
    submitted(Kind.FileUpload, { custom_id: text, values: z.array(snowflake) }),
  ]),
);

/** "Modal Submit Data Structure". */
const modalData = z.strictObject({ custom_id: text, components: z.array(modalComponent), resolved });

const dmChannels = [spec.PrivateChannelResponseSchema, spec.PrivateGroupChannelResponseSchema] as const;

const ownData = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal(2), data: commandData }),
  z.looseObject({ type: z.literal(3), data: componentData, message: spec.MessageResponseSchema }),
  z.looseObject({ type: z.literal(4), data: commandData }),
  z.looseObject({ type: z.literal(5), data: modalData, message: z.optional(spec.MessageResponseSchema) }),
]);

/** "Interaction Object": what all kinds share. */
const interaction = z.object({
  id: snowflake,
  application_id: snowflake,
  token: text,
  version: z.literal(1),
  channel: z.union([spec.GuildChannelResponseSchema, ...dmChannels]),
  channel_id: snowflake,
  locale: text,
  app_permissions: permissions,
  entitlements: list,
  authorizing_integration_owners: z.record(text, text),
  context: z.literal([0, 1, 2]),
  attachment_size_limit: z.int(),
});

/** In a server there is a member, elsewhere a user. */
const place = z.union([
  z.object({
    guild_id: snowflake,
    guild: z.object({ id: snowflake, locale: text, features: z.array(text) }),
    guild_locale: text,
    member: z.extend(spec.GuildMemberResponseSchema, { permissions }),
  }),
  z.object({ user: spec.UserResponseSchema }),
]);

/**
 * The data of events by name. The published schema lacks the gateway: these follow the
 * documentation ("Gateway Events") and use the schema's models.
 */
export const DISPATCHES: Readonly<Record<string, $ZodType>> = {
  READY: z.object({
    v: z.literal(10),
    user: spec.UserResponseSchema,
    guilds: z.array(z.object({ id: snowflake, unavailable: z.literal(true) })),
    session_id: text,
    resume_gateway_url: text,
    shard: z.optional(z.tuple([z.int(), z.int()])),
    application: z.object({ id: snowflake, flags: z.int() }),
  }),
  RESUMED: z.object({}),
  INTERACTION_CREATE: z.intersection(z.intersection(interaction, place), ownData),
};
