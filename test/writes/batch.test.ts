import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { OtherCharacter } from '../../src/account/accessToken.ts';
import { createSealer } from '../../src/account/seal.ts';
import { createSealedStore } from '../../src/account/sealedStore.ts';
import { GameError, type GameFailure } from '../../src/game/errors.ts';
import type { LastLook } from '../../src/game/request/call.ts';
import { ProcessStopping } from '../../src/running.ts';
import type { Store } from '../../src/store/store.ts';
import { createBatchRuns, LOOK_FOR_MS } from '../../src/writes/batch/batch.ts';
import { createBatches } from '../../src/writes/batch/batches.ts';
import { type AnyBatchKind, BATCH_MS, type Batch, type Pause, type Wish } from '../../src/writes/batch/batchKind.ts';
import { editRow } from '../../src/writes/batch/batchMemory.ts';
import { createBatchPresses } from '../../src/writes/batch/batchPresses.ts';
import { RESTORED } from '../../src/writes/restore.ts';
import { engines, KEY } from '../account/rig.ts';
import { raw } from '../support/collections.ts';

const log = pino({ level: 'silent' });
const fail = (failure: GameFailure) => () => Promise.reject(new GameError(failure));
const OTHER = () => Promise.reject(new OtherCharacter('linked to another'));
/** The last look took too long, although what it stores gets through later. */
const SLOW = () => Promise.reject(new DOMException('no response', 'TimeoutError'));
const HQ = fail({ code: 'refused', reason: 'Requires powered HQ' });
/** A reading that doesn't reach back to what was sent. */
const SAYS_NOTHING = [undefined, undefined, undefined];

