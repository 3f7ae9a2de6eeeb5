import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDiscord } from '../../sandbox/discord/discord.ts';
import { environmentFor } from '../support/environment.ts';
import { startProgram } from '../support/program.ts';
import type { Contest, Row, World } from './harness.ts';

const BARE = 'a bare discord.js bot (.mjs)';
/** V8 gives back what only the start needed after about two minutes. */
const IDLE_MS = 180_000;

const overRedis = {
  against: BARE,
  unit: 'ms',
  slices: 1,
  open: ({ redisUrl }: World) => startBeside('startMs', { REDIS_URL: redisUrl }),
} as const;

/** Whole processes: `npm start` without npm, beside bareBot.mjs. */
export const processRows: Row[] = [
  {
    ...overRedis,
    name: 'start until ready, over SQLite',
    target: { of: 'ratio', atMost: 2 },
    open: () => startBeside('startMs', {}),
  },
  { ...overRedis, name: 'start until ready, over Redis' },
  {
    ...overRedis,
    name: 'idle memory, over Redis',
    unit: 'B',
    target: { of: 'ratio', atMost: 1.6 },
    rounds: 1,
    open: ({ redisUrl }) => startBeside('idleBytes', { REDIS_URL: redisUrl }),
  },
];

async function startBeside(figure: 'startMs' | 'idleBytes', settings: Record<string, string>): Promise<Contest> {
  const discord = await createDiscord({ identifyIntervalMs: 0 });
  // Each turns the compile cache on itself, or doesn't.
  const environment = { ...environmentFor(discord), DATABASE_FILE: ':memory:', NODE_COMPILE_CACHE: '', ...settings };
  const measure = async (file: string, ready: string): Promise<number> => {
    const startedAt = performance.now();
    const program = startProgram(file, environment);
    await program.says(ready);
    const startMs = performance.now() - startedAt;
    if (figure === 'idleBytes') await sleep(IDLE_MS);
    const idleBytes = figure === 'idleBytes' ? residentBytes(program.process.pid) : 0;
    program.process.kill('SIGTERM');
    await program.ended;
    return { startMs, idleBytes }[figure];
  };
  return {
    ours: () => measure('src/boot.js', 'Commlink is up'),
    peer: () => measure('test/bench/bareBot.mjs', 'ready'),
    close: discord.close,
  };
}

/** As Linux reports it. */
function residentBytes(pid: number | undefined): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;
}
