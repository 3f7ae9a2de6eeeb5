import { ApplicationCommandType } from 'discord-api-types/v10';
import type { PageCommand } from '../../discord/people/pageProtocol.ts';
import { toCommandEntries } from './composer/commandEntries.ts';

/**
 * A command's registered name (`/credits balance`, or a context menu's `Show profile`) in the person's language; as it is
 * where the command isn't offered to them.
 */
export function shownCommandName(name: string, commands: readonly PageCommand[]): string {
  const entry = toCommandEntries(commands).find(({ defaultName }) => `/${defaultName}` === name);
  if (entry !== undefined) return `/${entry.name}`;
  const inMenu = commands.find((one) => one.type !== ApplicationCommandType.ChatInput && one.name === name);
  return inMenu?.displayName ?? name;
}
