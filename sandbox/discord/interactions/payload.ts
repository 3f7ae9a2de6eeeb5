import { type APIInteraction, InteractionContextType, PermissionFlagsBits } from 'discord-api-types/v10';
import { SIZE_LIMITS } from '../limits.ts';
import type { World } from '../world.ts';
import { toApiChannel, toApiMember } from '../worldPayload.ts';
import { type InteractionRecord, toOwners } from './interaction.ts';

/** The app's permissions in any DM, and those it also has in its own ("Interaction Object"). */
const DM_PERMISSIONS =
  PermissionFlagsBits.AttachFiles | PermissionFlagsBits.EmbedLinks | PermissionFlagsBits.MentionEveryone;
const OWN_DM_PERMISSIONS = DM_PERMISSIONS | PermissionFlagsBits.UseExternalEmojis;

/** INTERACTION_CREATE: `member` in the server, `user` elsewhere ("Interaction Object"). */
export function toInteraction(world: World, record: InteractionRecord): APIInteraction {
  const { user, channel } = record;
  const { id: guildId, locale } = world.guild;
  const context = world.contextOf(channel);
  const inServer = context === InteractionContextType.Guild;
  const permissions = world.permissionsOf(user).toString();
  const inDm = context === InteractionContextType.BotDM ? OWN_DM_PERMISSIONS : DM_PERMISSIONS;
  return {
    id: record.id,
    application_id: world.bot.user.id,
    type: record.type,
    token: record.token,
    version: 1,
    data: record.data,
    channel: { ...toApiChannel(world, channel), ...(inServer && { permissions }) },
    channel_id: channel.id,
    ...(inServer
      ? {
          guild_id: guildId,
          guild: { id: guildId, locale, features: [] },
          guild_locale: locale,
          member: { ...toApiMember(user), permissions },
        }
      : { user: user.user }),
    ...(record.source && { message: record.source.message }),
    locale: user.locale,
    app_permissions: (inServer ? world.permissionsOf(world.bot) : inDm).toString(),
    entitlements: [],
    authorizing_integration_owners: toOwners(record, world),
    context,
    attachment_size_limit: SIZE_LIMITS.attachmentBytes,
  } as unknown as APIInteraction;
}
