import * as spec from 'discord-api-spec/zod';
import { ApplicationCommandType, ComponentType, ApplicationCommandOptionType as Option } from 'discord-api-types/v10';
import * as z from 'zod/mini';
import type { $ZodType } from 'zod/v4/core';

/** A bit set as the API writes it: a decimal number in a string ("Permissions"). */
export const permissions = z.string().check(z.regex(/^\d+$/));

const absent = z.optional(z.never());
const byId = (model: $ZodType) => z.optional(z.record(z.string(), model));

/** "Guild Member Object" without the user, as it stands beside one. */
export const partialMember = z.looseObject({
  user: absent,
  nick: z.nullable(z.string()),
  avatar: z.nullable(z.string()),
  banner: z.nullable(z.string()),
  roles: z.array(spec.SnowflakeTypeSchema),
  joined_at: z.iso.datetime(),
  premium_since: z.nullable(z.iso.datetime()),
  pending: z.boolean(),
  flags: z.int(),
  communication_disabled_until: z.nullable(z.iso.datetime()),
});

/** "Resolved Data Structure": the objects behind the ids, by id. Members lack `user`, `deaf` and `mute`; channels are partial. */
const resolved = z.optional(
  z.strictObject({
    users: byId(spec.UserResponseSchema),
    members: byId(z.looseObject({ ...partialMember.shape, deaf: absent, mute: absent, permissions })),
    roles: byId(spec.GuildRoleResponseSchema),
    channels: byId(
      z.looseObject({
        id: spec.SnowflakeTypeSchema,
        name: z.string(),
        type: z.int(),
        permissions,
        app_permissions: permissions,
        permission_overwrites: absent,
      }),
    ),
    messages: byId(spec.MessageResponseSchema),
    attachments: byId(spec.MessageAttachmentResponseSchema),
  }),
);

const optionOf = (types: readonly Option[], value: $ZodType): $ZodType =>
  z.strictObject({ name: z.string(), type: z.literal(types), value });

/** "Application Command Interaction Data Option Structure"; the one that is being typed is a text, whatever its type. */
const option: $ZodType = z.lazy(() =>
  z.union([
    z.strictObject({
      name: z.string(),
      type: z.literal([Option.Subcommand, Option.SubcommandGroup]),
      options: z.optional(z.array(option)),
    }),
    z.strictObject({
      name: z.string(),
      type: z.literal([Option.String, Option.Integer, Option.Number]),
      value: z.string(),
      focused: z.literal(true),
    }),
    optionOf([Option.String], z.string()),
    optionOf([Option.Integer], z.int()),
    optionOf([Option.Number], z.number()),
    optionOf([Option.Boolean], z.boolean()),
    optionOf(
      [Option.User, Option.Channel, Option.Role, Option.Mentionable, Option.Attachment],
      spec.SnowflakeTypeSchema,
    ),
  ]),
);

/** "Application Command Data Structure". */
export const commandData = z.strictObject({
  id: spec.SnowflakeTypeSchema,
  name: z.string(),
  type: z.literal([ApplicationCommandType.ChatInput, ApplicationCommandType.User, ApplicationCommandType.Message]),
  resolved,
  options: z.optional(z.array(option)),
  guild_id: z.optional(spec.SnowflakeTypeSchema),
  target_id: z.optional(spec.SnowflakeTypeSchema),
});

/** "Message Component Data Structure". */
export const componentData = z.object({
  custom_id: z.string(),
  component_type: z.int(),
  id: z.int(),
  values: z.optional(z.array(z.string())),
  resolved,
});

const submitted = (types: readonly ComponentType[], fields: Record<string, $ZodType>): $ZodType =>
  z.strictObject({ type: z.literal(types), id: z.int(), ...fields });
const field = (types: readonly ComponentType[], fields: Record<string, $ZodType>): $ZodType =>
  submitted(types, { custom_id: z.string(), ...fields });

/** The "Interaction Response Structure" of each component in "Component Reference". */
const modalComponent: $ZodType = z.lazy(() =>
  z.union([
    submitted([ComponentType.TextDisplay], {}),
    submitted([ComponentType.Label], { component: modalComponent }),
    submitted([ComponentType.ActionRow], { components: z.array(modalComponent) }),
    field([ComponentType.TextInput], { value: z.string() }),
    field([ComponentType.Checkbox], { value: z.boolean() }),
    field([ComponentType.RadioGroup], { value: z.nullable(z.string()) }),
    field([ComponentType.StringSelect, ComponentType.CheckboxGroup], { values: z.array(z.string()) }),
    field(
      [
        ComponentType.UserSelect,
        ComponentType.RoleSelect,
        ComponentType.MentionableSelect,
        ComponentType.ChannelSelect,
        ComponentType.FileUpload,
      ],
      { values: z.array(spec.SnowflakeTypeSchema) },
    ),
  ]),
);

/** "Modal Submit Data Structure". */
export const modalData = z.strictObject({ custom_id: z.string(), components: z.array(modalComponent), resolved });