describe.each(engines)('batches over $engine', ({ open }) => {
  let stores: Store[];
  /** What the game has done. */
  let ledger: string[];
  /** What happens to the next rows before they leave, and to their responses. */
  let departures: (() => Promise<unknown>)[];
  let responses: (() => Promise<unknown>)[];
  let read: () => Promise<unknown>;
  let wait: (ms: number) => Promise<unknown>;
  let isFrozen: boolean;
  let told: string[];
  let waits: number[];
  /** After how many ms a process goes on with it. */
  let wakes: number[];
  let begun: Batch;

  const KIND = {
    name: 'test.pay',
    row: z.string(),
    baseline: z.looseObject({}),
    read: () => read(),
    compare: (rows: { data: string }[], _: unknown, now: unknown[]) =>
      now.some((one) => typeof one !== 'string') ? now : rows.map(({ data }) => now.includes(data)),
    toBaseline: (now: unknown[]) => (now.includes(true) ? { seen: now.indexOf(true) } : {}),
    async send(acting: unknown, row: string) {
      const lastLook = acting as LastLook;
      const departure = departures.shift();
      const prepared = lastLook.prepare();
      if (departure !== SLOW) await prepared;
      await departure?.();
      lastLook.allow();
      const response = responses.shift();
      if (response !== HQ) ledger.push(row);
      await response?.();
    },
    isReadBack: false,
    isAbout: (reason: string) => !reason.includes('HQ'),
  } as unknown as AnyBatchKind;

  beforeEach(() => {
    [stores, ledger, departures, responses, told, waits, wakes] = [[], [], [], [], [], [], []];
    read = async () => [...ledger];
    wait = async () => {};
    isFrozen = false;
  });
  afterEach(() => Promise.all(stores.map((store) => store.close())));

  /** One process of the bot, as far as batches go. */
  async function startProcess(kinds = [KIND]) {
    const store = await open();
    stores.push(store);
    const batches = createBatches(store, createSealedStore(store, createSealer([KEY])));
    const wake = async (id: string, delayMs: number): Promise<void> => {
      wakes.push(delayMs);
      await batches.wake(id, delayMs);
    };
    const runs = createBatchRuns({
      batches: { ...batches, wake },
      kinds,
      freeze: { isFrozen: async () => isFrozen },
      recordEnd: async () => {},
      telling: {
        progress: () => {},
        pause: async ({ pause }) => void told.push(pause?.why ?? ''),
        report: async ({ rows }) => void told.push(rows.map(({ state }) => state).join(' ')),
      },
      actAs: (_, lastLook) => lastLook as never,
      isErased: async () => false,
      wait: (ms) => {
        if (ms > 0) waits.push(ms);
        return wait(ms);
      },
      log,
    });
    return {
      store,
      batches,
      runs,
      press: (want: Wish['want']) => batches.wish(begun.id, want),
      /** What the sweep does once the batch is due. */
      goOn: () => runs.run(begun.id),
    };
  }

  /** A process that has begun a batch of three rows. */
  async function begin(changes: Partial<Batch> = {}) {
    const process = await startProcess();
    begun = {
      id: randomUUID(),
      kind: KIND.name,
      version: 'first',
      person: { id: randomUUID(), name: 'Kestrel', mention: '<@1>', locale: 'en-US' },
      character: { uid: '1:1', name: 'Vael Ondar' },
      interaction: { token: '', applicationId: '' },
      startedAt: process.batches.now(),
      baseline: {},
      rows: ['a', 'b', 'c'].map((data) => ({ data, state: 'planned' })),
      ...changes,
    };
    await process.batches.begin(begun);
    process.runs.noteBegun(begun);
    return process;
  }

  test.each<[Pause['why'], () => Promise<unknown>]>([
    ['requests', fail({ code: 'rate_limited', until: new Date(Date.now() + 300_000) })],
    ['game', fail({ code: 'service_unavailable', reason: 'down' })],
  ])('a pause because of %s ends alone', async (why, departure) => {
    const { goOn } = await begin();
    departures = [async () => {}, departure];
    await goOn();
    expect([told, ledger]).toEqual([[why], ['a']]);
    expect(wakes.at(-1)).toBeGreaterThan(55_000);
    expect(wakes.at(-1)).toBeLessThanOrEqual(300_000);
    await goOn();
    expect([told.at(-1), ledger]).toEqual(['done done done', ['a', 'b', 'c']]);
  });

  test.each<[Pause['why'], () => Promise<unknown>]>([
    ['token', fail({ code: 'token_rejected' })],
    ['character', OTHER],
    [
      'frozen',
      async () => {
        isFrozen = true;
      },
    ],
  ])('a pause because of %s needs a press, also in another process', async (why, departure) => {
    const { goOn } = await begin();
    departures = [async () => {}, departure];
    await goOn();
    isFrozen = false;
    const other = await startProcess();
    for (const one of [goOn, other.goOn]) await one();
    expect(told).toEqual([why]);
    expect(wakes.at(-1)).toBeGreaterThan(BATCH_MS - 60_000);
    expect(ledger).toEqual(why === 'frozen' ? ['a', 'b'] : ['a']);
    await other.press('run');
    await other.goOn();
    expect(waits).toEqual([LOOK_FOR_MS]);
    expect([told.at(-1), ledger]).toEqual(['done done done', ['a', 'b', 'c']]);
  });

  test('someone who pauses it can continue at once, even before it waits', async () => {
    const { goOn, press } = await begin();
    responses = [() => press('pause')];
    await goOn();
    expect([told, ledger]).toEqual([['asked'], ['a']]);
    await goOn();
    expect(told).toEqual(['asked']);
    const other = await begin({ pause: { why: 'asked', at: Date.now() + 60_000 } });
    await other.press('run');
    await other.goOn();
    expect(told.at(-1)).toBe('already done done');
  });

  test('a press that comes while it begins to wait is not lost', async () => {
    const { goOn, press } = await begin();
    departures = [() => press('cancel').then(fail({ code: 'token_rejected' }))];
    await goOn();
    expect([told, wakes.at(-1)]).toEqual([['token'], 0]);
    await goOn();
    expect([told.at(-1), ledger]).toEqual(['canceled canceled canceled', []]);
  });

  test('a refusal that may meet every row stops it after the first, until someone goes on', async () => {
    const { goOn, press } = await begin();
    responses = [HQ, HQ];
    await goOn();
    expect(told).toEqual(['refused']);
    await press('run');
    await goOn();
    expect([told.at(-1), ledger]).toEqual(['refused refused done', ['c']]);
  });

  test('what the game no longer shows pauses it', async () => {
    const { goOn } = await begin();
    read = async () => SAYS_NOTHING;
    await goOn();
    expect([told, ledger]).toEqual([['gap'], []]);
  });

  test('what the game no longer shows stops only a process that doesn’t know what was sent', async () => {
    const { goOn, press } = await begin();
    responses = [() => press('pause')];
    await goOn();
    read = async () => SAYS_NOTHING;
    const other = await startProcess();
    await press('run');
    await other.goOn();
    expect([told, ledger]).toEqual([['asked', 'gap'], ['a']]);
    const { goOn: goOnAgain, press: pressAgain } = await begin();
    read = async () => [...ledger];
    ledger = [];
    responses = [() => pressAgain('pause')];
    await goOnAgain();
    read = async () => SAYS_NOTHING;
    await pressAgain('run');
    await goOnAgain();
    expect([told.at(-1), ledger]).toEqual(['done done done', ['a', 'b', 'c']]);
  });

  test('a row about which a reading says nothing is not sent, and what was read last is compared with', async () => {
    const { goOn, press, batches } = await begin();
    read = async () => [undefined, false, false];
    await goOn();
    expect([told, ledger]).toEqual([['gap'], []]);
    expect((await batches.get(begun.id))?.baseline).toEqual({});
    read = async () => [false, true, false];
    await press('run');
    await goOn();
    expect([told.at(-1), ledger]).toEqual(['done already done', ['a', 'c']]);
    expect((await batches.get(begun.id))?.baseline).toEqual({ seen: 1 });
  });

  test('canceling keeps what is in flight, and reports once however often it wakes', async () => {
    const { goOn, press } = await begin();
    responses = [() => press('cancel')];
    for (let times = 0; times < 3; times += 1) await goOn();
    expect([told, ledger]).toEqual([['done canceled canceled'], ['a']]);
  });

  test('a cancel is final, even if someone presses Continue afterwards', async () => {
    const { goOn, press } = await begin();
    responses = [() => press('cancel').then(() => press('run'))];
    await goOn();
    expect([told, ledger]).toEqual([['done canceled canceled'], ['a']]);
  });

  test('only one batch of a person is open, and only its rows that may be sent count as under way', async () => {
    const { batches, runs, goOn } = await begin();
    const another = { ...begun, id: randomUUID() };
    expect(await batches.begin(another)).toBe(false);
    const covers = (write: { data: unknown }, row: unknown) => write.data === row;
    const presses = createBatchPresses({ batches, runs, kinds: [{ ...KIND, covers }] } as never);
    const isUnderWay = (data: string) => presses.covers(begun.person.id, { kind: 'test', data });
    expect([await isUnderWay('a'), await isUnderWay('d')]).toEqual([true, false]);
    await goOn();
    expect(await isUnderWay('a')).toBe(false);
    // Previewed before the first one of this kind began, which another one has followed.
    const unlike = { ...another, id: randomUUID(), kind: 'other', finishedAt: 1 };
    expect(await batches.begin(unlike, begun.startedAt)).toBe(true);
    expect(await batches.begin(another, begun.startedAt)).toBe(false);
    expect(await batches.begin(another, begun.startedAt + 1)).toBe(true);
  });

  test('a row without a response is looked up, and stays unknown if it is not found', async () => {
    const { goOn } = await begin();
    const lost = fail({ code: 'outcome_unknown', reason: 'no response' });
    responses = [lost, () => lost().finally(() => ledger.pop())];
    await goOn();
    expect(told).toEqual(['found unknown done']);
    expect(waits).toEqual([500, 500, 2_500, 7_000, 20_000]);
  });

  test('24 hours after the confirmation, nothing more is sent', async () => {
    const { goOn } = await begin({ startedAt: Date.now() - BATCH_MS - 60_000, pause: { why: 'token', at: 0 } });
    await goOn();
    expect([told, ledger]).toEqual([['canceled canceled canceled'], []]);
  });

  test.each([
    [['a'], 'found canceled canceled'],
    [SAYS_NOTHING, 'unknown unknown unknown'],
  ])('a batch of a restored backup is only looked up: %j', async (shown, report) => {
    const { store, batches } = await begin();
    await store.collection(RESTORED).set('last', batches.now() + 1);
    read = async () => shown;
    await (await startProcess()).goOn();
    expect([told, ledger]).toEqual([[report], []]);
  });

  test('one of an unknown kind, or that cannot be read, waits as it is', async () => {
    const { batches, store } = await begin();
    const sealed = store.collection(raw('batch', z.unknown()));
    const before = await sealed.get(begun.id);
    const older = await startProcess([]);
    await older.goOn();
    expect(await sealed.get(begun.id)).toEqual(before);
    await sealed.set(begun.id, 'broken');
    await older.goOn();
    expect(await sealed.get(begun.id)).toBe('broken');
    expect([told, ledger, wakes]).toEqual([[], [], [600_000, 600_000]]);
    await batches.settle(begun.id);
  });

  test('a process that is about to end sends no further row, and another one goes on', async () => {
    const { goOn } = await begin();
    responses = [
      async () => {
        wait = () => Promise.reject(new ProcessStopping());
      },
    ];
    await goOn();
    expect([told, ledger, wakes]).toEqual([[], ['a'], [1_000]]);
    wait = async () => {};
    await (await startProcess()).goOn();
    expect([told, ledger]).toEqual([['done done done'], ['a', 'b', 'c']]);
  });

  test('a last look that took too long is no attempt, whenever its changes are stored', async () => {
    const { goOn } = await begin();
    departures = [SLOW];
    await goOn();
    expect([ledger, wakes]).toEqual([[], [1_000]]);
    await goOn();
    expect([told, ledger]).toEqual([['done done done'], ['a', 'b', 'c']]);
  });

  test('a row that another process has ended meanwhile is not sent', async () => {
    const { goOn, batches } = await begin();
    // As one does whose lease ran out before it could store what it sent.
    wait = async () => {
      if (ledger.length === 1) await batches.change(begun.id, editRow(1, { state: 'done' }));
    };
    await goOn();
    expect([told, ledger]).toEqual([[], ['a']]);
    await goOn();
    expect([told, ledger]).toEqual([['done done done'], ['a', 'c']]);
  });

  test('erasing finds every batch of a person, however many there were', async () => {
    const { batches, store } = await begin({ finishedAt: 1 });
    const ids = Array.from({ length: 22 }, () => randomUUID());
    for (const id of ids) await batches.begin({ ...begun, id });
    await batches.erase(begun.person.id);
    const sealed = store.collection(raw('batch', z.unknown()));
    expect(await Promise.all([begun.id, ...ids].map((id) => sealed.get(id)))).toEqual(Array(23).fill(undefined));
  });
});
