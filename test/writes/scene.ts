import type fc from 'fast-check';
import { pino } from 'pino';
import { vi } from 'vitest';
import { z } from 'zod';
import { GameError } from '../../src/game/errors.ts';
import type { FinalCheck } from '../../src/game/request/call.ts';
import { type Collection, type Store, StoreUnavailable } from '../../src/store/store.ts';
import { KIT_TEXTS } from '../../src/view/language.ts';
import {
  type Change,
  type ChangeRow,
  newState,
  type Proposal,
  type State,
  toChange,
  toKey,
  toState,
} from '../../src/writes/change.ts';
import { createChanges } from '../../src/writes/changes.ts';
import { createClaims, type Evidence } from '../../src/writes/claims.ts';
import { createImmediate } from '../../src/writes/immediate.ts';
import type { ListKind, LoggedPayment, LookUpContext, Payment } from '../../src/writes/kind.ts';
import { createMemory } from '../../src/writes/memory.ts';
import { createPaidMeanwhile } from '../../src/writes/paidMeanwhile.ts';
import { createPayments } from '../../src/writes/payments.ts';
import { createPresses } from '../../src/writes/presses.ts';
import { createRecorder } from '../../src/writes/recorder.ts';
import { createRuns } from '../../src/writes/run.ts';
import { isAskedAbout, leaveOut } from '../../src/writes/transitions.ts';

/** Settings of the processes. `noticesSleep`: they notice that they slept. */
export const clock = { noticesSleep: true };

/** Sent requests arrive within this time, if at all. */
const MAX_FLIGHT_MS = 19_000;
/** Max age of the writes that a rolled back store loses. */
const MAX_LOST_MS = 5_000;
export const ROWS = ['a', 'b', 'b'];
const KEY = '1:one';
/** A single change beside the list, and its data. */
const SINGLE = '1:two';
export const MESSAGE = 'c';
/** Another account's list for the same character: the mark stands for its code. */
const SECOND = '2:three';
export const SECOND_ROWS = ['b/two', 'c/two'];
const BY_HAND = ['a/hand', 'b/hand', 'c/hand'];
/** The recipient of a row, or of an entry of the ledger. */
export const recipientOf = (entry: string): string => entry.split('/')[0] ?? '';
const log = pino({ level: 'silent' });

const pays = z.object({ count: z.number(), entries: z.array(z.string()).optional() });
type Pays = z.output<typeof pays>;
type Values = Map<string, unknown>;
const PRESSES = ['pause', 'run', 'cancel'] as const;
/** `lost`: a response, or the recent part of the game's log. */
export const FAULTS = ['lost', 'refused', 'crash', 'rollback', 'failover', 'sleep', 'stall', ...PRESSES] as const;
export type Fault = (typeof FAULTS)[number] | 'erase' | undefined;
export type Script = {
  scheduler: Pick<fc.Scheduler, 'schedule' | 'count' | 'waitOne'>;
  faultAt: (step: string) => Fault;
  /** Confirms a single change beside the list. It's safe only with replicas. */
  hasSingle?: boolean;
  /** All of it pays: another account has a list, too, and someone pays by hand. */
  hasOthers?: boolean;
  /** A number below `sides`. */
  roll: (sides: number) => number;
};

