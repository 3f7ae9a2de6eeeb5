import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
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
/** What the primary sends its replica when someone waits for it. */
const ASKED = 'GETACK\r\n$1\r\n*\r\n';

/** A primary and a replica behind one address, which always leads to the primary. */
export async function startRedisPair() {
  const folder = mkdtempSync(join(tmpdir(), 'commlink-faults-redis-'));
  const executable = onPath(SERVERS) ?? fromApt('redis-server', SERVERS) ?? 'redis-server';
  const ports = [await freePort(), await freePort()] as const;
  const servers: ChildProcess[] = [];
  let primary: 0 | 1 = 0;
  const urlOf = (slot: 0 | 1): string => `redis://127.0.0.1:${ports[slot]}`;
  const door = await openRedisProxy(urlOf(primary));
  let link = await openLink(ports[0]);
  const start = async (slot: 0 | 1, settings: Record<string, string> = {}): Promise<void> => {
    const shared = { dir: folder, dbfilename: `${slot}.rdb`, 'repl-diskless-sync-delay': '0' };
    const child = await startServer(executable, ports[slot], { ...shared, ...settings });
    children.push(child);
    servers[slot] = child;
  };
  const kill = async (slot: 0 | 1): Promise<void> => {
    const child = servers[slot];
    if (!child || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  const ask = async (slot: 0 | 1, ...words: string[]): Promise<string> => {
    const client = createClient({ url: urlOf(slot) }).on('error', () => {});
    await client.connect();
    return String(await client.sendCommand(words).finally(() => client.destroy()));
  };
  const startReplica = async (slot: 0 | 1): Promise<void> => {
    await start(slot, { replicaof: `127.0.0.1 ${link.port}` });
    await waitUntil(async () => (await ask(slot, 'INFO')).includes('master_link_status:up'), SYNC_MS);
  };
  await start(0);
  await startReplica(1);
  return {
    url: door.url,
    /** From now on the replica gets only this: `awaited` is what someone waits for. */
    stopReplication: link.pass,
    /** SIGKILL to the primary; the replica takes its place with what it has. */
    async failOver(): Promise<void> {
      const replica = primary === 0 ? 1 : 0;
      link.cut();
      await kill(primary);
      await ask(replica, 'REPLICAOF', 'NO', 'ONE');
      primary = replica;
      door.turnTo(urlOf(primary));
    },
    /** The dead server comes back as the replica. */
    async repair(): Promise<void> {
      link = await openLink(ports[primary]);
      await startReplica(primary === 0 ? 1 : 0);
    },
    async stop(): Promise<void> {
      door.cut();
      link.cut();
      await Promise.all([kill(0), kill(1)]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Where a replica gets the writes of a primary. */
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
