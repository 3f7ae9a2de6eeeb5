import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** A Redis that the tests may fill and flush, e.g. `redis://127.0.0.1:41234`. */
    redisUrl: string;
  }
}

const SERVERS = ['redis-server', 'valkey-server'];
const STARTUP_TIMEOUT_MS = 20_000;

type Stop = () => void;
type Running = { url: string; stop: Stop };

/**
 * Vitest's global setup: finds a Redis for the tests, in this order: `TEST_REDIS_URL`, a server on PATH started on a free
 * port, Docker, apt (Debian, root). Where none works the run fails with one sentence; tests are never skipped for it.
 */
export default async function setup(project: TestProject): Promise<Stop> {
  const redis = await findRedis();
  project.provide('redisUrl', redis.url);
  return redis.stop;
}

async function findRedis(): Promise<Running> {
  const given = process.env['TEST_REDIS_URL'];
  if (given) {
    const { hostname, port } = new URL(given);
    await answersPing(hostname, Number(port || 6379), 3_000).catch((cause: unknown) => {
      throw new Error(`TEST_REDIS_URL is set to ${given}, but no Redis answers there.`, { cause });
    });
    return { url: given, stop: () => {} };
  }
  const server = onPath(SERVERS) ?? (dockerWorks() ? undefined : installByApt());
  if (server) return startServer(server);
  if (dockerWorks()) return startContainer();
  throw new Error(
    'The tests need a Redis: set TEST_REDIS_URL, or install redis-server or valkey-server, or start Docker, or run as root on Debian so that apt can install it.',
  );
}

function onPath(names: string[]): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((file) => spawnSync(file, ['--version'], { stdio: 'ignore' }).status === 0);
}

function dockerWorks(): boolean {
  return spawnSync('docker', ['info'], { stdio: 'ignore', timeout: 10_000 }).status === 0;
}

function installByApt(): string | undefined {
  const isRoot = process.getuid?.() === 0;
  if (!isRoot || spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status !== 0) return undefined;
  console.log('No Redis found: installing redis-server with apt, once.');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore', env });
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'redis-server'], { stdio: 'ignore', env });
  return onPath(SERVERS);
}

async function startServer(executable: string): Promise<Running> {
  const folder = mkdtempSync(join(tmpdir(), 'commlink-redis-'));
  const port = await freePort();
  const child = spawn(
    executable,
    ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder],
    { stdio: 'ignore' },
  );
  const stop = (): void => {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  };
  await Promise.race([answersPing('127.0.0.1', port, STARTUP_TIMEOUT_MS), failsToStart(child, executable)]).catch(
    (error: unknown) => {
      stop();
      throw error;
    },
  );
  return { url: `redis://127.0.0.1:${port}`, stop };
}

function failsToStart(child: ChildProcess, executable: string): Promise<never> {
  return new Promise((_, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`${executable} ended at once, with exit code ${code}.`)));
  });
}

async function startContainer(): Promise<Running> {
  const port = await freePort();
  const id = execFileSync('docker', ['run', '--rm', '-d', '-p', `127.0.0.1:${port}:6379`, 'redis:7-alpine'], {
    encoding: 'utf8',
  }).trim();
  const stop = (): void => {
    spawnSync('docker', ['kill', id], { stdio: 'ignore' });
  };
  await answersPing('127.0.0.1', port, STARTUP_TIMEOUT_MS);
  return { url: `redis://127.0.0.1:${port}`, stop };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** Resolves when the port says PONG (or asks for a password), rejects after `timeoutMs`. */
async function answersPing(host: string, port: number, timeoutMs: number): Promise<void> {
  const until = Date.now() + timeoutMs;
  for (;;) {
    const answered = await new Promise<boolean>((resolve) => {
      const socket = connect({ host, port }, () => socket.write('PING\r\n'));
      socket.setTimeout(1_000, () => socket.destroy());
      socket.once('data', (data) => {
        resolve(/^(\+PONG|-NOAUTH)/.test(data.toString()));
        socket.destroy();
      });
      socket.once('error', () => resolve(false));
      socket.once('close', () => resolve(false));
    });
    if (answered) return;
    if (Date.now() > until) throw new Error(`No Redis answered at ${host}:${port} within ${timeoutMs} ms.`);
    await new Promise((retry) => setTimeout(retry, 50));
  }
}
