import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { beforeEach, describe, expect, test } from 'vitest';
import { createLinks } from '../../src/account/links.ts';
import { createSealer } from '../../src/account/seal.ts';
import { createUnlinking } from '../../src/jobs/unlinking.ts';
import type { Store } from '../../src/store/store.ts';
import { KEY, openRedis as open } from '../account/rig.ts';

const DAY_MS = 24 * 60 * 60_000;

describe('links that no one uses,', () => {
  let clock: number;
  let notified: string[];
  let isResolved: boolean;
  let onWarning: () => Promise<void>;
  let id: string;
  let bot: Awaited<ReturnType<typeof start>>;

  async function start() {
    const store = await open();
    const now = () => clock;
    const links = createLinks(store, createSealer([KEY]), now);
    const note = (userId: string, what: string): void => {
      // The store also has other tests' links.
      if (userId === id) notified.push(what);
    };
    const schedule: Store['schedule'] = (name) => ({
      ...store.schedule(name),
      // Skips the wait for the next attempt.
      set: (due) => store.schedule(name).set(due, 0),
      take: (limit) => store.schedule(name).take(limit, 0),
    });
    const unlinking = createUnlinking({
      ...{ store: { ...store, schedule }, links, now, log: pino({ level: 'silent' }), idleDays: 180 },
      login: {
        async logOut(userId, confirmedBefore = Number.POSITIVE_INFINITY) {
          const { confirmedAt = 0 } = (await links.get(userId)) ?? {};
          if (confirmedAt >= confirmedBefore) return { wasLinked: false, isRevoked: true };
          note(userId, 'revoked');
          return { wasLinked: await links.erase(userId), isRevoked: true };
        },
        endAllOf: async (userId) => note(userId, 'ended its logins'),
      },
      changes: {
        async end(userId) {
          note(userId, 'looked up its writes');
          return isResolved;
        },
      },
      async warn({ discordUserId }, until) {
        note(discordUserId, `warned: ${(until - clock) / DAY_MS} days`);
        await onWarning();
      },
    });
    /** The job's actions within these days. */
    const pass = async (days: number): Promise<string[]> => {
      for (let day = 0; day < days; day += 1) {
        clock += DAY_MS;
        await unlinking.job.step(clock - DAY_MS, new AbortController().signal);
      }
      return notified.splice(0);
    };
    return { links, unlinking, pass };
  }

  beforeEach(async () => {
    [clock, notified, isResolved, id] = [Date.now(), [], true, randomUUID()];
    onWarning = async () => {};
    bot = await start();
    await save();
  });
  const save = (): Promise<void> => {
    const tokens = { accessToken: 'a', expiresAt: 0 };
    const character = { uid: '1:1', name: 'V' };
    return bot.links.save({ discordUserId: id, character, scopes: [], linkedAt: 0, tokens });
  };
  const use = async (): Promise<void> => {
    const link = await bot.links.get(id);
    if (link) await bot.links.noteUse(link, 'de');
  };

  test('are warned about 14 days ahead, and then revoked and erased once writes are looked up', async () => {
    await use();
    expect(await bot.pass(165)).toEqual([]);
    expect(await bot.pass(1)).toEqual(['warned: 14 days']);
    expect(await bot.pass(13)).toEqual([]);
    expect(await bot.links.get(id)).toMatchObject({ locale: 'de' });
    expect(await bot.pass(1)).toEqual(['looked up its writes', 'revoked', 'ended its logins']);
    expect(await bot.links.get(id)).toBeUndefined();
  });

  test('are kept if someone uses them while the warning is being sent', async () => {
    await use();
    onWarning = use;
    expect(await bot.pass(180)).toEqual(['warned: 14 days']);
  });

  test('count from the first check if an earlier release stored no last use', async () => {
    expect(await bot.pass(167)).toEqual(['warned: 14 days']);
    await use();
    expect(await bot.pass(165)).toEqual([]);
    expect(await bot.pass(1)).toEqual(['warned: 14 days']);
  });

  test('stay while a write is open', async () => {
    await use();
    isResolved = false;
    expect(await bot.pass(180)).toEqual(['warned: 14 days', 'looked up its writes']);
    expect(await bot.links.get(id)).toBeDefined();
    isResolved = true;
    expect(await bot.pass(1)).toContain('revoked');
  });

  test('are ended by any process for people who removed the bot, if the first process couldn’t', async () => {
    isResolved = false;
    await (await bot.unlinking.begin(id, clock))();
    expect(await bot.links.get(id)).toBeDefined();
    isResolved = true;
    expect(await (await start()).pass(1)).toContain('revoked');
    expect(await bot.links.get(id)).toBeUndefined();
    // Only once, because they may come back.
    await save();
    expect(await bot.pass(1)).toEqual([]);
  });

  test('that were confirmed after their user had removed the bot stay, however late the event is handled', async () => {
    isResolved = false;
    await (await bot.unlinking.begin(id, clock))();
    const link = await bot.links.get(id);
    if (link) await bot.links.save({ ...link, confirmedAt: clock + 1 });
    isResolved = true;
    expect(await bot.pass(1)).not.toContain('revoked');
    expect(await bot.links.get(id)).toBeDefined();
    expect(await bot.pass(1)).toEqual([]);
  });
});
