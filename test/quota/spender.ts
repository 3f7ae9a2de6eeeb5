import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { createGameClient } from '../../src/game/client.ts';
import { isGameError } from '../../src/game/errors.ts';
import { QuotaQueue } from '../../src/quota/queue.ts';
import { RedisLog } from '../../src/quota/redisLog.ts';
import type { Span } from '../../src/quota/rule.ts';
import { SqliteLog } from '../../src/quota/sqliteLog.ts';
import { openStore } from '../../src/store/openStore.ts';

/** What a process of its own is told, as JSON in its only argument: spend `jobs` requests of one token, as fast as may be. */
export type Spending = {
  /** Where the logs are: in this Redis, or in this file. */
  redisUrl?: string;
  file: string;
  baseUrl: string;
  token: string;
  limit: number;
  span: Span;
  timeoutMs: number;
  jobs: number;
};

const { redisUrl, file, baseUrl, token, limit, span, timeoutMs, jobs }: Spending = JSON.parse(process.argv[2] ?? '');
const pinoLog = pino({ level: 'silent' });
const store = await openStore({ redisUrl, file: ':memory:' }, pinoLog);
const { toScript } = store;
const log = toScript ? new RedisLog({ toScript, span, now: Date.now }) : new SqliteLog(file, span, Date.now);
const queue = new QuotaQueue({ log, perToken: limit });
const client = createGameClient({ baseUrl: new URL(baseUrl), queue, log: pinoLog, timeoutMs });
const source = { budget: 'one-owner', accessToken: async () => token, renew: async () => undefined };
let asked = 0;
async function spendOne(): Promise<void> {
  asked += 1;
  // Many people, so that more than four are on their way at once.
  const game = client.actingAs(source, { person: `person ${asked}` });
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
queue.close();
