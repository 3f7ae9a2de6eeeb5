import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import type { SandboxOptions } from '../../sandbox/sandbox.ts';
import { startWorld, type World } from './world.ts';

/** A world for the tests of a file or a `describe`: a new one for each of them, or one for all. A test's faults end with it. */
export function useWorld(lifetime: 'each' | 'all', options: Partial<SandboxOptions> = {}): World {
  const world = {} as World;
  const [before, after] = lifetime === 'each' ? [beforeEach, afterEach] : [beforeAll, afterAll];
  before(async () => {
    Object.assign(world, await startWorld(options));
  });
  afterEach(() => world.game?.faults.clear());
  after(() => world.stop?.());
  return world;
}

/** Gives a function that moves `Date.now` ahead, for everything in this process. It never goes back: discord.js remembers moments. */
export function useTimeTravel(): (ms: number) => void {
  const now = Date.now.bind(Date);
  let aheadMs = 0;
  beforeAll(() => {
    vi.spyOn(Date, 'now').mockImplementation(() => now() + aheadMs);
  });
  afterAll(() => {
    vi.restoreAllMocks();
  });
  return (ms) => {
    aheadMs += ms;
  };
}
