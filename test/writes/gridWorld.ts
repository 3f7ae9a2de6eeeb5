import { pino } from 'pino';
import { z } from 'zod';
import { GameError } from '../../src/game/errors.ts';
import type { FinalCheck } from '../../src/game/request/call.ts';
import type { Collection, Store } from '../../src/store/store.ts';
import { KIT_TEXTS } from '../../src/view/language.ts';
import { type Change, type ChangeRow, isOpenRow, type State, toKey } from '../../src/writes/change.ts';
import { createChanges } from '../../src/writes/changes.ts';
import { createClaims } from '../../src/writes/claims.ts';
import { createImmediate } from '../../src/writes/immediate.ts';
import type { AnyListKind, WriteContext } from '../../src/writes/kind.ts';
import { createMemory } from '../../src/writes/memory.ts';
import { createPaidMeanwhile } from '../../src/writes/paidMeanwhile.ts';
import { createPayments } from '../../src/writes/payments.ts';
import { createPresses } from '../../src/writes/presses.ts';
import { createRecorder } from '../../src/writes/recorder.ts';
import { createRuns } from '../../src/writes/run.ts';
import { noteMessage, type TransitionName } from '../../src/writes/transitions.ts';

/** What the game shows after the death, of a request that had left: it arrived, or it didn't, or
 * neither can be read until someone presses Continue. */
export const SHOWN = ['found', 'not found', 'unreadable'] as const;
export type Shown = (typeof SHOWN)[number];
export const CHANGE_KINDS = ['single', 'payments', 'privileges'] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];
export type Death = { at: TransitionName; when: 'before' | 'after' };

export type World = ReturnType<typeof createGridWorld>;
export type Process = ReturnType<World['start']>;

const log = pino({ level: 'silent' });
const PERSON = { id: '1', name: 'Kestrel', mention: '<@1>', locale: 'en-US' };
const ME = { uid: '1:1', name: 'Vael Ondar' };
const ROWS: Record<ChangeKind, string[]> = { single: ['s'], payments: ['a', 'b', 'c'], privileges: ['x1', 'x2', 'y1'] };
const STARTED_AT = 1_800_000_000_000;

