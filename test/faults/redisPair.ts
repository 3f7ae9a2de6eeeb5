import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@keyv/redis';
import { fromApt, onPath } from '../support/machine/find.ts';
import { freePort, SERVERS, startServer } from '../support/machine/redis.ts';
import { openRedisProxy } from '../support/redisProxy.ts';
import { children } from './processes.ts';
import { waitUntil } from './waitUntil.ts';

const SYNC_MS = 20_000;

/** A primary and a replica behind one address, which always leads to the primary. */
export async function startRedisPair() {
  const folder = mkdtempSync(join(tmpdir(), 'commlink-faults-redis-'));
  const executable = onPath(SERVERS) ?? fromApt('redis-server', SERVERS) ?? 'redis-server';
  const ports = [await freePort(), await freePort()] as const;
  const servers: ChildProcess[] = [];
  let primary: 0 | 1 = 0;
  const urlOf = (slot: 0 | 1): string => `redis://127.0.0.1:${ports[slot]}`;
  const door = await openRedisProxy(urlOf(primary));
  let link = await openRedisProxy(urlOf(0));
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
    await start(slot, { replicaof: `127.0.0.1 ${new URL(link.url).port}` });
    await waitUntil(async () => (await ask(slot, 'INFO')).includes('master_link_status:up'), SYNC_MS);
  };
  await start(0);
  await startReplica(1);
  return {
    url: door.url,
    /** From now on the replica gets nothing more. */
    stopReplication: () => link.freeze(),
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
      link = await openRedisProxy(urlOf(primary));
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
