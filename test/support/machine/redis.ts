import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createClient } from '@keyv/redis';
import { type Found, fromApt, Missing, onPath } from './find.ts';

export const SERVERS = ['redis-server', 'valkey-server'];
const STARTUP_TIMEOUT_MS = 20_000;

/**
 * A Redis that may be filled and flushed: the one of `TEST_REDIS_URL`, else a server started on a
 * free port, from PATH, apt (as root) or Docker. Throws {@link Missing}.
 */
export async function findRedis(): Promise<Found> {
  const given = process.env['TEST_REDIS_URL'];
  if (given) {
    const { hostname, port } = new URL(given);
    await answersPing(hostname, Number(port || 6379), 3_000).catch(() => {
      throw new Missing('a Redis that answers at TEST_REDIS_URL');
    });
    return { at: given };
  }
  const server = onPath(SERVERS) ?? fromApt('redis-server', SERVERS);
  const port = await freePort();
  if (server !== undefined) {
    const folder = mkdtempSync(join(tmpdir(), 'commlink-redis-'));
    const child = await startServer(server, port, { appendonly: 'no', dir: folder });
    const stop = (): void => {
      child.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    };
    return { at: toUrl(port), stop };
  }
  const docker = onPath(['docker']);
  if (docker !== undefined && spawnSync(docker, ['info'], { stdio: 'ignore', timeout: 10_000 }).status === 0) {
    const words = `run --rm -d -p 127.0.0.1:${port}:6379 redis:7-alpine`.split(' ');
    const id = execFileSync(docker, words, { encoding: 'utf8' }).trim();
    const stop = (): void => void spawnSync(docker, ['kill', id], { stdio: 'ignore' });
    await answersPing('127.0.0.1', port, STARTUP_TIMEOUT_MS).catch((error: unknown) => {
      stop();
      throw error;
    });
    return { at: toUrl(port), stop };
  }
  throw new Missing('Redis (install redis-server or valkey-server, start Docker, or set TEST_REDIS_URL)');
}

/** Starts a server with these settings and port, and resolves once it responds. */
export async function startServer(executable: string, port: number, settings: Record<string, string>) {
  const words = Object.entries({ bind: '127.0.0.1', save: '', ...settings, port: `${port}` });
  const options = words.flatMap(([name, value]) => [`--${name}`, value]);
  const child = spawn(executable, options, { stdio: 'ignore' });
  await answersPing('127.0.0.1', port, STARTUP_TIMEOUT_MS).catch((error: unknown) => {
    child.kill('SIGKILL');
    throw error;
  });
  return child;
}

const toUrl = (port: number): string => `redis://127.0.0.1:${port}`;

/** Resolves when the Redis there says PONG (or asks for a password), rejects after `timeoutMs`. */
export async function answersPing(host: string, port: number, timeoutMs: number): Promise<void> {
  for (const until = Date.now() + timeoutMs; ; await delay(50)) {
    const socket = { host, port, reconnectStrategy: false, connectTimeout: 1_000 } as const;
    const client = createClient({ socket }).on('error', () => {});
    const answer = await client
      .connect()
      .then(() => client.ping(), String)
      .catch(String);
    if (client.isOpen) client.destroy();
    if (/PONG|NOAUTH/.test(answer)) return;
    if (Date.now() > until) throw new Error(`No Redis answered at ${host}:${port} within ${timeoutMs} ms.`);
  }
}

/** Each worker has 1,000 ports, as a free one may be used only later. */
const FIRST_PORT = 20_000 + (Number(process.env['VITEST_POOL_ID'] ?? 0) % 12) * 1_000;
const given = new Set<number>();

/** A port outside the system's range for connections, one of which could take it first. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST_PORT, FIRST_PORT + 1_000);
    if (given.has(port)) continue;
    given.add(port);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    server.close();
    if (isFree) return port;
  }
}
