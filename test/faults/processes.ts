import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, createWriteStream, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fromApt, onPath } from '../support/machine/find.ts';
import { answersPing, freePort, SERVERS } from '../support/machine/redis.ts';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const LOGS = fileURLToPath(new URL('../../test-results/faults/', import.meta.url));
const START_TIMEOUT_MS = 40_000;
const MAX_END_MS = 10_500;

const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** What still runs when the harness ends, or fails, ends with it. */
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
  /** SIGTERM; `code` null where it had to be killed after ten seconds. */
  terminate(): Promise<{ code: number | null; ms: number }>;
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void;
};

/** The process of `npm start` with exactly this environment; its log goes to `test-results/faults`. */
export function createBot(slot: number, name: string, environment: Record<string, string>): Bot {
  const kills: number[] = [];
  let child: ChildProcess | undefined;
  let isUp = false;
  let starting: Promise<void> | undefined;
  mkdirSync(LOGS, { recursive: true });
  const log = createWriteStream(join(LOGS, `${name.replaceAll(/\W+/g, '-')}-${slot}.log`));
  const launch = async (): Promise<void> => {
    const started = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', MAIN], {
      env: { PATH: process.env['PATH'] ?? '', ...environment },
    });
    child = started;
    endWithMe(started);
    const { promise: up, resolve, reject } = Promise.withResolvers<void>();
    let output = '';
    for (const stream of [started.stdout, started.stderr]) {
      stream.pipe(log, { end: false });
      stream.on('data', (data: Buffer) => {
        if (!isUp) output += data.toString();
        if (output.includes('Commlink is up')) resolve();
      });
    }
    started.once('exit', () => reject(new Error(`Process ${slot} ended at its start: ${output}`)));
    const timer = setTimeout(() => reject(new Error(`Process ${slot} is not up: ${output}`)), START_TIMEOUT_MS);
    await up.finally(() => clearTimeout(timer));
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
      if (child?.exitCode !== null || child.signalCode !== null) return;
      gone();
      kills.push(Date.now());
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
    async terminate() {
      if (child === undefined) throw new Error(`Process ${slot} was never started`);
      const since = performance.now();
      gone();
      const ended = once(child, 'exit') as Promise<[number | null]>;
      child.kill('SIGTERM');
      const timer = setTimeout(() => child?.kill('SIGKILL'), MAX_END_MS);
      const [code] = await ended;
      clearTimeout(timer);
      return { code, ms: Math.round(performance.now() - since) };
    },
    signal: (signal) => void child?.kill(signal),
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
  const url = `redis://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  const start = async (): Promise<void> => {
    const settings = { port, bind: '127.0.0.1', save: '', appendonly: 'yes', appendfsync: 'always', dir: data };
    const options = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
    child = spawn(server, options, { stdio: 'ignore' });
    endWithMe(child);
    await answersPing('127.0.0.1', port, START_TIMEOUT_MS);
  };
  const kill = async (): Promise<void> => {
    child?.kill('SIGKILL');
    if (child) await once(child, 'exit');
  };
  await start();
  return {
    url,
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
