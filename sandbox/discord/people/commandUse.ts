import { ApplicationCommandType } from 'discord-api-types/v10';
import { type CommandPath, followPath, type RegisteredCommand } from '../interactions/commands.ts';
import { Refusal } from './refusal.ts';

/** The full name, `'credits balance'`, or the command's id and the path of subcommands. */
export type CommandRef = string | { id: string; subcommand: readonly string[] };

export function findCommand(offered: readonly RegisteredCommand[], ref: CommandRef): CommandPath {
  const [root, ...names] = typeof ref === 'string' ? ref.replace(/^\//, '').split(' ') : ['', ...ref.subcommand];
  const command = offered.find(({ id, type, body }) =>
    typeof ref === 'string' ? type === ApplicationCommandType.ChatInput && body.name === root : id === ref.id,
  );
  const path = command && followPath(command, names);
  if (!path) throw new Refusal('not_found', `There's no command /${[root, ...names].join(' ')} here`);
  return path;
}

export function findMenuCommand(offered: readonly RegisteredCommand[], nameOrId: string): RegisteredCommand {
  const menus = offered.filter(({ type }) => type !== ApplicationCommandType.ChatInput);
  const command = menus.find(({ id, body }) => id === nameOrId || body.name === nameOrId);
  if (!command) throw new Refusal('not_found', `"${nameOrId}" isn't available in this menu`);
  return command;
}

/** The command as typed: `/credits balance`. */
export const toTyped = ({ command, subcommand }: CommandPath) => `/${[command.body.name, ...subcommand].join(' ')}`;

export type Filled = { options: readonly unknown[]; resolved: object; targetId?: string };

export function toCommandData(
  { id, type, guildId, body }: RegisteredCommand,
  { options, resolved, targetId }: Filled,
): unknown {
  return {
    id,
    name: body.name,
    type,
    ...(guildId && { guild_id: guildId }),
    ...(options.length > 0 && { options }),
    ...(Object.keys(resolved).length > 0 && { resolved }),
    ...(targetId && { target_id: targetId }),
  };
}
