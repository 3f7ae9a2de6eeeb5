import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import type { SandboxOptions } from '../../sandbox/sandbox.ts';
import { startWorld, type World } from './world.ts';

export type Lifetime = 'each' | 'all';
export const hooksOf = (lifetime: Lifetime) =>
  lifetime === 'each' ? ([beforeEach, afterEach] as const) : ([beforeAll, afterAll] as const);

/** A proxy for something that a hook creates later. */
function standIn<T extends object>(find: () => T): T {
  const get = (_: T, name: string | symbol): unknown => {
    const value = Reflect.get(find(), name, find());
    return typeof value === 'function' ? value.bind(find()) : value;
  };
  return new Proxy({} as T, { get });
}

/**
 * A world for the tests of a file or a `describe`: a new one for each, or one for all. A test's
 * faults end with it. Its parts can be destructured even before it starts.
 */
export function useWorld(lifetime: Lifetime, options: Partial<SandboxOptions> = {}): World {
  let current: World | undefined;
  const names = ['player', 'officer', 'visitor', 'game', 'discord'] as const;
  const standIns = Object.fromEntries(names.map((name) => [name, standIn(() => (current as World)[name])]));
  const world = { ...standIns } as unknown as World;
  const [before, after] = hooksOf(lifetime);
  before(async () => {
    current = await startWorld(options);
    Object.assign(world, current, standIns);
  });
  afterEach(() => current?.game.faults.clear());
  after(() => current?.stop());
  return world;
}

/**
 * Returns a function that moves both clocks ahead, for the whole process, until the test or file
 * ends. They never go back while a world lives: discord.js remembers times.
 */
export function useTimeTravel(lifetime: Lifetime): (ms: number) => void {
  const clocks = [Date, performance];
  const real = clocks.map((clock) => clock.now.bind(clock));
  let aheadMs = 0;
  const [before, after] = hooksOf(lifetime);
  before(() => {
    aheadMs = 0;
    for (const [index, clock] of clocks.entries())
      vi.spyOn(clock, 'now').mockImplementation(() => (real[index]?.() ?? 0) + aheadMs);
  });
  after(() => {
    vi.restoreAllMocks();
  });
  return (ms) => {
    aheadMs += ms;
  };
}
