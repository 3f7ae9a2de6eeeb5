import { type APIInteraction, InteractionContextType, PermissionFlagsBits } from 'discord-api-types/v10';
import { sizeLimits } from '../limits.ts';
import type { World } from '../world.ts';
import { toApiChannel, toApiMember } from '../worldPayload.ts';
import { type InteractionRecord, toOwners } from './interaction.ts';

const contexts = {
  guild: InteractionContextType.Guild,
  botDm: InteractionContextType.BotDM,
  private: InteractionContextType.PrivateChannel,
};

/** What an app may do in any DM, and besides in its own (documentation, "Interaction Object", `app_permissions`). */
const dmPermissions =
  PermissionFlagsBits.AttachFiles | PermissionFlagsBits.EmbedLinks | PermissionFlagsBits.MentionEveryone;
const ownDmPermissions = dmPermissions | PermissionFlagsBits.UseExternalEmojis;

/** INTERACTION_CREATE as the bot gets it: `member` in the server, `user` in DMs (documentation, "Interaction Object"). */
export function toInteraction(world: World, record: InteractionRecord, data: unknown): APIInteraction {
  const { user, channel } = record;
  const inServer = channel.kind === 'text';
  const context = world.contextOf(channel);
  const appPermissions = { guild: world.permissionsOf(world.bot), botDm: ownDmPermissions, private: dmPermissions };
  return {
    id: record.id,
    application_id: world.bot.user.id,
    type: record.type,
    token: record.token,
    version: 1,
    data,
    channel: {
      ...toApiChannel(world, channel),
      ...(inServer && { permissions: world.permissionsOf(user).toString() }),
    },
    channel_id: channel.id,
    ...(inServer
      ? {
          guild_id: world.guild.id,
          guild: { id: world.guild.id, locale: world.guild.locale, features: [] },
          guild_locale: world.guild.locale,
          member: { ...toApiMember(user), permissions: world.permissionsOf(user).toString() },
        }
      : { user: user.user }),
    ...(record.source && { message: record.source.message }),
    locale: user.locale,
    app_permissions: appPermissions[context].toString(),
    entitlements: [],
    authorizing_integration_owners: toOwners(record, world.guild.id),
    context: contexts[context],
    attachment_size_limit: sizeLimits.attachmentBytes,
  } as unknown as APIInteraction;
}
