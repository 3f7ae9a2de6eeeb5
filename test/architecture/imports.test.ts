import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { longComments } from './comments.ts';
import { findViolations, readModuleGraph } from './imports.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

test('the project keeps the import directions of docs/design.md', () => {
  const graph = readModuleGraph(ROOT);
  expect(graph.size).toBeGreaterThan(5);
  expect(findViolations(graph)).toEqual([]);
});

test.each([
  ['src/game/client.ts', 'src/account/links.ts'],
  ['src/view/page.ts', 'src/discord/run/router.ts'],
  ['sandbox/game/service.ts', 'src/game/operations.ts'],
  ['sandbox/discord/rest.ts', 'src/discord/run/router.ts'],
  ['src/app/start.ts', 'sandbox/main.ts'],
  ['src/discord/connection/gateway.ts', 'src/discord/run/reply.ts'],
  ['src/writes/once.ts', 'src/discord/declare/context.ts'],
  ['commands/credits/transfer.ts', 'commands/credits/log/keptLog.ts'],
])('%s may not import %s', (file, target) => {
  expect(findViolations(new Map([[file, [target]]]).set(target, []))).toHaveLength(1);
});

test('each en.ts needs a file of each other language beside it', () => {
  const graph = new Map([['commands/ships/en.ts', []]]);
  expect(findViolations(graph)).toContain('commands/ships/en.ts has no commands/ships/de.ts beside it');
});

test('a circle of files is found even inside one part', () => {
  const graph = new Map([
    ['src/game/a.ts', ['src/game/b.ts']],
    ['src/game/b.ts', ['src/game/a.ts']],
  ]);
  expect(findViolations(graph)).toEqual(['a circle of imports: src/game/a.ts → src/game/b.ts → src/game/a.ts']);
});

test('a comment of more than 100 columns is found, and long code is not', () => {
  const long = 'x'.repeat(100);
  expect(longComments('a.ts', `  // ${long}\n * ${long}\n// short\nconst a = '${long}';`)).toEqual([
    'a.ts:1: 105',
    'a.ts:2: 103',
  ]);
});
