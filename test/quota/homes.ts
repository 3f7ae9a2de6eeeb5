import { createClient } from '@keyv/redis';
import { pino } from 'pino';
import { inject } from 'vitest';
import { MemoryWindows } from '../../src/quota/memoryWindows.ts';
import { RedisWindows } from '../../src/quota/redisWindows.ts';
import type { BudgetRule, QuotaWindows } from '../../src/quota/window.ts';
import { openStore } from '../../src/store/openStore.ts';
import type { Store } from '../../src/store/store.ts';
import { emptyDatabase } from '../support/redisDatabase.ts';

export const SINCE = 'commlink:{quota}:since';

export type Rules = { rule: BudgetRule; addressRule?: BudgetRule | undefined; now: () => number };

/** Where budgets are kept, as tests open it; each home has the same promises to keep. */
export type Home = {
  name: string;
  open(rules: Rules): Promise<QuotaWindows>;
  close(): Promise<void>;
};

const log = pino({ level: 'silent' });

export const memoryHome: Home = {
  name: 'memory',
  open: async ({ rule, addressRule, now }) => new MemoryWindows({ rule, addressRule, now }),
  close: async () => {},
};

export type RedisHome = Home & {
  /** One more process, on what is there already. */
  join(rules: Rules): Promise<QuotaWindows>;
  url(): string;
  send(...command: string[]): Promise<unknown>;
};

/** Redis on the tests' clock; its logs are trusted from the beginning unless `isTrusted` is false. */
export function createRedisHome({ isTrusted = true } = {}): RedisHome {
  let store: Store | undefined;
  let url: string | undefined;
  const client = async () => await createClient({ url: url ?? '' }).connect();
  let raw: Awaited<ReturnType<typeof client>> | undefined;
  const send = async (...command: string[]): Promise<unknown> => {
    raw ??= await client();
    return await raw.sendCommand(command);
  };
  return {
    name: 'Redis',
    async open(rules) {
      url ??= await emptyDatabase(inject('redisUrl'));
      await send('FLUSHDB');
      if (isTrusted) await send('SET', SINCE, '0');
      return await this.join(rules);
    },
    async join({ rule, addressRule, now }) {
      store ??= await openStore({ redisUrl: url, file: '' }, log);
      if (!store.toScript) throw new Error('Redis runs scripts');
      return new RedisWindows({ rule, addressRule, toScript: store.toScript, log, now, redisClock: now });
    },
    close: async () => {
      await store?.close();
      raw?.destroy();
    },
    url: () => url ?? '',
    send,
  };
}
