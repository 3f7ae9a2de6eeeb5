import type { ChildProcess } from 'node:child_process';
import { createClient } from '@keyv/redis';
import { afterAll, beforeAll, expect, vi } from 'vitest';
import { fromApt, onPath } from './machine/find.ts';
import { freePort, SERVERS, startServer } from './machine/redis.ts';
import { makeTemporaryFolder } from './temporaryFolder.ts';

const HOST = '127.0.0.1';
const SLOTS = ['0 5460', '5461 10922', '10923 16383'];

export type ClusterNode = Awaited<ReturnType<typeof createNode>>;
export type RedisCluster = Awaited<ReturnType<typeof useRedisCluster>>;

/** A cluster for the file's tests: three servers with a third of the slots each, and a replica. */
export async function useRedisCluster() {
  const folder = makeTemporaryFolder();
  const create = () => createNode(folder);
  const [first, second, third, replica] = [await create(), await create(), await create(), await create()];
  const primaries = [first, second, third];
  const nodes = [...primaries, replica];
  beforeAll(async () => {
    for (const { start } of nodes) await start();
    // Nodes that choose their own epochs may choose the same, and never agree on a takeover.
    for (const [index, { send }] of nodes.entries()) await send(`CLUSTER SET-CONFIG-EPOCH ${index + 1}`);
    for (const { address } of nodes) await first.send(`CLUSTER MEET ${address}`);
    for (const [index, { send }] of primaries.entries()) await send(`CLUSTER ADDSLOTSRANGE ${SLOTS[index]}`);
    const id = await third.send('CLUSTER MYID');
    await vi.waitFor(() => replica.send(`CLUSTER REPLICATE ${id}`), 20_000);
    await replica.waitFor('INFO', 'master_link_status:up');
    for (const { waitFor } of nodes) await waitFor('CLUSTER INFO', 'cluster_slots_ok:16384');
    for (const { waitFor } of nodes) await waitFor('CLUSTER INFO', 'cluster_state:ok');
  });
  afterAll(() => {
    for (const { kill } of nodes) kill();
  });
  return { url: first.url, primaries, third, replica };
}

async function createNode(dir: string) {
  const [port, busPort, requirepass] = [await freePort(), await freePort(), 'pass-word'];
  const url = `redis://:${requirepass}@${HOST}:${port}`;
  const client = createClient({ url }).on('error', () => {});
  const send = (command: string) => client.sendCommand<string>(command.split(' '));
  let child: ChildProcess | undefined;
  return {
    url,
    address: `${HOST} ${port} ${busPort}`,
    send,
    waitFor: (command: string, text: string) =>
      vi.waitFor(async () => expect(await send(command)).toContain(text), 20_000),
    start: async () => {
      child = await startServer(onPath(SERVERS) ?? fromApt('redis-server', SERVERS) ?? 'redis-server', port, {
        ...{ dir, requirepass, masterauth: requirepass, 'repl-diskless-sync-delay': '0' },
        ...{ 'cluster-enabled': 'yes', 'cluster-config-file': `${port}.conf`, 'cluster-port': `${busPort}` },
        ...{ 'cluster-announce-ip': HOST, 'cluster-require-full-coverage': 'no' },
      });
      await client.connect();
    },
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
    kill: () => {
      if (client.isOpen) client.destroy();
      child?.kill('SIGKILL');
    },
  };
}
