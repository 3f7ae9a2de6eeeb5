import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import type { SandboxOptions } from '../../sandbox/sandbox.ts';
import { startWorld, type World } from './world.ts';

export type Lifetime = 'each' | 'all';
export const hooksOf = (lifetime: Lifetime) =>
  lifetime === 'each' ? ([beforeEach, afterEach] as const) : ([beforeAll, afterAll] as const);

/** A world for the tests of a file or a `describe`: a new one for each of them, or one for all. A test's faults end with it. */
export function useWorld(lifetime: Lifetime, options: Partial<SandboxOptions> = {}): World {
  const world = {} as World;
  const [before, after] = hooksOf(lifetime);
  before(async () => {
    Object.assign(world, await startWorld(options));
  });
  afterEach(() => world.game?.faults.clear());
  after(() => world.stop?.());
  return world;
}

/**
 * Gives a function that moves both clocks ahead, for everything in this process, until the test or the file ends. They never
 * go back while a world lives: discord.js remembers moments.
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
