import { pino } from 'pino';
import { expect, inject, test, vi } from 'vitest';
import { createGatewayLease } from '../../src/discord/gatewayLease.ts';
import { openStore } from '../../src/store/openStore.ts';
import { emptyDatabase } from '../support/redisDatabase.ts';
import { openRedisProxy } from '../support/redisProxy.ts';

const LEASE_MS = 600;
const log = pino({ level: 'silent' });

/** A process that wants the gateway; `isConnected` tells whether it has it. */
async function createRival(redisUrl: string) {
  const store = await openStore({ redisUrl, file: '' }, log);
  const rival = { isConnected: false };
  const discord = {
    connect: async () => {
      rival.isConnected = true;
    },
    disconnect: async () => {
      rival.isConnected = false;
    },
  };
  const lease = createGatewayLease({ store, discord, log, leaseMs: LEASE_MS });
  const end = async (): Promise<void> => {
    await lease.stop();
    await store.close();
  };
  return { rival, lease, end };
}

test('without the store a process keeps the gateway, until it hears that another one has it', async () => {
  const url = await emptyDatabase(inject('redisUrl'));
  const proxy = await openRedisProxy(url);
  const holder = await createRival(proxy.url);
  await holder.lease.start();
  const standby = await createRival(url);
  await standby.lease.start();
  expect([holder.rival.isConnected, standby.rival.isConnected]).toEqual([true, false]);
  proxy.cut();
  await vi.waitFor(() => expect(standby.rival.isConnected).toBe(true), 5_000);
  expect(holder.rival.isConnected).toBe(true);
  await proxy.reopen();
  await vi.waitFor(() => expect(holder.rival.isConnected).toBe(false), 10_000);
  expect(standby.rival.isConnected).toBe(true);
  await standby.end();
  await vi.waitFor(() => expect(holder.rival.isConnected).toBe(true), 5_000);
  await holder.end();
  expect(holder.rival.isConnected).toBe(false);
}, 30_000);