/** A game and a store with two processes, in which the script decides the order of the steps. */
export function createScene({ scheduler, faultAt, roll, hasSingle = false, hasOthers = false }: Script) {
  const ledger: string[] = [];
  const flights = new Set<{ by: number; row: string; arrive: () => void }>();
  let values: Values = new Map();
  let history: { at: number; values: Values; isReplicated?: boolean }[] = [];
  const dead = new Set<number>();
  let generation = 0;
  /** The rows that the person was told were canceled, and those sent by then. */
  const promises: { canceled: string[]; sent: string[] }[] = [];
  let hasForgotten = false;
  /** Messages to the person about the single change. */
  const notified: string[] = [];
  let sentWhenUnsent = false;
  let [erasedAt, isStoreSound] = [0, true];
  /** The length of the ledger at each reading, by the change that was compared with it. */
  const readings: { key: string; length: number }[] = [];
  /** A list's unsent rows for each recipient, when it was compared with what was paid by hand. */
  const marks: { key: string; recipient: string; mustAsk: number; asks: number }[] = [];
  /** Changes whose person paid rows once more although they were asked about. */
  const continued = new Set<string>();

  const advance = async (ms: number): Promise<void> => {
    for (const flight of [...flights]) if (Date.now() + ms >= flight.by) flight.arrive();
    vi.advanceTimersByTime(ms);
  };
  const press = (want: 'run' | 'pause' | 'cancel', key = KEY): void => {
    if (erasedAt > 0) return;
    // Everyone who is asked leaves the rows out.
    const list = want === 'run' ? listOf(key) : undefined;
    const left = list && leaveOut().apply(list);
    if (left) write(`change:${key}`, toState(values.get(`asked:${key}`) as Proposal, left));
    write(`directive:${key}`, { want, at: Date.now() });
    write(`due:${key}`, Date.now());
  };
  const payByHand = (): void => {
    const entry = BY_HAND[roll(BY_HAND.length)];
    if (entry !== undefined) ledger.push(entry);
  };
  const write = (key: string, value: unknown): void => {
    values = new Map(values);
    if (value === undefined) values.delete(key);
    else values.set(key, value);
    history = [...history, { at: Date.now(), values }].filter(({ at }) => at >= Date.now() - MAX_LOST_MS);
  };

  const ofPerson = () =>
    [...values.keys()].filter((key) => /^(asked|change|change-note|directive|due|changes):/.test(key));
  const erase = (): void => {
    erasedAt = Date.now();
    for (const key of ofPerson()) write(key, undefined);
    history = [{ at: Date.now(), values, isReplicated: true }];
  };

  /** Waits for its turn. The script chooses what happens meanwhile. */
  const turn = async (process: number, label: string): Promise<Fault> => {
    await scheduler.schedule(Promise.resolve(), `${process} ${label}`);
    const fault = dead.has(process) ? undefined : faultAt(`${process} ${label}`);
    if (fault === 'erase') erase();
    if ((fault === 'crash' || fault === 'failover') && dead.size === 0) dead.add(process);
    // After a rollback, only processes that notice when they slept are safe.
    if ((fault === 'rollback' || fault === 'failover') && clock.noticesSleep) {
      // Replicas have the awaited writes; a restarted Redis only has those on its disk.
      const isSafe = fault === 'failover' || hasSingle || hasOthers;
      const floor = isSafe ? history.findLastIndex(({ isReplicated }) => isReplicated) : 0;
      history = history.slice(0, Math.max(floor + 1, history.length - 1 - roll(5)));
      values = history.at(-1)?.values ?? values;
      generation += 1;
      hasForgotten ||= !isSafe;
    }
    const pressed = PRESSES.find((one) => one === fault);
    if (pressed) press(pressed);
    if (fault === 'sleep') await advance(40_000);
    for (let turns = 0; fault === 'stall' && turns < 30; turns += 1)
      await scheduler.schedule(Promise.resolve(), 'stall');
    if (dead.has(process)) await new Promise<never>(() => {});
    return fault;
  };

  /** Notes a comparison with the ledger, once it's stored. */
  const noteMarks = (key: string, before: State, after: State): void => {
    const [from, to] = [before.paidUpTo, after.paidUpTo].map((point) => Number(point?.newestId ?? 0));
    if (!hasOthers || from === undefined || to === undefined || from === to) return;
    const asked = values.get(`asked:${key}`) as Proposal;
    const rows = toChange(asked, after).rows.filter(({ state }) => state === 'planned');
    const paid = ledger.slice(from, to).filter((entry) => BY_HAND.includes(entry));
    for (const recipient of new Set(rows.map(({ data }) => recipientOf(String(data))))) {
      const own = rows.filter(({ data }) => recipientOf(String(data)) === recipient);
      const byHand = paid.filter((entry) => recipientOf(entry) === recipient).length;
      marks.push({ key, recipient, mustAsk: Math.min(byHand, own.length), asks: own.filter(isAskedAbout).length });
    }
  };

  const storeOf = (process: number): Store => {
    const operate = async <T>(label: string, effect: () => T): Promise<T> => {
      const fault = await turn(process, label);
      isStoreSound &&= fault !== 'lost' && fault !== 'refused';
      // The caller can't tell whether the command arrived.
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
        async replace(key, change, ttlMs) {
          const before = await operate(`read ${name}`, () => get(key));
          const after = before === undefined ? undefined : change(before);
          if (after === undefined) return false;
          return await operate(`replace ${name} ${statesOf(after)}`, () => {
            if (JSON.stringify(get(key)) !== JSON.stringify(before)) return false;
            if (name === 'change' && hasIgnored(before, after)) continued.add(key);
            if (name === 'change') noteMarks(key, before as State, after as State);
            // Expiring after a millisecond counts as deleting.
            set(key, ttlMs === 1 ? undefined : after);
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
            const isDue = (key: string) => ((values.get(`due:${key}`) as number | undefined) ?? Infinity) <= Date.now();
            const keys = [KEY, SINGLE, SECOND].filter(isDue);
            for (const key of keys) write(`due:${key}`, Date.now() + leaseMs);
            return keys;
          }),
      }),
      replicate: (name: string, key: string) =>
        operate('replicate', () => {
          if (values.get(`${name}:${key}`) === undefined) throw new StoreUnavailable('gone');
          history = history.map((one, index) => ({ ...one, isReplicated: index === history.length - 1 }));
          return 1;
        }),
      generation: () => String(generation),
      measure: async () => String(generation),
      withLock: <T>(_: string, work: (lost: AbortSignal) => Promise<T>) => work(new AbortController().signal),
      now: () => Date.now(),
      isErased: async ({ since }: { since: number }) => since <= erasedAt,
    } as unknown as Store;
  };

  const kind = {
    name: 'test.pay',
    words: {},
    row: z.string(),
    baseline: pays,
    async read(acting: object) {
      const { process, key } = acting as never as { process: number; key: string };
      const fault = await turn(process, 'read the game');
      if (fault === 'refused' || (fault === 'lost' && hasOthers))
        throw new GameError({ code: 'service_unavailable', reason: 'down' });
      readings.push({ key, length: ledger.length });
      return { count: ledger.length, ...(fault !== 'lost' && { entries: [...ledger] }) };
    },
    compare(rows: readonly ChangeRow<string>[], baseline: Pays, now: Pays) {
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
    send: (acting: object, row: string) => request(acting as never, row),
    isReadBack: false,
    isAbout: () => true,
    ...(hasOthers && {
      payment: toPayment,
      newestOf: ({ count }: Pays) => String(count),
      paidSince: ({ entries = [] }: Pays, { newestId }: { newestId?: string }) =>
        toLogged(entries, Number(newestId)).toReversed(),
    }),
  } as unknown as Partial<ListKind<string, Pays>>;

  /** One request that changes the game. */
  async function request(
    { process, finalCheck }: { process: number; finalCheck: FinalCheck },
    row: string,
  ): Promise<void> {
    await finalCheck.prepare();
    const connected = await turn(process, 'connect');
    if (connected === 'refused') throw new GameError({ code: 'service_unavailable', reason: 'down' });
    finalCheck.allow();
    const isRefused = connected === 'lost';
    const flight = { by: Date.now() + MAX_FLIGHT_MS, row, arrive: () => {} };
    const arrived = new Promise<void>((resolve) => {
      flight.arrive = () => {
        if (flights.delete(flight) && !isRefused) ledger.push(row);
        resolve();
      };
    });
    flights.add(flight);
    // Its process may die while the request continues.
    if (roll(2) === 0) void scheduler.schedule(Promise.resolve(), `arrival of ${row}`).then(() => flight.arrive());
    await turn(process, 'in flight');
    await arrived;
    const fault = await turn(process, 'response');
    if (fault === 'lost') throw new GameError({ code: 'outcome_unknown', reason: 'no response' });
    if (isRefused) throw new GameError({ code: 'refused', reason: 'not today' });
  }

  const single = {
    ...{ name: 'test.send', scope: 'MESSAGES_SEND', row: z.string(), baseline: z.number(), outcome: z.string() },
    texts: KIT_TEXTS,
    ...(hasOthers && { payment: (row: string) => ({ ...toPayment(row), code: undefined }) }),
    async before({
      game,
      requireUnpaid,
    }: {
      game: { process: number };
      requireUnpaid: LookUpContext['requireUnpaid'];
    }) {
      await turn(game.process, 'read the game');
      readings.push({ key: SINGLE, length: ledger.length });
      await requireUnpaid?.(toLogged([...ledger], 0));
      return ledger.length;
    },
    send: ({ game }: { game: never }, row: string) => request(game, row).then(() => 'sent'),
    entries: (outcome: string) => ({ ids: outcome.split(' ').slice(1), isAll: true }),
    async lookUp({ game, evidence }: { game: { process: number }; evidence: Evidence }, row: string, before: number) {
      await turn(game.process, 'look up');
      const found = ledger.flatMap((one, index) => (one === row && index >= before ? String(index) : []));
      const [first] = await evidence.unclaimed(found);
      return first === undefined ? 'open' : `found ${first}`;
    },
    isOpen: (outcome: string) => outcome === 'open',
    changes: (_: string, outcome = 'open') => [{ result: outcome === 'open' ? 'unknown' : 'done' }],
    gone: () => 'gone',
    view: (_: unknown, { outcome }: { outcome: string }) => outcome,
  };

  const processOf = (process: number) => {
    const store = storeOf(process);
    const changes = createChanges(store, store as never);
    const nothing = async () => {};
    const memory = createMemory(changes);
    const write = async () => ({ isWhole: true, isPublic: false });
    const recorder = createRecorder({ changes, memory, write, log });
    const claims = createClaims(store as never, changes);
    const payments = createPayments(store, store as never);
    const paid = createPaidMeanwhile({ payments, changes, claims, claimKinds: [single.name] });
    const writes = createImmediate({
      ...{ changes, memory, paid, kinds: [single], log, checkLink: nothing, claims },
      ...{ recorder, isUnderWay: async () => false, freeze: { isFrozen: async () => false } },
      audit: { record: write },
      notifier: {
        async notifyUnsent() {
          notified.push('nothing was sent');
          const mayArrive = [...flights].some(({ row }) => row === MESSAGE);
          // Later presses on an erased confirmation send nothing.
          sentWhenUnsent ||= erasedAt === 0 && (ledger.includes(MESSAGE) || mayArrive);
          return true;
        },
      },
      game: { actingAs: () => ({ process }) },
      tokenSources: { of: () => undefined },
      sealed: store,
    } as never);
    const runs = createRuns({
      ...{ changes, memory, paid, singles: writes },
      kinds: [kind as never],
      freeze: { isFrozen: async () => false },
      checkLink: async () => {},
      recorder,
      notifier: {
        progress: () => {},
        pause: async () => {},
        async report({ rows, mode, outcome }) {
          if (mode === 'now')
            return notified.push(String(outcome && 'result' in outcome ? outcome.result : 'failed')) > 0;
          const canceled = rows.flatMap(({ state, data }) => (state === 'canceled' ? [data as string] : []));
          return promises.push({ canceled, sent: [...ledger] }) > 0;
        },
      },
      actAs: (change, more) =>
        ({ process, finalCheck: more?.finalCheck, key: toKey(change), game: { now: () => Date.now() } }) as never,
      wait: async (ms) => {
        const until = Date.now() + ms;
        await turn(process, 'wait');
        if (Date.now() < until) await advance(until - Date.now());
      },
      log,
    });
    /** Presses Confirm of the single change. */
    const confirm = async (): Promise<void> => {
      const id = String(roll(1_000_000));
      const origin = { person: PERSON, server: undefined, interaction: { id, token: '', applicationId: '' } };
      const context = {
        ...{ ...origin, me: ME, language: 'en', game: { process }, services: {}, deadline: { lift: () => {} } },
        ...{
          defer: nothing,
          showProgress: nothing,
          afterReply: (work: () => Promise<void>) => void work().catch(() => {}),
        },
        gameWith: (finalCheck: FinalCheck) => ({ process, finalCheck }),
      } as never;
      const after = await writes.noteStart(origin, { kind: single as never, confirms: 'two' }).catch(() => nothing);
      const found = await writes.find(context, single as never, 'two').catch(nothing);
      if (found)
        await writes.confirm(context, single as never, found).then(
          (view) => notified.push(String(view)),
          () => {},
        );
      await after().catch(() => {});
    };
    const ask = () =>
      changes.ask({
        ...ASKED(),
        id: 'two',
        kind: single.name,
        mode: 'now',
        rows: [MESSAGE],
        baseline: 0,
        expiresAt: Infinity,
      });
    const presses = createPresses({
      ...{ changes, memory, paid, recorder, runs, kinds: [kind], isFrozen: async () => false },
      track: (run: Promise<void>) => run.catch(() => {}),
      quotaOf: async () => ({ limit: 500, left: 500 }),
      views: {
        preview: async () => 'asked',
        list: () => 'begun',
        expired: () => {},
        notice: () => {},
        summary: () => ({}),
      },
    } as never);
    /** Previews the list of an account. */
    const preview = (personId: string) =>
      changes.ask(personId === '1' ? ofAccount(ASKED()) : ofAccount(ASKED_SECOND()));
    /** Presses Confirm of an account's list. A question isn't answered. */
    const confirmList = async (personId: string): Promise<void> => {
      const key = personId === '1' ? KEY : SECOND;
      const context = {
        ...{
          person: { ...PERSON, id: personId },
          me: ME,
          language: 'en',
          interaction: { token: '', applicationId: '' },
        },
        ...{ process, key, game: { now: () => Date.now() }, afterReply: (work: () => Promise<void>) => void work() },
      };
      await presses.confirm(context as never, key.slice(2)).catch(nothing);
    };
    return { changes, memory, runs, confirm, ask, preview, confirmList };
  };
  /** Starts the list in a process, like a confirmation. */
  const begin = async ({ changes, memory }: ReturnType<typeof processOf>): Promise<void> => {
    const begun = newState({ startedAt: Date.now(), rows: ROWS.map(() => ({ state: 'planned' })) });
    await changes.prepare(ASKED());
    await changes.begin(KEY, begun);
    memory.remember(toChange(ASKED(), begun), 'sincePreview');
  };
  const listOf = (key: string): Change | undefined => {
    const [asked, state] = [values.get(`asked:${key}`), values.get(`change:${key}`)];
    return asked && state ? toChange(asked as Proposal, state as State) : undefined;
  };
  const stored = (): Change | undefined => listOf(KEY);
  return {
    payByHand,
    readings,
    marks,
    continued,
    listOf,
    keys: { list: KEY, second: SECOND, single: SINGLE },
    ledger,
    advance,
    press,
    processOf,
    begin,
    stored,
    key: KEY,
    promises,
    notified,
    /** A dead process's last write, which can't be deleted, expires. */
    leftAfterErasure: () =>
      erasedAt > 0 && dead.size === 0 && isStoreSound
        ? ofPerson().filter((key) => /^(asked|change|directive):/.test(key))
        : [],
    hasForgotten: () => hasForgotten,
    wasFalse: () => sentWhenUnsent,
  };
}

