import type fc from 'fast-check';
import { pino } from 'pino';
import { vi } from 'vitest';
import { z } from 'zod';
import { GameError } from '../../src/game/errors.ts';
import type { LastLook } from '../../src/game/request/call.ts';
import { type Collection, type Store, StoreUnavailable } from '../../src/store/store.ts';
import { createBatchRuns } from '../../src/writes/batch/batch.ts';
import { createBatches } from '../../src/writes/batch/batches.ts';
import type { Batch, BatchKind, BatchRow } from '../../src/writes/batch/batchKind.ts';

/** Whether processes notice that they slept. */
export const clock = { isHonest: true };

/** Requests that have left arrive within this time, if at all. */
const MAX_FLIGHT_MS = 19_000;
/** What a store that is rolled back may lose. */
const MAX_LOST_MS = 5_000;
export const ROWS = ['a', 'b', 'b'];
const log = pino({ level: 'silent' });

const pays = z.object({ count: z.number(), entries: z.array(z.string()).optional() });
type Pays = z.output<typeof pays>;
type Values = Map<string, unknown>;
/** What may happen while a process waits for the store or the game. `lost`: a response, or what the game's log
 * showed of the time before. */
const PRESSES = ['pause', 'run', 'cancel'] as const;
export const FAULTS = ['lost', 'refused', 'crash', 'rollback', 'failover', 'sleep', 'stall', ...PRESSES] as const;
export type Fault = (typeof FAULTS)[number] | undefined;
export type Script = {
  scheduler: Pick<fc.Scheduler, 'schedule' | 'count' | 'waitOne'>;
  faultAt: (step: string) => Fault;
  /** A number below `sides`. */
  roll: (sides: number) => number;
};

