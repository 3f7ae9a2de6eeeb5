import { isDeepStrictEqual } from 'node:util';
import type { APIApplicationCommand } from 'discord-api-types/v10';
import type { Command } from '../declare/command.ts';
import { toRegistrations } from './registration.ts';

/** Fields that Discord adds, and those that only globally registered commands have. */
const IGNORED = new Set(['id', 'application_id', 'guild_id', 'version', 'dm_permission', 'default_permission']);
const GLOBAL_FIELDS = ['contexts', 'integration_types'];

/** Names of commands that Discord lacks, has in another form, or has without a declaration. */
export function findDifferences(
  commands: readonly Command[],
  registered: readonly APIApplicationCommand[],
  guildId?: string,
): { missing: string[]; changed: string[]; unknown: string[] } {
  const without: ReadonlySet<string> = guildId === undefined ? IGNORED : new Set([...IGNORED, ...GLOBAL_FIELDS]);
  const found = new Map(registered.map((command) => [toKey(command), command]));
  const [missing, changed]: [string[], string[]] = [[], []];
  for (const declared of toRegistrations(commands)) {
    const command = found.get(toKey(declared));
    found.delete(toKey(declared));
    if (!command) missing.push(declared.name);
    else if (!isDeepStrictEqual(toComparable(command, without), toComparable(declared, without)))
      changed.push(declared.name);
  }
  return { missing, changed, unknown: [...found.values()].map(({ name }) => name) };
}

function toKey({ type, name }: { type?: number | undefined; name: string }): string {
  return `${type ?? 1} ${name}`;
}

/** Without fields that Discord adds, and without defaults, which it sends or leaves out. */
function toComparable(command: object, without: ReadonlySet<string>): unknown {
  // JSON leaves out undefined values.
  return JSON.parse(JSON.stringify(command, (name, each) => (without.has(name) || isDefault(each) ? undefined : each)));
}

function isDefault(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0;
  return value === null || value === undefined || value === false || value === '';
}
