import type { Command } from './command.ts';
import { formatCustomId, type Ids, layoutOf, writeArgs } from './customId.ts';

/** Creates custom ids from the arguments that these commands' actions declare. */
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