const PERSON = { id: '1', name: 'Kestrel', mention: '<@1>', locale: 'en-US' };
const ME = { uid: '1:1', name: 'Vael Ondar' };
const ASKED = (): Proposal => ({
  ...{ id: 'one', kind: 'test.pay', mode: 'list', rows: ROWS, baseline: { count: 0, entries: [] } },
  ...{ person: PERSON, character: ME },
  askedAt: Date.now(),
});

const ASKED_SECOND = (): Proposal => ({
  ...{ ...ASKED(), id: 'three', rows: SECOND_ROWS },
  person: { ...PERSON, id: '2' },
});
/** As a preview stores it before anything was paid. */
const ofAccount = (asked: Proposal): Proposal => ({
  ...asked,
  expiresAt: Number.MAX_SAFE_INTEGER,
  paidUpTo: { position: 0, newestId: '0' },
});

/** Lists mark their entries with a code, and single changes claim theirs. */
const toPayment = (row: string): Payment => ({
  recipient: { uid: recipientOf(row), name: '' },
  amount: 1,
  code: row,
});
const toLogged = (entries: readonly string[], from: number): LoggedPayment[] =>
  entries.slice(from).map((entry, index) => {
    const isCoded = entry !== MESSAGE && !BY_HAND.includes(entry);
    return { id: String(from + index), uid: recipientOf(entry), amount: 1, codes: isCoded ? [entry] : [], at: 0 };
  });

/** True if a list goes on with rows that its person was asked about. */
function hasIgnored(before: unknown, after: unknown): boolean {
  const [asked, resumed] = [before as Partial<State>, after as Partial<State>];
  if (asked.pause?.why !== 'paid' || resumed.pause !== undefined) return false;
  return asked.rows?.some((row) => isAskedAbout(row as ChangeRow)) === true;
}

export function statesOf(stored: unknown): string {
  return String((stored as Partial<Change>).rows?.map(({ state }) => state) ?? '');
}
