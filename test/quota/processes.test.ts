import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, inject, test } from 'vitest';
import type { BudgetRule } from '../../src/quota/window.ts';
import { createGameService, type GameService } from '../../src/sandbox/game/service.ts';
import { emptyDatabase } from '../support/redisDatabase.ts';
import { createJudge } from './judge.ts';
import type { Spending } from './spender.ts';

const SPENDER = fileURLToPath(new URL('./spender.ts', import.meta.url));
/** Scaled down; the guard is far longer than the time-out, for a machine that has much else to do. */
const RULE: BudgetRule = { limit: 40, windowMs: 2_000, guardMs: 3_000 };
const TIMEOUT_MS = 2_500;

let service: GameService;
const running: ChildProcess[] = [];

afterEach(async () => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
  await service.close();
});

function start(spending: Spending): { child: ChildProcess; done: Promise<number> } {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', SPENDER, JSON.stringify(spending)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.push(child);
  const output = text(child.stdout);
  const done = once(child, 'exit').then(async () => Number(JSON.parse((await output) || '{"done":0}').done));
  return { child, done };
}

test('four processes, one of them killed and another begun, spend one token’s budget and never a request more', async () => {
  service = await createGameService({ limitPerHour: RULE.limit, windowMs: RULE.windowMs });
  const judge = createJudge(RULE.windowMs);
  const statuses: (number | null)[] = [];
  const firstRequest = new Promise<void>((resolve) => {
    service.onRequest(({ arrivedAt, status }) => {
      judge.arrive(arrivedAt);
      statuses.push(status);
      resolve();
    });
  });
  const spending: Spending = {
    redisUrl: await emptyDatabase(inject('redisUrl')),
    baseUrl: service.baseUrl,
    token: await service.grantToken({ handle: 'Vael Ondar', scopes: ['character_read'] }),
    rule: RULE,
    timeoutMs: TIMEOUT_MS,
    jobs: 30,
  };
  const processes = [start(spending), start(spending), start(spending), start(spending)];
  await firstRequest;
  processes.shift()?.child.kill('SIGKILL');
  processes.push(start(spending));
  const done = await Promise.all(processes.map((each) => each.done));

  expect(done).toEqual([30, 30, 30, 30]);
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(judge.most()).toBeLessThanOrEqual(RULE.limit);
  expect(statuses.length).toBeGreaterThanOrEqual(120);
}, 90_000);
