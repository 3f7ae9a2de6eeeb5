import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@keyv/redis';
import { fromApt, onPath } from '../support/machine/find.ts';
import { freePort, SERVERS, startServer } from '../support/machine/redis.ts';
import { openRedisProxy } from '../support/redisProxy.ts';
import { children } from './processes.ts';
import { waitUntil } from './waitUntil.ts';

const SYNC_MS = 20_000;
/** The primary's request to its replica when a client waits for it. */
const ASKED = 'GETACK\r\n$1\r\n*\r\n';

/** A real Redis that can be killed and restarted. */
async function createRedis(settings: Record<string, string>) {
  const [dir, port] = [mkdtempSync(join(tmpdir(), 'commlink-faults-redis-')), await freePort()];
  const executable = onPath(SERVERS) ?? fromApt('redis-server', SERVERS) ?? 'redis-server';
  const data = join(dir, 'data');
  const url = `redis://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  mkdirSync(data);
  const kill = async (): Promise<void> => {
    if (child?.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  return {
    ...{ dir, data, port, url, kill },
    signal: (signal: 'SIGSTOP' | 'SIGCONT') => void child?.kill(signal),
    async start(more: Record<string, string> = {}): Promise<void> {
      child = await startServer(executable, port, { dir: data, ...settings, ...more });
      children.push(child);
    },
    async ask(...words: string[]): Promise<string> {
      const client = createClient({ url }).on('error', () => {});
      await client.connect();
      return String(await client.sendCommand(words).finally(() => client.destroy()));
    },
    async stop(): Promise<void> {
      await kill();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** A Redis that writes to disk before it responds. */
export async function startRedis() {
  const server = await createRedis({ appendonly: 'yes', appendfsync: 'always' });
  const copy = join(server.dir, 'copy');
  const replace = (folder: string, by: string): void => {
    rmSync(folder, { recursive: true, force: true });
    cpSync(by, folder, { recursive: true });
  };
  await server.start();
  return {
    ...server,
    /** SIGKILL and a restart. */
    crash: () => server.kill().then(() => server.start()),
    /** Copies the data on disk for `rollBack`. */
    snapshot: () => replace(copy, server.data),
    /** SIGKILL, and a restart with the last snapshot. */
    async rollBack(): Promise<void> {
      await server.kill();
      replace(server.data, copy);
      await server.start();
    },
  };
}

/** A primary and a replica behind one address, which always leads to the primary. */
export async function startRedisPair() {
  const settings = { 'repl-diskless-sync-delay': '0' };
  let [primary, replica] = [await createRedis(settings), await createRedis(settings)];
  const door = await openRedisProxy(primary.url);
  let link = await openLink(primary.port);
  const startReplica = async (): Promise<void> => {
    await replica.start({ replicaof: `127.0.0.1 ${link.port}` });
    await waitUntil(async () => (await replica.ask('INFO')).includes('master_link_status:up'), SYNC_MS);
  };
  await primary.start();
  await startReplica();
  return {
    url: door.url,
    /** The replica only gets this from now on; `awaited`: what a client waits for. */
    stopReplication: (passes: 'awaited' | 'nothing' | 'all') => link.pass(passes),
    /** SIGKILL for the primary; the replica takes its place with the data it has. */
    async failOver(): Promise<void> {
      link.cut();
      await primary.kill();
      await replica.ask('REPLICAOF', 'NO', 'ONE');
      [primary, replica] = [replica, primary];
      door.turnTo(primary.url);
    },
    /** The dead server returns as the replica. */
    async repair(): Promise<void> {
      link = await openLink(primary.port);
      await startReplica();
    },
    async stop(): Promise<void> {
      door.cut();
      link.cut();
      await Promise.all([primary.stop(), replica.stop()]);
    },
  };
}
/** A connection that carries a primary's writes to its replica. */
async function openLink(primary: number) {
  let passes: 'all' | 'awaited' | 'nothing' = 'all';
  const sockets: Socket[] = [];
  const server = createServer((replica) => {
    const far = connect(primary, '127.0.0.1');
    let held = Buffer.alloc(0);
    for (const socket of [replica, far]) sockets.push(socket.on('error', () => {}));
    replica.pipe(far).on('data', (data: Buffer) => {
      held = Buffer.concat([held, data]);
      const asked = held.lastIndexOf(ASKED);
      const end = { all: held.length, awaited: asked < 0 ? 0 : asked + ASKED.length, nothing: 0 }[passes];
      if (end > 0) replica.write(held.subarray(0, end));
      held = held.subarray(end);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    pass: (what: typeof passes) => {
      passes = what;
    },
    cut: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
