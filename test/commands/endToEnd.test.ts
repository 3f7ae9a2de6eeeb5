import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ApplicationCommandType } from 'discord-api-types/v10';
import { expect, test } from 'vitest';
import { commands } from '../../commands/index.ts';
import { toRegistrations } from '../../src/bot/registration.ts';

type Named = { name: string; type?: number; options?: Named[] };
const SUBCOMMAND_TYPES = [1, 2];

/** What can be run, as it is typed: `credits balance`. */
function pathsOf({ name, options = [] }: Named): string[] {
  const inner = options.filter(({ type }) => SUBCOMMAND_TYPES.includes(type ?? 0)).flatMap(pathsOf);
  return inner.length > 0 ? inner.map((path) => `${name} ${path}`) : [name];
}

const folder = fileURLToPath(new URL('../e2e/', import.meta.url));
const sources = globSync('*.test.ts', { cwd: folder })
  .map((file) => readFileSync(`${folder}${file}`, 'utf8'))
  .join('\n');

const registrations = toRegistrations(commands) as Named[];
const slash = registrations.filter(({ type }) => type === ApplicationCommandType.ChatInput).flatMap(pathsOf);
const menus = registrations.filter(({ type }) => type === ApplicationCommandType.User).map(({ name }) => name);

test.each([...slash, ...menus])('%s is run in an end-to-end test', (path) => {
  // As a literal, or as a template whose last word is the subcommand.
  const [group, last] = [path.split(' ')[0], path.split(' ').at(-1)];
  const isLiteral = sources.includes(`'${path}'`);
  const isTemplate = sources.includes(`\`${group} \${`) && sources.includes(`'${last}'`);
  expect(isLiteral || isTemplate).toBe(true);
});
