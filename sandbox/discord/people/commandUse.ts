import { ApplicationCommandType } from 'discord-api-types/v10';
import { type CommandPath, followPath, type RegisteredCommand } from '../interactions/commands.ts';
import { Refusal } from './refusal.ts';

/** A slash command by its full name, `'credits balance'`. @throws Refusal `not_found` */
export function findCommand(offered: readonly RegisteredCommand[], name: string): CommandPath {
  const [root = '', ...subcommand] = name.replace(/^\//, '').split(' ').filter(Boolean);
  const command = offered.find(({ type, body }) => type === ApplicationCommandType.ChatInput && body.name === root);
  const path = command && followPath(command, subcommand);
  if (!path) throw new Refusal('not_found', `There is no command /${name} here`);
  return path;
}

/** A command by its id and the way through its subcommands. @throws Refusal `not_found` */
export function findCommandById(
  offered: readonly RegisteredCommand[],
  id: string,
  subcommand: readonly string[],
): CommandPath {
  const command = offered.find((one) => one.id === id);
  const path = command && followPath(command, subcommand);
  if (!path) throw new Refusal('not_found', 'There is no such command here');
  return path;
}

/** As it is typed: `/credits balance`. */
export const nameOf = ({ command, subcommand }: CommandPath) => `/${[command.body.name, ...subcommand].join(' ')}`;

/** The `data` of a command interaction. */
export function toCommandData(
  command: RegisteredCommand,
  filled: { options: unknown[]; resolved: object },
  targetId?: string,
): unknown {
  return {
    id: command.id,
    name: command.body.name,
    type: command.type,
    ...(command.guildId && { guild_id: command.guildId }),
    ...(filled.options.length > 0 && { options: filled.options }),
    ...(Object.keys(filled.resolved).length > 0 && { resolved: filled.resolved }),
    ...(targetId !== undefined && { target_id: targetId }),
  };
}
