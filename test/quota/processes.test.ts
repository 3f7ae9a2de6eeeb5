import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, expect, inject, test } from 'vitest';
import { createGameService, type GameService } from '../../sandbox/game/service.ts';
import { startProgram } from '../support/program.ts';
import { emptyDatabase } from '../support/redisDatabase.ts';
import { makeTemporaryFolder } from '../support/temporaryFolder.ts';
import { createArrivalCounter } from './arrivals.ts';
import type { Spending } from './spender.ts';

const LIMIT = 40;
/** Scaled down; the guard is far longer than the timeout, for a busy machine. */
const SPAN = { windowMs: 2_000, guardMs: 3_000 };
const TIMEOUT_MS = 2_500;

let service: GameService;
const folder = makeTemporaryFolder();
const running: ChildProcess[] = [];

afterEach(async () => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
  await service.close();
});

function start(spending: Spending): { child: ChildProcess; done: Promise<number> } {
  const spender = startProgram('test/quota/spender.ts', { SPENDING: JSON.stringify(spending) });
  running.push(spender.process);
  return { child: spender.process, done: spender.ended.then(() => Number(spender.output())) };
}

/** A server that counts requests, and the argument of the processes that use its budget. */
async function createWorld(where: { redisUrl?: string }) {
  service = await createGameService({ limitPerHour: LIMIT, windowMs: SPAN.windowMs });
  const counter = createArrivalCounter(SPAN.windowMs);
  const statuses: (number | null)[] = [];
  let notify = (): void => {};
  service.onRequest(({ arrivedAt, status }) => {
    counter.arrive(arrivedAt);
    statuses.push(status);
    notify();
  });
  const token = await service.grantToken({ handle: 'Vael Ondar', scopes: ['character_read'] });
  const told = { baseUrl: service.baseUrl, token, limit: LIMIT, span: SPAN, timeoutMs: TIMEOUT_MS };
  const spending: Spending = { ...where, file: join(folder, 'quota.sqlite'), ...told, jobs: 30 };
  const requests = (count: number): Promise<void> =>
    new Promise((resolve) => {
      notify = () => statuses.length >= count && resolve();
      notify();
    });
  return { spending, statuses, counter, requests };
}

test('four processes, one killed and replaced, use one token’s budget and never exceed it', async () => {
  const redisUrl = await emptyDatabase(inject('redisUrl'));
  const { spending, statuses, counter, requests } = await createWorld({ redisUrl });
  const processes = [start(spending), start(spending), start(spending), start(spending)];
  await requests(1);
  processes.shift()?.child.kill('SIGKILL');
  processes.push(start(spending));
  const done = await Promise.all(processes.map((each) => each.done));

  expect(done).toEqual([30, 30, 30, 30]);
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(counter.most()).toBeLessThanOrEqual(LIMIT);
  expect(statuses.length).toBeGreaterThanOrEqual(120);
}, 90_000);

test('one process with a file, killed repeatedly during bursts, never exceeds the budget', async () => {
  const { spending, statuses, counter, requests } = await createWorld({});
  for (const count of [5, 25, 45]) {
    const { child } = start({ ...spending, jobs: 60 });
    const ended = once(child, 'exit');
    await requests(count);
    child.kill('SIGKILL');
    await ended;
  }
  expect(await start(spending).done).toBe(30);
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(counter.most()).toBeLessThanOrEqual(LIMIT);
}, 90_000);