/** One person's change, a game and a store in memory. Time passes only while something waits. */
export function createGridWorld(changeKind: ChangeKind) {
  const world = {
    rows: ROWS[changeKind],
    ledger: [] as string[],
    isReadable: true,
    now: STARTED_AT,
    generation: 0,
    values: new Map<string, unknown>(),
    /** What people were told at the end, oldest first. */
    told: [] as string[],
    /** Each change's newest entry in the trails. */
    trail: [] as string[],
    visited: new Set<TransitionName>(),
    id: 'one',
    get key() {
      return toKey({ id: world.id, person: PERSON });
    },
    stateOf: () => world.values.get(`change:${world.key}`) as State | undefined,
    /** The store goes back to before the change began, or loses its state only. */
    lose(names: readonly string[]): void {
      world.generation += 1;
      for (const name of names) world.values.delete(`${name}:${world.key}`);
    },
    start,
  };
  return world;

  function start(death?: Death) {
    const dead = Promise.withResolvers<void>();
    let isDead = false;
    const never = (): Promise<never> => new Promise<never>(() => {});
    const die = (): Promise<never> => {
      isDead = true;
      dead.resolve();
      return never();
    };
    const live = async <T>(work: () => T): Promise<T> => {
      await undefined;
      return isDead ? await never() : work();
    };
    const collection = <T>({ name }: { name: string }): Collection<T> => {
      const get = (key: string) => structuredClone(world.values.get(`${name}:${key}`)) as T | undefined;
      const set = (key: string, value: T) => void world.values.set(`${name}:${key}`, structuredClone(value));
      const remove = (key: string) => world.values.delete(`${name}:${key}`);
      const add = (key: string, value: T): boolean => {
        if (get(key) !== undefined) return false;
        set(key, value);
        return true;
      };
      const take = (key: string): T | undefined => {
        const value = get(key);
        remove(key);
        return value;
      };
      const replace = (key: string, change: (value: T) => T | undefined, ttlMs?: number): boolean => {
        const before = get(key);
        const after = before === undefined ? undefined : change(before);
        if (after === undefined) return false;
        if (ttlMs === 1) remove(key);
        else set(key, after);
        return true;
      };
      return {
        get: (key) => live(() => get(key)),
        set: (key, value) => live(() => set(key, value)),
        delete: (key) => live(() => remove(key)),
        add: (key, value) => live(() => add(key, value)),
        take: (key) => live(() => take(key)),
        replace: (key, change, ttlMs) => live(() => replace(key, change, ttlMs)),
      };
    };
    const due = 'due';
    const store = {
      collection,
      schedule: () => ({
        set: (id: string, delayMs: number) => live(() => void world.values.set(`${due}:${id}`, world.now + delayMs)),
        delete: (id: string) => live(() => void world.values.delete(`${due}:${id}`)),
        take: () =>
          live(() => (Number(world.values.get(`${due}:${world.key}`) ?? Infinity) <= world.now ? [world.key] : [])),
      }),
      replicate: () => live(() => 1),
      generation: () => String(world.generation),
      measure: () => live(() => String(world.generation)),
      withLock: <T>(_: string, work: (lost: AbortSignal) => Promise<T>) =>
        live(() => work(new AbortController().signal)).then((one) => one),
      now: () => world.now,
      isErased: () => live(() => false),
      noteErasure: () => live(() => undefined),
    } as unknown as Store;
    const changes = createChanges(store, store as never, {
      async perform(transition, operation) {
        if (death?.at === transition && death.when === 'before') {
          world.visited.add(transition);
          await die();
        }
        const result = await operation();
        if (result) world.visited.add(transition);
        if (result && death?.at === transition) await die();
        return result;
      },
    });
    const memory = createMemory(changes);
    /** What tests change: the first response, the link, and whether the trail can be written. */
    const on = {
      response: async (_row: string): Promise<unknown> => undefined,
      link: async (): Promise<unknown> => undefined,
      reading: async (): Promise<unknown> => undefined,
      isTrailAway: false,
      progress: async (_change: Change): Promise<unknown> => undefined,
    };
    const tell = (words: string): void => {
      if (!isDead) world.told.push(words);
    };
    const recorder = createRecorder({
      ...{ changes, memory, log },
      write: async (change) => {
        await live(() => undefined);
        if (!on.isTrailAway) world.trail.push(statesOf(change));
        return { isWhole: !on.isTrailAway, isPublic: undefined };
      },
    });
    const send = async ({ finalCheck }: { finalCheck: FinalCheck }, row: string): Promise<void> => {
      await finalCheck.prepare();
      finalCheck.allow();
      world.ledger.push(row);
      await on.response(row);
      await live(() => undefined);
    };
    const read = async (): Promise<readonly string[] | undefined> => {
      await live(() => undefined);
      await on.reading();
      return world.isReadable ? [...world.ledger] : undefined;
    };
    const list = {
      ...{ words: {}, row: z.string(), baseline: z.unknown(), isAbout: () => true, isImmediate: false },
      send,
      compare: (rows: readonly ChangeRow<string>[], _: unknown, now: { seen?: string[] }) =>
        rows.map(({ data }) => now.seen?.includes(data)),
      record: (row: string) => ({ target: { name: row } }),
    };
    const payments = { ...list, name: 'test.pay', isReadBack: false, read: async () => ({ seen: await read() }) };
    const privileges = {
      ...{ ...list, name: 'test.grant', isReadBack: true, groupOf: (row: string) => row.charAt(0) },
      async read() {
        const seen = await read();
        if (!seen) throw new GameError({ code: 'service_unavailable', reason: 'unreadable' });
        return { seen };
      },
    };
    const single = {
      ...{ name: 'test.send', scope: 'MESSAGES_SEND', row: z.string(), baseline: z.unknown(), outcome: z.string() },
      ...{ texts: KIT_TEXTS, before: async () => live(() => null), changes: () => [], gone: () => 'gone' },
      async send({ game }: { game: never }, row: string) {
        await send(game, row);
        return 'done';
      },
      lookUp: async (_: unknown, row: string) => ((await read())?.includes(row) ? 'found' : 'unknown'),
      isOpen: (outcome: string) => outcome === 'unknown',
      view: (_: unknown, { outcome }: { outcome: string }) => outcome,
    };
    const kinds = [payments, privileges] as unknown as AnyListKind[];
    const claims = createClaims(store as never, changes);
    const listOfPayments = createPayments(store, store as never);
    const paid = createPaidMeanwhile({ payments: listOfPayments, changes, claims, claimKinds: [] });
    const writes = createImmediate({
      ...{ changes, memory, recorder, paid, log, kinds: [single], claims },
      ...{ isUnderWay: async () => false, freeze: { isFrozen: async () => false } },
      checkLink: () => on.link(),
      audit: { record: async () => ({ isWhole: true, isPublic: undefined }) },
      notifier: { notifyUnsent: async () => live(() => world.told.push('nothing was sent') > 0) },
      game: { actingAs: () => ({}) },
      tokenSources: { of: () => undefined },
      sealed: store,
    } as never);
    const runs = createRuns({
      ...{ changes, memory, recorder, paid, kinds, log, singles: writes },
      freeze: { isFrozen: async () => false },
      checkLink: async () => void (await on.link()),
      notifier: {
        progress: (change) => void on.progress(change),
        pause: async () => {},
        report: (change) => live(() => world.told.push(statesOf(change)) > 0),
      },
      actAs: (_, more) => ({ finalCheck: more?.finalCheck }) as never,
      wait: (ms) =>
        live(() => {
          world.now += ms;
        }),
    });
    const works: (() => Promise<void>)[] = [];
    const ended: Promise<void>[] = [];
    const presses = createPresses({
      ...{ changes, memory, paid, runs, recorder, kinds },
      isFrozen: async () => false,
      track: (run: Promise<void>) => ended.push(run),
      quotaOf: async () => ({ limit: 500, left: 500 }),
      views: {
        preview: async (_: unknown, __: unknown, { id }: { id: string }) => ({ id }),
        list: (_: unknown, change: Change) => statesOf(change),
        ...{ expired: () => 'expired', unsettled: () => 'unsettled', notice: (words: string) => words },
        summary: () => ({ title: '' }),
      },
    } as never);
    const context = {
      ...{ language: 'en', person: PERSON, me: ME, game: {}, services: {}, server: undefined },
      interaction: { id: 'press', token: '', applicationId: '' },
      deadline: { lift: () => {} },
      defer: async () => {},
      showProgress: async () => {},
      afterReply: (work: () => Promise<void>) => works.push(work),
      gameWith: (finalCheck: FinalCheck) => ({ finalCheck }),
    } as never as WriteContext;
    const finishReply = async (): Promise<void> => {
      for (const work of works.splice(0)) await work();
      await Promise.all(ended.splice(0));
    };
    return {
      ...{ changes, memory, runs, writes, presses, context, on, death: dead.promise },
      /** Makes the preview. */
      async ask(): Promise<void> {
        if (changeKind === 'single')
          return void (await writes.ask(context, single as never, world.rows[0] as never, {
            id: world.id,
            expiresAt: world.now + 3_600_000,
          }));
        const kind = kinds[changeKind === 'payments' ? 0 : 1] as AnyListKind;
        world.id = ((await presses.preview(context, kind, { rows: world.rows })) as never as { id: string }).id;
      },
      /** Presses Confirm, and does the work. */
      async confirm(): Promise<void> {
        if (changeKind !== 'single') {
          await presses.confirm(context, world.id).catch(() => undefined);
          return await finishReply();
        }
        const after = await writes.noteStart(context, { kind: single as never, confirms: world.id });
        const found = await writes.find(context, single as never, world.id);
        const view = found && (await writes.confirm(context, single as never, found).catch(() => undefined));
        if (view) tell(String(view));
        await after();
        await finishReply();
      },
      async drop(): Promise<void> {
        const isDropped = await (changeKind === 'single'
          ? writes.drop(context, world.id)
          : presses.drop(context, world.id));
        if (isDropped) tell('nothing was sent');
      },
      async checkAgain(): Promise<void> {
        tell(String(await presses.checkAgain(context, world.id)));
        await finishReply();
      },
      async press(wanted: 'pause' | 'resume' | 'stop'): Promise<void> {
        await presses.press(context, world.id, wanted).catch(() => undefined);
        await finishReply();
      },
      direct: (want: 'pause' | 'cancel') => changes.direct(world.key, want),
      noteMessage: () => changes.edit(world.key, noteMessage(new URL('https://discord.com/channels/@me/1/2'))),
      resume: () => runs.run(world.key),
      sweep: () => runs.sweep(20),
    };
  }
}

/** The states of a change's rows; a single change's result. */
function statesOf({ mode, rows, outcome }: Change): string {
  if (mode === 'now') return outcome && 'result' in outcome ? String(outcome.result) : (rows[0]?.state ?? '');
  return rows.map(({ state }) => state).join(' ');
}

/** Rows that had left when their process died: they never arrive. */
export function loseRequests(world: World): void {
  const state = world.stateOf();
  if (state?.phase !== 'begun') return;
  const open = world.rows.filter((_, index) => {
    const row = state.rows[index];
    return row !== undefined && isOpenRow(row) && row.state === 'sending';
  });
  world.ledger = world.ledger.filter((row) => !open.includes(row));
}
