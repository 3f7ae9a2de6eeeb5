import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, createWriteStream, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withTimeout } from '../../src/withTimeout.ts';
import { fromApt, onPath } from '../support/machine/find.ts';
import { freePort, SERVERS, startServer } from '../support/machine/redis.ts';
import { type Program, startProgram } from '../support/program.ts';

const LOGS = fileURLToPath(new URL('../../test-results/faults/', import.meta.url));
const START_TIMEOUT_MS = 40_000;
const MAX_END_MS = 10_500;

const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Ends a process with the harness, which may fail. */
function endWithMe(child: ChildProcess): void {
  running.add(child);
  child.once('exit', () => running.delete(child));
}

/** One process of the bot, which can be started again and again. */
export type Bot = {
  slot: number;
  isUp(): boolean;
  /** Ms since the epoch of each SIGKILL. */
  kills: number[];
  /** Resolves once it is up; starts it only if it is neither up nor starting. */
  start(): Promise<void>;
  kill(): Promise<void>;
  /** SIGTERM; `code` is null if it had to be killed after ten seconds. */
  terminate(): Promise<{ code: number | null; ms: number }>;
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void;
};

/** The process of `npm start` with exactly this environment; its log goes to `test-results/faults`. */
export function createBot(slot: number, name: string, environment: Record<string, string>): Bot {
  const kills: number[] = [];
  let program: Program | undefined;
  let starting: Promise<void> | undefined;
  let isUp = false;
  mkdirSync(LOGS, { recursive: true });
  const log = createWriteStream(join(LOGS, `${name.replaceAll(/\W+/g, '-')}-${slot}.log`));
  const launch = async (): Promise<void> => {
    program = startProgram('src/main.ts', environment);
    endWithMe(program.process);
    for (const stream of program.streams) stream.pipe(log, { end: false });
    await withTimeout(program.says('Commlink is up'), START_TIMEOUT_MS);
    isUp = true;
  };
  const gone = (): void => {
    isUp = false;
    starting = undefined;
  };
  return {
    slot,
    isUp: () => isUp,
    kills,
    start() {
      starting ??= launch();
      return starting;
    },
    async kill() {
      if (program?.process.exitCode !== null || program.process.signalCode !== null) return;
      gone();
      kills.push(Date.now());
      program.process.kill('SIGKILL');
      await program.ended;
    },
    async terminate() {
      if (program === undefined) throw new Error(`Process ${slot} was never started`);
      const { process: child, ended } = program;
      const since = performance.now();
      gone();
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), MAX_END_MS);
      const code = await ended;
      clearTimeout(timer);
      return { code, ms: Math.round(performance.now() - since) };
    },
    signal: (signal) => void program?.process.kill(signal),
  };
}

/** A real Redis whose every write is on the disk before it is answered. */
export type RedisServer = {
  url: string;
  /** SIGKILL, and up again. */
  crash(): Promise<void>;
  /** What is on the disk now, for {@link rollBack}. */
  snapshot(): void;
  /** SIGKILL, and up again with the data of the last snapshot. */
  rollBack(): Promise<void>;
  stop(): Promise<void>;
};

export async function startRedis(): Promise<RedisServer> {
  const folder = mkdtempSync(join(tmpdir(), 'commlink-faults-redis-'));
  const server = onPath(SERVERS) ?? fromApt('redis-server', SERVERS) ?? 'redis-server';
  const [data, copy, port] = [join(folder, 'data'), join(folder, 'copy'), await freePort()];
  mkdirSync(data);
  const settings = { appendonly: 'yes', appendfsync: 'always', dir: data };
  let child: ChildProcess | undefined;
  const start = async (): Promise<void> => {
    child = await startServer(server, port, settings);
    endWithMe(child);
  };
  const kill = async (): Promise<void> => {
    child?.kill('SIGKILL');
    if (child) await once(child, 'exit');
  };
  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    crash: () => kill().then(start),
    snapshot() {
      rmSync(copy, { recursive: true, force: true });
      cpSync(data, copy, { recursive: true });
    },
    async rollBack() {
      await kill();
      rmSync(data, { recursive: true });
      cpSync(copy, data, { recursive: true });
      await start();
    },
    async stop() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
