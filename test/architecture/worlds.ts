import type { ModuleGraph } from './imports.ts';

/** The one door to a running world, with a witness at it. */
const DOOR = 'test/support/world.ts';

/** What starts a sandbox or a stand-in for Discord. */
const STARTERS: readonly string[] = ['sandbox/main.ts', 'sandbox/sandbox.ts', 'sandbox/discord/discord.ts'];

/** The files whose worlds are watched: they may reach a starter through the door alone. */
const WATCHED = /^test\/(?:e2e|commands)\//;

/** The way of imports, `a → b → c`, from each watched file to a starter past the door; of a file at most one. */
export function findUnwatchedWorlds(graph: ModuleGraph): string[] {
  return [...graph.keys()].filter((file) => WATCHED.test(file)).flatMap((file) => wayPastDoor(graph, file) ?? []);
}

function wayPastDoor(graph: ModuleGraph, from: string): string | undefined {
  const seen = new Set([from]);
  const trails = [[from]];
  for (const trail of trails) {
    for (const target of graph.get(trail.at(-1) ?? '') ?? []) {
      if (STARTERS.includes(target)) return [...trail, target].join(' → ');
      if (target === DOOR || seen.has(target)) continue;
      seen.add(target);
      trails.push([...trail, target]);
    }
  }
  return undefined;
}