/** A game and a store of two processes, in which each step happens when the script says so. */
export function createScene({ scheduler, faultAt, roll }: Script) {
  const ledger: string[] = [];
  const flights = new Set<{ by: number; arrive: () => void }>();
  let values: Values = new Map();
  let history: { at: number; values: Values }[] = [];
  const dead = new Set<number>();

  const advance = async (ms: number): Promise<void> => {
    for (const flight of [...flights]) if (Date.now() + ms >= flight.by) flight.arrive();
    vi.advanceTimersByTime(ms);
  };
  const press = (want: 'run' | 'pause' | 'cancel'): void => {
    write('batch-wish:one', { want, at: Date.now() });
    write('due:one', Date.now());
  };
  const write = (key: string, value: unknown): void => {
    values = new Map(values);
    if (value === undefined) values.delete(key);
    else values.set(key, value);
    history = [...history, { at: Date.now(), values }].filter(({ at }) => at >= Date.now() - MAX_LOST_MS);
  };

  /** Waits for its turn. What happens meanwhile is the script's choice. */
  const turn = async (process: number, label: string): Promise<Fault> => {
    await scheduler.schedule(Promise.resolve(), `${process} ${label}`);
    const fault = dead.has(process) ? undefined : faultAt(`${process} ${label}`);
    if ((fault === 'crash' || fault === 'failover') && dead.size === 0) dead.add(process);
    // A store that is rolled back is safe only with processes that notice when they slept.
    if ((fault === 'rollback' || fault === 'failover') && clock.isHonest) {
      history = history.slice(0, -1 - roll(5));
      values = history.at(-1)?.values ?? values;
    }
    const pressed = PRESSES.find((one) => one === fault);
    if (pressed) press(pressed);
    if (fault === 'sleep') await advance(40_000);
    for (let turns = 0; fault === 'stall' && turns < 30; turns += 1)
      await scheduler.schedule(Promise.resolve(), 'stall');
    if (dead.has(process)) await new Promise<never>(() => {});
    return fault;
  };

  const storeOf = (process: number): Store => {
    const operate = async <T>(label: string, effect: () => T): Promise<T> => {
      const fault = await turn(process, label);
      // Whether it got through isn't known.
      if (fault === 'lost') {
        effect();
        throw new StoreUnavailable('no response');
      }
      if (fault === 'refused') throw new StoreUnavailable('refused');
      return effect();
    };
    const collection = <T>({ name }: { name: string }): Collection<T> => {
      const get = (key: string): T | undefined => structuredClone(values.get(`${name}:${key}`)) as T | undefined;
      const set = (key: string, value: T | undefined): void => write(`${name}:${key}`, structuredClone(value));
      return {
        get: (key) => operate(`get ${name}`, () => get(key)),
        set: (key, value) => operate(`set ${name}`, () => set(key, value)),
        delete: (key) =>
          operate(`delete ${name}`, () => {
            const isThere = get(key) !== undefined;
            set(key, undefined);
            return isThere;
          }),
        add: (key, value) =>
          operate(`add ${name}`, () => {
            if (get(key) !== undefined) return false;
            set(key, value);
            return true;
          }),
        take: (key) => operate(`take ${name}`, () => get(key)),
        async replace(key, change) {
          const before = await operate(`read ${name}`, () => get(key));
          const after = before === undefined ? undefined : change(before);
          if (after === undefined) return false;
          return await operate(`replace ${name} ${statesOf(after)}`, () => {
            if (JSON.stringify(get(key)) !== JSON.stringify(before)) return false;
            set(key, after);
            return true;
          });
        },
      };
    };
    return {
      collection,
      schedule: () => ({
        set: (id: string, delayMs: number) => operate('due', () => write(`due:${id}`, Date.now() + delayMs)),
        delete: (id: string) => operate('not due', () => write(`due:${id}`, undefined)),
        take: (_: number, leaseMs: number) =>
          operate('take', () => {
            const dueAt = values.get('due:one') as number | undefined;
            if (dueAt === undefined || dueAt > Date.now()) return [];
            write('due:one', Date.now() + leaseMs);
            return ['one'];
          }),
      }),
      replicate: () => operate('replicate', () => {}),
      withLock: <T>(_: string, work: (lost: AbortSignal) => Promise<T>) => work(new AbortController().signal),
      now: () => Date.now(),
    } as unknown as Store;
  };

  const kind = {
    name: 'test.pay',
    row: z.string(),
    baseline: pays,
    async read(acting: object) {
      const fault = await turn((acting as never as { process: number }).process, 'read the game');
      if (fault === 'refused') throw new GameError({ code: 'service_unavailable', reason: 'down' });
      return { count: ledger.length, ...(fault !== 'lost' && { entries: [...ledger] }) };
    },
    compare(rows: readonly BatchRow<string>[], baseline: Pays, now: Pays) {
      const left = now.entries?.slice(baseline.count);
      if (!left) return rows.map(() => undefined);
      const takeOne = (row: string): boolean => {
        const at = left.indexOf(row);
        if (at >= 0) left.splice(at, 1);
        return at >= 0;
      };
      const certain = rows.map(({ state, data }) => ['done', 'found', 'already'].includes(state) && takeOne(data));
      return rows.map(({ state, data }, index) =>
        certain[index] ? true : ['planned', 'sending', 'unknown'].includes(state) ? takeOne(data) : undefined,
      );
    },
    async send(acting: object, row: string) {
      const { process, lastLook } = acting as never as { process: number; lastLook: LastLook };
      await lastLook.prepare();
      const connected = await turn(process, 'connect');
      if (connected === 'refused') throw new GameError({ code: 'service_unavailable', reason: 'down' });
      lastLook.allow();
      const isRefused = connected === 'lost';
      const flight = { by: Date.now() + MAX_FLIGHT_MS, arrive: () => {} };
      const arrived = new Promise<void>((resolve) => {
        flight.arrive = () => {
          if (flights.delete(flight) && !isRefused) ledger.push(row);
          resolve();
        };
      });
      flights.add(flight);
      // Its process may die while the request goes on.
      if (roll(2) === 0) void scheduler.schedule(Promise.resolve(), `arrival of ${row}`).then(() => flight.arrive());
      await turn(process, 'in flight');
      await arrived;
      const fault = await turn(process, 'response');
      if (fault === 'lost') throw new GameError({ code: 'outcome_unknown', reason: 'no response' });
      if (isRefused) throw new GameError({ code: 'refused', reason: 'not today' });
    },
    isReadBack: false,
    isAbout: () => true,
  } as Partial<BatchKind<string, Pays>>;

  const processOf = (process: number) => {
    const store = storeOf(process);
    const batches = createBatches(store, store as never);
    const runs = createBatchRuns({
      batches,
      kinds: [kind as never],
      freeze: { isFrozen: async () => false },
      recordEnd: async () => {},
      telling: { progress: () => {}, pause: async () => {}, report: async () => {} },
      actAs: (_, lastLook) => ({ process, lastLook }) as never,
      isErased: async () => false,
      wait: async (ms) => {
        const until = Date.now() + ms;
        await turn(process, 'wait');
        if (Date.now() < until) await advance(until - Date.now());
      },
      log,
    });
    return { batches, runs };
  };
  const stored = () => values.get('batch:one') as Batch | undefined;
  return { ledger, advance, press, processOf, stored };
}

export function statesOf(stored: unknown): string {
  return String((stored as Partial<Batch>).rows?.map(({ state }) => state) ?? '');
}
