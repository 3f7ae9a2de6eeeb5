import {
  GuildRoleResponseSchema,
  MessageAttachmentResponseSchema,
  MessageResponseSchema,
  SnowflakeTypeSchema,
  UserResponseSchema,
} from 'discord-api-spec/zod';
import { ApplicationCommandType, ComponentType, ApplicationCommandOptionType as Option } from 'discord-api-types/v10';
import {
  array,
  boolean,
  int,
  iso,
  lazy,
  literal,
  looseObject,
  never,
  nullable,
  number,
  object,
  optional,
  record,
  regex,
  strictObject,
  string,
  union,
} from 'zod/mini';
import type { $ZodType } from 'zod/v4/core';

/** A bit set as the API writes it: a decimal number in a string ("Permissions"). */
export const permissions = string().check(regex(/^\d+$/));

const absent = optional(never());
const byId = (model: $ZodType) => optional(record(string(), model));

/** "Guild Member Object" without the user, as it stands beside one. */
export const partialMember = looseObject({
  user: absent,
  nick: nullable(string()),
  avatar: nullable(string()),
  banner: nullable(string()),
  roles: array(SnowflakeTypeSchema),
  joined_at: iso.datetime(),
  premium_since: nullable(iso.datetime()),
  pending: boolean(),
  flags: int(),
  communication_disabled_until: nullable(iso.datetime()),
});

/** "Resolved Data Structure": the objects behind the ids, by id. Members lack `user`, `deaf` and `mute`; channels are partial. */
const resolved = optional(
  strictObject({
    users: byId(UserResponseSchema),
    members: byId(looseObject({ ...partialMember.shape, deaf: absent, mute: absent, permissions })),
    roles: byId(GuildRoleResponseSchema),
    channels: byId(
      looseObject({
        id: SnowflakeTypeSchema,
        name: string(),
        type: int(),
        permissions,
        app_permissions: permissions,
        permission_overwrites: absent,
      }),
    ),
    messages: byId(MessageResponseSchema),
    attachments: byId(MessageAttachmentResponseSchema),
  }),
);

const optionOf = (types: readonly Option[], value: $ZodType): $ZodType =>
  strictObject({ name: string(), type: literal(types), value });

/** "Application Command Interaction Data Option Structure"; the one that is being typed is a text, whatever its type. */
const option: $ZodType = lazy(() =>
  union([
    strictObject({
      name: string(),
      type: literal([Option.Subcommand, Option.SubcommandGroup]),
      options: optional(array(option)),
    }),
    strictObject({
      name: string(),
      type: literal([Option.String, Option.Integer, Option.Number]),
      value: string(),
      focused: literal(true),
    }),
    optionOf([Option.String], string()),
    optionOf([Option.Integer], int()),
    optionOf([Option.Number], number()),
    optionOf([Option.Boolean], boolean()),
    optionOf([Option.User, Option.Channel, Option.Role, Option.Mentionable, Option.Attachment], SnowflakeTypeSchema),
  ]),
);

/** "Application Command Data Structure". */
export const commandData = strictObject({
  id: SnowflakeTypeSchema,
  name: string(),
  type: literal([ApplicationCommandType.ChatInput, ApplicationCommandType.User, ApplicationCommandType.Message]),
  resolved,
  options: optional(array(option)),
  guild_id: optional(SnowflakeTypeSchema),
  target_id: optional(SnowflakeTypeSchema),
});

/** "Message Component Data Structure". */
export const componentData = object({
  custom_id: string(),
  component_type: int(),
  id: int(),
  values: optional(array(string())),
  resolved,
});

const submitted = (types: readonly ComponentType[], fields: Record<string, $ZodType>): $ZodType =>
  strictObject({ type: literal(types), id: int(), ...fields });
const field = (types: readonly ComponentType[], fields: Record<string, $ZodType>): $ZodType =>
  submitted(types, { custom_id: string(), ...fields });

/** The "Interaction Response Structure" of each component in "Component Reference". */
const modalComponent: $ZodType = lazy(() =>
  union([
    submitted([ComponentType.TextDisplay], {}),
    submitted([ComponentType.Label], { component: modalComponent }),
    submitted([ComponentType.ActionRow], { components: array(modalComponent) }),
    field([ComponentType.TextInput], { value: string() }),
    field([ComponentType.Checkbox], { value: boolean() }),
    field([ComponentType.RadioGroup], { value: nullable(string()) }),
    field([ComponentType.StringSelect, ComponentType.CheckboxGroup], { values: array(string()) }),
    field(
      [
        ComponentType.UserSelect,
        ComponentType.RoleSelect,
        ComponentType.MentionableSelect,
        ComponentType.ChannelSelect,
        ComponentType.FileUpload,
      ],
      { values: array(SnowflakeTypeSchema) },
    ),
  ]),
);

/** "Modal Submit Data Structure". */
export const modalData = strictObject({ custom_id: string(), components: array(modalComponent), resolved });
