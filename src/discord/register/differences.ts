import { isDeepStrictEqual } from 'node:util';
import type { APIApplicationCommand } from 'discord-api-types/v10';
import type { Command } from '../declare/command.ts';
import { toRegistrations } from './registration.ts';

/** What Discord adds to a command, and what it says only of commands that are registered everywhere. */
const ADDED = new Set(['id', 'application_id', 'guild_id', 'version', 'dm_permission', 'default_permission']);
const ONLY_EVERYWHERE = ['contexts', 'integration_types'];

/** Names of the commands that Discord lacks, has in another form, or has without a declaration. */
export function findDifferences(
  commands: readonly Command[],
  registered: readonly APIApplicationCommand[],
  guildId?: string,
): { missing: string[]; changed: string[]; unknown: string[] } {
  const without: ReadonlySet<string> = guildId === undefined ? ADDED : new Set([...ADDED, ...ONLY_EVERYWHERE]);
  const found = new Map(registered.map((command) => [toKey(command), command]));
  const [missing, changed]: [string[], string[]] = [[], []];
  for (const declared of toRegistrations(commands)) {
    const command = found.get(toKey(declared));
    found.delete(toKey(declared));
    if (!command) missing.push(declared.name);
    // JSON, because it leaves out what is undefined.
    else if (
      !isDeepStrictEqual(toComparable(command, without), toComparable(JSON.parse(JSON.stringify(declared)), without))
    )
      changed.push(declared.name);
  }
  return { missing, changed, unknown: [...found.values()].map(({ name }) => name) };
}

function toKey({ type, name }: { type?: number | undefined; name: string }): string {
  return `${type ?? 1} ${name}`;
}

/** Without what Discord adds and without defaults, which it sends or leaves out. */
function toComparable(value: unknown, without: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((each) => toComparable(each, without));
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([name, each]) => !without.has(name) && !isDefault(each));
  return Object.fromEntries(kept.map(([name, each]) => [name, toComparable(each, without)]));
}

function isDefault(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0;
  return value === null || value === undefined || value === false || value === '';
}
