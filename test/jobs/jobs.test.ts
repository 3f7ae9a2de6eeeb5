import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { GameError } from '../../src/game/errors.ts';
import { createJobs, type Job, type JobStep } from '../../src/jobs/jobs.ts';
import { openStore } from '../../src/store/openStore.ts';
import type { Store } from '../../src/store/store.ts';
import { emptyDatabase } from '../support/redisDatabase.ts';

const log = pino({ level: 'silent' });

/** A job that counts to `end`, and a record of its steps. */
function counting(end: number, onStep: (at: number) => unknown = () => {}): Job<number> {
  return {
    name: 'counting',
    cursor: z.number(),
    async step(cursor = 0): Promise<JobStep<number>> {
      await onStep(cursor);
      return cursor + 1 < end
        ? { cursor: cursor + 1, progress: { done: cursor + 1, total: end } }
        : { nextRunInMs: 3_600_000 };
    },
  };
}

describe.each(['Redis', 'SQLite'] as const)('over %s', (where) => {
  /** Stores of three processes; on SQLite they share one. */
  async function openStores(): Promise<[Store, Store, Store]> {
    const redisUrl = where === 'Redis' ? await emptyDatabase(inject('redisUrl')) : undefined;
    const open = async (): Promise<Store> => {
      const store = await openStore({ redisUrl, file: ':memory:' }, log);
      onTestFinished(() => store.close());
      return store;
    };
    const first = await open();
    return redisUrl === undefined ? [first, first, first] : [first, await open(), await open()];
  }

  function startJobs(store: Store, job: Job<number>) {
    const jobs = createJobs([job], { store, log, pollMs: 5 });
    jobs.start();
    onTestFinished(() => jobs.stop());
    return jobs;
  }

  // They don't meet at every start.
  test('three processes run a job once, one step after the other', { repeats: 9 }, async () => {
    const seen: number[] = [];
    let running = 0;
    const job = counting(20, async (at) => {
      running += 1;
      expect(running).toBe(1);
      seen.push(at);
      await pause(1);
      running -= 1;
    });
    const [jobs] = (await openStores()).map((store) => startJobs(store, job));
    await vi.waitFor(async () => expect((await jobs?.stateOf('counting'))?.finishedAt).toBeDefined(), 5_000);
    expect(seen).toEqual(Array.from({ length: 20 }, (_, at) => at));
    expect((await jobs?.stateOf('counting'))?.dueAt).toBeGreaterThan(Date.now() + 3_000_000);
  });

  test('a process that stops leaves the run to another, which resumes it', async () => {
    const [first, second] = await openStores();
    const seen: string[] = [];
    const reached = Promise.withResolvers<void>();
    const one = startJobs(
      first,
      counting(10, async (at) => {
        seen.push(`one ${at}`);
        if (at === 3) reached.resolve();
        await pause(2);
      }),
    );
    await reached.promise;
    await one.stop();
    const begun = seen.length;
    const jobOfTwo = counting(10, (at) => seen.push(`two ${at}`));
    const two = startJobs(second, jobOfTwo);
    await vi.waitFor(async () => expect((await two.stateOf('counting'))?.finishedAt).toBeDefined(), 5_000);
    expect(seen.slice(begun)[0]).toBe(`two ${begun}`);
    expect(seen.at(-1)).toBe('two 9');
  });

  test('a step that failed is due again later, and the run keeps its place', async () => {
    const [store] = await openStores();
    const seen: number[] = [];
    const jobs = startJobs(
      store,
      counting(5, (at) => {
        seen.push(at);
        if (at === 2) throw new Error('the game is down');
      }),
    );
    await vi.waitFor(async () => expect((await jobs.stateOf('counting'))?.failures).toBe(1), 5_000);
    const state = await jobs.stateOf('counting');
    expect(seen).toEqual([0, 1, 2]);
    expect(state).toMatchObject({ cursor: 2, problem: 'Error: the game is down' });
    expect(state?.dueAt).toBeGreaterThan(Date.now() + 10_000);
  });

  test('a step without a slot of the quota is due when one frees, and that isn’t a failure', async () => {
    const [store] = await openStores();
    const until = new Date(Date.now() + 600_000);
    const job = counting(5, () => {
      throw new GameError({ code: 'rate_limited', until });
    });
    const jobs = startJobs(store, job);
    const dueAt = async () => (await jobs.stateOf('counting'))?.dueAt;
    await vi.waitFor(async () => expect(await dueAt()).toBeGreaterThan(Date.now() + 500_000), 5_000);
    const state = await jobs.stateOf('counting');
    expect(state?.failures).toBe(0);
    expect(Math.abs((state?.dueAt ?? 0) - until.getTime())).toBeLessThan(5_000);
  });

  test('a stop ends the wait of the step that runs', async () => {
    const [store] = await openStores();
    const begun = Promise.withResolvers<void>();
    const job: Job<number> = {
      ...counting(2),
      async step(_cursor, signal) {
        begun.resolve();
        await pause(60_000, undefined, { signal });
        return { cursor: 1 };
      },
    };
    const jobs = startJobs(store, job);
    await begun.promise;
    await jobs.stop();
    const state = await jobs.stateOf('counting');
    expect(state?.failures).toBe(0);
    expect(await store.schedule('jobs').take(1, 1_000)).toEqual(['counting']);
  });

  test('a job that this release doesn’t know is forgotten', async () => {
    const [store] = await openStores();
    await store.schedule('jobs').set('of another release', 0);
    startJobs(store, counting(1));
    await vi.waitFor(async () => {
      expect(await store.schedule('jobs').take(5, 1)).not.toContain('of another release');
    }, 5_000);
  });
});
