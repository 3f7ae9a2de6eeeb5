import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readRunGraph } from './imports.ts';
import { findUnwatchedWorlds } from './worlds.ts';

test('every test of the commands and of the whole program starts its world where a witness stands', () => {
  const graph = readRunGraph(fileURLToPath(new URL('../../', import.meta.url)));
  const isWatched = (file: string) => graph.get(file)?.includes('test/support/world.ts');
  expect([...graph.keys()].filter(isWatched).length).toBeGreaterThan(5);
  expect(graph.get('test/support/world.ts')).toContain('sandbox/sandbox.ts');
  expect(graph.get('sandbox/sandbox.ts')).toContain('sandbox/discord/discord.ts');
  expect(findUnwatchedWorlds(graph)).toEqual([]);
});

test.each([
  ['test/e2e/help.test.ts', 'sandbox/sandbox.ts'],
  ['test/e2e/help.test.ts', 'sandbox/main.ts'],
  ['test/commands/coverage.test.ts', 'sandbox/discord/discord.ts'],
])('%s may not import %s', (file, starter) => {
  expect(findUnwatchedWorlds(new Map([[file, ['test/support/world.ts', starter]]]))).toEqual([`${file} → ${starter}`]);
});

test('a helper in between hides nothing, and the door is no helper', () => {
  const graph = new Map([
    ['test/e2e/help.test.ts', ['test/support/world.ts', 'test/e2e/own.ts']],
    ['test/e2e/own.ts', []],
    ['test/support/world.ts', ['sandbox/sandbox.ts']],
  ]);
  expect(findUnwatchedWorlds(graph)).toEqual([]);
  graph.set('test/e2e/own.ts', ['test/support/other.ts']).set('test/support/other.ts', ['sandbox/sandbox.ts']);
  expect(findUnwatchedWorlds(graph)).toEqual([
    'test/e2e/help.test.ts → test/e2e/own.ts → test/support/other.ts → sandbox/sandbox.ts',
    'test/e2e/own.ts → test/support/other.ts → sandbox/sandbox.ts',
  ]);
});
