import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { createGameService } from '../../sandbox/game/service.ts';
import { startProgram } from '../support/program.ts';
import { emptyDatabase } from '../support/redisDatabase.ts';
import { makeTemporaryFolder } from '../support/temporaryFolder.ts';
import { createArrivalCounter } from './arrivals.ts';
import type { Spending } from './spender.ts';

const LIMIT = 40;
/** Scaled down; the guard is far longer than the timeout, for a busy machine. */
const SPAN = { windowMs: 2_000, guardMs: 3_000 };
const TIMEOUT_MS = 2_500;

/** A server that counts requests, and processes that use its budget. */
async function createWorld(where: { redisUrl?: string }) {
  const service = await createGameService({ limitPerHour: LIMIT, windowMs: SPAN.windowMs });
  const running: ChildProcess[] = [];
  const counter = createArrivalCounter(SPAN.windowMs);
  const statuses: (number | null)[] = [];
  let notify = (): void => {};
  service.onRequest(({ arrivedAt, status }) => {
    counter.arrive(arrivedAt);
    statuses.push(status);
    notify();
  });
  const token = await service.grantToken({ handle: 'Vael Ondar', scopes: ['character_read'] });
  const settings = { baseUrl: service.baseUrl, token, limit: LIMIT, span: SPAN, timeoutMs: TIMEOUT_MS };
  const file = join(makeTemporaryFolder(), 'quota.sqlite');
  const start = (jobs = 30): { child: ChildProcess; done: Promise<number> } => {
    const spending: Spending = { ...where, file, ...settings, jobs };
    const spender = startProgram('test/quota/spender.ts', { SPENDING: JSON.stringify(spending) });
    running.push(spender.process);
    return { child: spender.process, done: spender.ended.then(() => Number(spender.output())) };
  };
  const requests = (count: number): Promise<void> =>
    new Promise((resolve) => {
      notify = () => statuses.length >= count && resolve();
      notify();
    });
  const end = async (): Promise<void> => {
    for (const child of running) child.kill('SIGKILL');
    await service.close();
  };
  return { start, statuses, counter, requests, [Symbol.asyncDispose]: end };
}

test.concurrent('four processes, one killed and replaced, use one token’s budget and never exceed it', async () => {
  const redisUrl = await emptyDatabase(inject('redisUrl'));
  await using world = await createWorld({ redisUrl });
  const { start, statuses, counter, requests } = world;
  const processes = [start(), start(), start(), start()];
  await requests(1);
  processes.shift()?.child.kill('SIGKILL');
  processes.push(start());
  const done = await Promise.all(processes.map((each) => each.done));

  expect(done).toEqual([30, 30, 30, 30]);
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(counter.most()).toBeLessThanOrEqual(LIMIT);
  expect(statuses.length).toBeGreaterThanOrEqual(120);
}, 90_000);

test.concurrent('one process with a file, killed repeatedly during bursts, never exceeds the budget', async () => {
  await using world = await createWorld({});
  const { start, statuses, counter, requests } = world;
  for (const count of [5, 25, 45]) {
    const { child } = start(60);
    const ended = once(child, 'exit');
    await requests(count);
    child.kill('SIGKILL');
    await ended;
  }
  expect(await start().done).toBe(30);
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(counter.most()).toBeLessThanOrEqual(LIMIT);
}, 90_000);
