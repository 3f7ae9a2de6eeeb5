import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { createGameClient } from '../../src/game/client.ts';
import { GameError } from '../../src/game/errors.ts';
import { QuotaQueue } from '../../src/quota/queue.ts';
import { RedisLog } from '../../src/quota/redisLog.ts';
import type { Span } from '../../src/quota/rule.ts';
import { SqliteLog } from '../../src/quota/sqliteLog.ts';
import { openStore } from '../../src/store/openStore.ts';

/** The environment's SPENDING, as JSON: `jobs` requests with one token, as fast as possible. */
export type Spending = Record<'file' | 'baseUrl' | 'token', string> &
  Record<'limit' | 'timeoutMs' | 'jobs', number> & { redisUrl?: string; span: Span };

const { redisUrl, file, baseUrl, token, limit, span, timeoutMs, jobs }: Spending = JSON.parse(
  process.env['SPENDING'] ?? '',
);
const pinoLog = pino({ level: 'silent' });
const store = await openStore({ redisUrl, file: ':memory:' }, pinoLog);
const { toScript } = store;
const log = toScript ? new RedisLog({ toScript, span, now: Date.now }) : new SqliteLog(file, span, Date.now);
const queue = new QuotaQueue({ log, perToken: limit });
const client = createGameClient({ baseUrl: new URL(baseUrl), queue, log: pinoLog, timeoutMs });
const source = { budget: 'one-owner', accessToken: async () => token, renew: async () => undefined };

async function spendOne(_: unknown, index: number): Promise<void> {
  // Many people, so that more than four requests are in flight at once.
  const game = client.actingAs(source, { person: `person ${index}` });
  for (;;) {
    try {
      return void (await game.character.me());
    } catch (error) {
      if (!(error instanceof GameError) || error.failure.code !== 'rate_limited') throw error;
      await pause(Math.max(1, error.failure.until.getTime() - Date.now()));
    }
  }
}

await Promise.all(Array.from({ length: jobs }, spendOne));
console.log(jobs);
await client.close();
await store.close();
queue.close();
