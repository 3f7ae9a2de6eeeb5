import type { APIInteractionDataResolved, APITextChannel } from 'discord-api-types/v10';
import type { FileStore } from '../files.ts';
import type { Channel, World } from '../world.ts';
import { toApiChannel, toApiMember, toApiRoles } from '../worldPayload.ts';
import { type FileTypes, isOfFileType } from './fileTypes.ts';

/** Collects the objects behind ids, as an interaction carries them. Each method says whether there is such a thing. */
export interface Resolver {
  resolved: APIInteractionDataResolved;
  user(id: string): boolean;
  channel(id: string): boolean;
  role(id: string): boolean;
  mentionable(id: string): boolean;
  /** Also false where the file is of another type than these. */
  attachment(id: string, types?: FileTypes): boolean;
}

/** A resolver for what the user sees from this channel: in a DM only its participants, no members, roles or channels. */
export function createResolver(world: World, files: FileStore, userId: string, where: Channel): Resolver {
  const resolved: APIInteractionDataResolved = {};
  const inServer = where.kind === 'text';
  const user = (id: string): boolean => {
    const account = world.accounts.get(id);
    if (!account || (!inServer && !where.participants.includes(id) && id !== userId && id !== world.bot.user.id))
      return false;
    resolved.users = { ...resolved.users, [id]: account.user };
    if (inServer) {
      const { user: _user, deaf: _deaf, mute: _mute, ...member } = toApiMember(account);
      const permissions = world.permissionsOf(account).toString();
      resolved.members = { ...resolved.members, [id]: { ...member, permissions } };
    }
    return true;
  };
  const role = (id: string): boolean => {
    const found = inServer && toApiRoles(world).find((one) => one.id === id);
    if (!found) return false;
    resolved.roles = { ...resolved.roles, [id]: found };
    return true;
  };
  const channel = (id: string): boolean => {
    const found = inServer && world.textChannels().find((one) => one.id === id);
    if (!found) return false;
    // The documented part of a channel, with what the user and the app may do there ("Resolved Data Structure").
    const { permission_overwrites: _overwrites, ...part } = toApiChannel(world, found) as APITextChannel;
    const partial = {
      ...part,
      permissions: world.permissionsOf(world.account(userId)).toString(),
      app_permissions: world.permissionsOf(world.bot).toString(),
    } as NonNullable<typeof resolved.channels>[string];
    resolved.channels = { ...resolved.channels, [id]: partial };
    return true;
  };
  const attachment = (id: string, types?: FileTypes): boolean => {
    const file = files.get(id);
    if (!file || !isOfFileType(file.attachment.filename, types)) return false;
    resolved.attachments = { ...resolved.attachments, [id]: file.attachment };
    return true;
  };
  return { resolved, user, role, channel, mentionable: (id) => user(id) || role(id), attachment };
}
