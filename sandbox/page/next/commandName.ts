import { ApplicationCommandType } from 'discord-api-types/v10';
import type { PageCommand, PageOption } from '../../discord/people/pageProtocol.ts';

/**
 * A command's registered name (`/credits balance`, or a context menu's `Show profile`) in the person's language; as it is where the command is not
 * offered to them.
 */
export function shownCommandName(name: string, commands: readonly PageCommand[]): string {
  const isSlash = name.startsWith('/');
  const [root = '', ...path] = isSlash ? name.slice(1).split(' ') : [name];
  const command = commands.find(
    (one) => one.name === root && (one.type === ApplicationCommandType.ChatInput) === isSlash,
  );
  if (command === undefined) return name;
  const words = [command.displayName];
  let options: readonly PageOption[] = command.options;
  for (const word of path) {
    const next = options.find((option) => option.name === word);
    words.push(next?.displayName ?? word);
    options = next !== undefined && 'options' in next ? (next.options ?? []) : [];
  }
  return `${isSlash ? '/' : ''}${words.join(' ')}`;
}
