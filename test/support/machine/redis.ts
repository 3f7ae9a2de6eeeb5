import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Found, fromApt, Missing, onPath } from './find.ts';

/** The names that a server goes by. */
export const SERVERS = ['redis-server', 'valkey-server'];
const STARTUP_TIMEOUT_MS = 20_000;

/**
 * A Redis that may be filled and flushed: the one of `TEST_REDIS_URL`, else a server started on a free port, from PATH,
 * apt (as root) or Docker. Throws {@link Missing}.
 */
export async function findRedis(): Promise<Found> {
  const given = process.env['TEST_REDIS_URL'];
  if (given) {
    const url = URL.parse(given);
    if (
      url &&
      (await answersPing(url.hostname, Number(url.port || 6379), 3_000).then(
        () => true,
        () => false,
      ))
    )
      return { at: given };
    throw new Missing('a Redis that answers at TEST_REDIS_URL');
  }
  const server = onPath(SERVERS) ?? fromApt('redis-server', SERVERS);
  if (server !== undefined) return startServer(server);
  const docker = onPath(['docker']);
  if (docker !== undefined && spawnSync(docker, ['info'], { stdio: 'ignore', timeout: 10_000 }).status === 0) {
    return startContainer(docker);
  }
  throw new Missing('Redis (install redis-server or valkey-server, start Docker, or set TEST_REDIS_URL)');
}

async function startServer(executable: string): Promise<Found> {
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
  return { at: `redis://127.0.0.1:${port}`, stop };
}

function failsToStart(child: ChildProcess, executable: string): Promise<never> {
  return new Promise((_, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`${executable} ended at once, with exit code ${code}.`)));
  });
}

async function startContainer(docker: string): Promise<Found> {
  const port = await freePort();
  const id = execFileSync(docker, ['run', '--rm', '-d', '-p', `127.0.0.1:${port}:6379`, 'redis:7-alpine'], {
    encoding: 'utf8',
  }).trim();
  const stop = (): void => {
    spawnSync(docker, ['kill', id], { stdio: 'ignore' });
  };
  await answersPing('127.0.0.1', port, STARTUP_TIMEOUT_MS);
  return { at: `redis://127.0.0.1:${port}`, stop };
}

/** A port of 127.0.0.1 that nothing uses. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** Resolves when the port says PONG (or asks for a password), rejects after `timeoutMs`. */
export async function answersPing(host: string, port: number, timeoutMs: number): Promise<void> {
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
