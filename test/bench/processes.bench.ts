import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDiscord } from '../../sandbox/discord/discord.ts';
import { environmentFor } from '../support/environment.ts';
import { startProgram } from '../support/program.ts';
import { makeTemporaryFolder } from '../support/temporaryFolder.ts';
import type { Contest, Row, World } from './harness.ts';

/** A program's file, the line that it writes when it is ready, and its settings beside those of both. */
type Program = { file: string; ready: string; settings: Record<string, string> };

/** V8 gives back what only the start needed after about two minutes. */
const IDLE_MS = 180_000;
const BARE = { file: 'test/bench/bareBot.mjs', ready: 'ready' };

/** `npm start` without npm. It turns the compile cache on itself. */
const openSource = (settings: Program['settings']) => ({ file: 'src/boot.js', ready: 'Commlink is up', settings });

/** What the Dockerfile makes, with the settings that it makes. */
function openImage(settings: Program['settings']): Program {
  const folder = makeTemporaryFolder();
  execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', 'deploy/bundle.js', folder]);
  const own = { NODE_COMPILE_CACHE: join(folder, '.cache'), MALLOC_TRIM_THRESHOLD_: '131072' };
  const file = join(folder, 'commlink.mjs');
  // Compiles, and ends without settings.
  spawnSync(process.execPath, [file], { env: own });
  return { ...openSource({ ...own, ...settings }), file };
}

const overRedis = ({ redisUrl }: World): Program['settings'] => ({ REDIS_URL: redisUrl });

const row = (name: string, atMost: number, open: Row['open'], fields: Partial<Row> = {}): Row => ({
  ...{ name, open, against: 'a bare discord.js bot (.mjs)', unit: 'ms', slices: 1 },
  ...{ target: { of: 'ratio', atMost }, ...fields },
});
const idle = { unit: 'B', rounds: 1 } as const;

/** Whole processes, from the source tree and from the image's file. */
export const processRows: Row[] = [
  row('start until ready, over SQLite', 2.4, () => startBeside(openSource({}))),
  row('start until ready, over Redis', 2.4, (world) => startBeside(openSource(overRedis(world)))),
  row('start until ready, the image, over Redis', 1.5, (world) => startBeside(openImage(overRedis(world)))),
  row('idle memory, over Redis', 1.75, (world) => idleBeside(openSource(overRedis(world))), idle),
  row('idle memory, the image, over Redis', 1.5, (world) => idleBeside(openImage(overRedis(world))), idle),
];

async function startBeside(own: Program): Promise<Contest> {
  const { start, close } = await openDiscord();
  const measure = async (program: Program): Promise<number> => {
    const startedAt = performance.now();
    const { end } = await start(program);
    const startMs = performance.now() - startedAt;
    await end();
    return startMs;
  };
  return { ours: () => measure(own), peer: () => measure({ ...BARE, settings: {} }), close };
}

/** Both sides wait at the same time. */
async function idleBeside(own: Program): Promise<Contest> {
  const { start, close } = await openDiscord();
  const measure = async (program: Program): Promise<number> => {
    const { pid, end } = await start(program);
    await sleep(IDLE_MS);
    const bytes = residentBytes(pid);
    await end();
    return bytes;
  };
  const [ours, peer] = await Promise.all([measure(own), measure({ ...BARE, settings: {} })]);
  return { ours: () => ours, peer: () => peer, close };
}

async function openDiscord() {
  const discord = await createDiscord({ identifyIntervalMs: 0 });
  // No compile cache, except of those who turn it on.
  const shared = { ...environmentFor(discord), DATABASE_FILE: ':memory:', NODE_COMPILE_CACHE: '' };
  const start = async ({ file, ready, settings }: Program) => {
    const program = startProgram(file, { ...shared, ...settings });
    await program.says(ready);
    const end = async (): Promise<void> => {
      program.process.kill('SIGTERM');
      await program.ended;
    };
    return { pid: program.process.pid, end };
  };
  return { start, close: discord.close };
}

/** As Linux reports it. */
function residentBytes(pid: number | undefined): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;
}
