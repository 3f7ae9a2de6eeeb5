import type { ChildProcess } from 'node:child_process';
import { createClient } from '@keyv/redis';
import { afterAll, beforeAll, expect, vi } from 'vitest';
import { fromApt, onPath } from './machine/find.ts';
import { freePort, SERVERS, startServer } from './machine/redis.ts';
import { makeTemporaryFolder } from './temporaryFolder.ts';

export async function useRedisPair() {
  const [dir, port, replicaPort] = [makeTemporaryFolder(), await freePort(), await freePort()];
  const client = createClient({ url: `redis://127.0.0.1:${replicaPort}` }).on('error', () => {});
  const children: ChildProcess[] = [];
  const send = (command: string) => client.sendCommand(command.split(' '));
  beforeAll(async () => {
    const server = onPath(SERVERS) ?? fromApt('redis-server', SERVERS) ?? 'redis-server';
    children.push(await startServer(server, port, { dir, dbfilename: 'one.rdb', 'repl-diskless-sync-delay': '0' }));
    const replicaof = { replicaof: `127.0.0.1 ${port}` };
    children.push(await startServer(server, replicaPort, { dir, dbfilename: 'two.rdb', ...replicaof }));
    await client.connect();
    await vi.waitFor(async () => expect(await send('INFO')).toContain('master_link_status:up'), 20_000);
  });
  afterAll(() => {
    if (client.isOpen) client.destroy();
    for (const child of children) child.kill('SIGKILL');
  });
  const signal = (name: 'SIGSTOP' | 'SIGCONT') => void children[1]?.kill(name);
  const replica = { send, freeze: () => signal('SIGSTOP'), thaw: () => signal('SIGCONT') };
  return { url: `redis://127.0.0.1:${port}`, port, replica };
}
