import type { APIInteractionDataResolved, APITextChannel } from 'discord-api-types/v10';
import type { Services } from '../rest/route.ts';
import type { Channel } from '../world.ts';
import { toApiChannel, toApiMember } from '../worldPayload.ts';

/** Collects the objects behind ids. Each method returns whether there is one. */
export type Resolver = {
  resolved: APIInteractionDataResolved;
  user: (id: string) => boolean;
  channel: (id: string) => boolean;
  attachment: (id: string) => boolean;
};

type Kind = keyof APIInteractionDataResolved;

/** For the objects that the user sees from this channel: in a DM only its participants. */
export function createResolver({ world, files }: Services, userId: string, where: Channel): Resolver {
  const resolved: Partial<Record<Kind, Record<string, unknown>>> = {};
  const inServer = where.kind === 'text';
  const isHere = (id: string) => inServer || [...where.participants, userId, world.bot.user.id].includes(id);
  const add = (kind: Kind, id: string, object: unknown): boolean => {
    if (object) resolved[kind] = { ...resolved[kind], [id]: object };
    return Boolean(object);
  };
  return {
    resolved: resolved as APIInteractionDataResolved,
    user(id) {
      const account = isHere(id) ? world.accounts.get(id) : undefined;
      if (account && inServer) {
        const { user: _user, deaf: _deaf, mute: _mute, ...member } = toApiMember(account);
        add('members', id, { ...member, permissions: world.permissionsOf(account).toString() });
      }
      return add('users', id, account?.user);
    },
    channel(id) {
      const found = inServer && world.textChannels().find((one) => one.id === id);
      if (!found) return false;
      // Adds the permissions of the user and the app there ("Resolved Data Structure").
      const { permission_overwrites: _overwrites, ...part } = toApiChannel(world, found) as APITextChannel;
      const permissions = world.permissionsOf(world.account(userId)).toString();
      return add('channels', id, { ...part, permissions, app_permissions: world.permissionsOf(world.bot).toString() });
    },
    attachment: (id) => add('attachments', id, files.get(id)?.attachment),
  };
}
