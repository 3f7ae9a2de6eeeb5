import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { createGameClient } from '../../src/game/client.ts';
import { isGameError } from '../../src/game/errors.ts';
import { QuotaQueue } from '../../src/quota/queue.ts';
import { RedisWindows } from '../../src/quota/redisWindows.ts';
import type { BudgetRule } from '../../src/quota/window.ts';
import { openStore } from '../../src/store/openStore.ts';

/** What a process of its own is told, as JSON in its only argument: spend `jobs` requests of one token, as fast as may be. */
export type Spending = {
  redisUrl: string;
  baseUrl: string;
  token: string;
  rule: BudgetRule;
  timeoutMs: number;
  jobs: number;
};

const { redisUrl, baseUrl, token, rule, timeoutMs, jobs }: Spending = JSON.parse(process.argv[2] ?? '');
const log = pino({ level: 'silent' });
const store = await openStore({ redisUrl, file: '' }, log);
if (!store.toScript) throw new Error('Redis runs scripts');
const windows = new RedisWindows({ rule, toScript: store.toScript, log, now: Date.now });
const client = createGameClient({ baseUrl: new URL(baseUrl), queue: new QuotaQueue({ windows }), log, timeoutMs });
const game = client.actingAs({ budget: 'one-owner', accessToken: async () => token, renew: async () => undefined });

async function spendOne(): Promise<void> {
  for (;;) {
    try {
      await game.character.me();
      return;
    } catch (error) {
      if (!isGameError(error, 'rate_limited')) throw error;
      const until = error.failure.code === 'rate_limited' ? error.failure.until : new Date();
      await pause(Math.max(1, until.getTime() - Date.now()));
    }
  }
}

await Promise.all(Array.from({ length: jobs }, spendOne));
console.log(JSON.stringify({ done: jobs }));
await client.close();
await store.close();
