import type { Command } from './command.ts';
import { formatCustomId, type IdFor, layoutOf, writeArgs } from './customId.ts';

/** Makes custom ids of one command's components that belong to one person. */
export type Ids = (command: string, owner: string) => IdFor;

/** The custom ids of these commands; each knows the arguments that an action declares. */
export function createIds(commands: readonly Command[]): Ids {
  const byName = new Map(commands.map((command) => [command.name, command]));
  return (own, owner) => (target, given, role) => {
    const [action = '', command = own] = target.split('/').toReversed();
    const declared = byName.get(command)?.actions?.[action];
    if (!declared) throw new RangeError(`No action ${command}/${action}`);
    const args = declared.args ?? {};
    const parts = writeArgs(args, given ?? {});
    return formatCustomId({ command, action, owner, layout: layoutOf(args), parts }, role);
  };
}
