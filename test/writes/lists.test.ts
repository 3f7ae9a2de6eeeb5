import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { pino } from 'pino';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { OtherCharacter } from '../../src/account/accessToken.ts';
import type { Recording } from '../../src/account/audit.ts';
import { createSealer } from '../../src/account/seal.ts';
import { createSealedStore } from '../../src/account/sealedStore.ts';
import { GameError, type GameFailure } from '../../src/game/errors.ts';
import type { FinalCheck } from '../../src/game/request/call.ts';
import { ProcessStopping } from '../../src/running.ts';
import { type Store, StoreUnavailable } from '../../src/store/store.ts';
import { KIT_TEXTS } from '../../src/view/language.ts';
import {
  type Change,
  type Directive,
  MAX_RUN_MS,
  type Pause,
  type Proposal,
  type State,
  toChange,
  toKey,
  toProposal,
  toState,
} from '../../src/writes/change.ts';
import { createChanges, KEPT_MS } from '../../src/writes/changes.ts';
import type { AnyListKind, WriteContext } from '../../src/writes/kind.ts';
import { createMemory } from '../../src/writes/memory.ts';
import { createPaidMeanwhile } from '../../src/writes/paidMeanwhile.ts';
import { createPayments } from '../../src/writes/payments.ts';
import { createPresses } from '../../src/writes/presses.ts';
import { createRecorder } from '../../src/writes/recorder.ts';
import { RESTORED } from '../../src/writes/restore.ts';
import { createRuns, SETTLE_MS } from '../../src/writes/run.ts';
import { settleRow } from '../../src/writes/transitions.ts';
import { KEY, openRedis as open } from '../account/rig.ts';
import { raw } from '../support/collections.ts';

const log = pino({ level: 'silent' });
const fail = (failure: GameFailure) => () => Promise.reject(new GameError(failure));
const OTHER = () => Promise.reject(new OtherCharacter('linked to another'));
/** The final check took too long, although its write arrives later. */
const SLOW = () => Promise.reject(new DOMException('no response', 'TimeoutError'));
const REFUSED_BY_GAME = fail({ code: 'refused', reason: 'Requires powered HQ' });
const NARROWED = fail({ code: 'scope_missing', scope: 'CHARACTER_PRIVILEGES' });
/** A reading that doesn't reach back to the sent rows. */
const SAYS_NOTHING = [undefined, undefined, undefined];
const [STATES, ASKED] = [raw('change', z.unknown()), raw('asked', z.unknown())];
const DIRECTIVES = raw('directive', z.unknown());

describe('lists', () => {
  /** Rows that the game has done. */
  let ledger: string[];
  /** Work before the next rows are sent, or before their responses. */
  let departures: (() => Promise<unknown>)[];
  let responses: (() => Promise<unknown>)[];
  let read: (rows: readonly string[]) => Promise<unknown>;
  let wait: (ms: number) => Promise<unknown>;
  let checkLink: () => Promise<unknown>;
  let record: (ended: Change) => Promise<Recording>;
  let isFrozen: boolean;
  let hasReplica: boolean;
  /** The store's generation, as this process last measured it. */
  let generation: number;
  let notified: string[];
  let waits: number[];
  /** Delays in ms after which a process resumes it. */
  let wakes: number[];
  let begun: Change;

  const KIND = {
    name: 'test.pay',
    words: {},
    row: z.string(),
    baseline: z.looseObject({}),
    read: (_: unknown, rows: string[]) => read(rows),
    compare: (rows: { data: string }[], _: unknown, now: unknown[]) =>
      now.some((one) => typeof one !== 'string') ? now : rows.map(({ data }) => now.includes(data)),
    toBaseline: (now: unknown[]) => (now.includes(true) ? { seen: now.indexOf(true) } : {}),
    async send(acting: unknown, row: string) {
      const finalCheck = acting as FinalCheck;
      const departure = departures.shift();
      const prepared = finalCheck.prepare();
      if (departure !== SLOW) await prepared;
      await departure?.();
      finalCheck.allow();
      const response = responses.shift();
      if (response !== REFUSED_BY_GAME) ledger.push(row);
      await response?.();
    },
    isReadBack: false,
    isAbout: (reason: string) => !reason.includes('HQ'),
    record: (row: string) => ({ target: { name: row } }),
    covers: (write: { data: unknown }, row: string) => write.data === row,
    invert: (row: string) => `${row}-`,
  } as unknown as AnyListKind;
  /** Rows with the same first letter are read together. */
  const GROUPED = { ...KIND, name: 'test.grant', isReadBack: true, groupOf: (row: string) => row.charAt(0) };
  const BOTH = [KIND, GROUPED] as AnyListKind[];

  beforeEach(() => {
    [ledger, departures, responses, notified, waits, wakes] = [[], [], [], [], [], []];
    read = async () => [...ledger];
    checkLink = wait = async () => {};
    record = async () => ({ isWhole: true, isPublic: false });
    [isFrozen, hasReplica, generation] = [false, true, 0];
  });

  const freeze = async (): Promise<void> => {
    isFrozen = true;
  };

  /** The part of a bot's process for lists. */
  async function startProcess(kinds = BOTH) {
    const opened = await open();
    const store: Store = {
      ...opened,
      generation: () => String(generation),
      measure: async () => String(generation),
      replicate: async (...one) =>
        hasReplica ? opened.replicate(...one) : Promise.reject(new StoreUnavailable('no replica')),
    };
    const sealed = createSealedStore(store, createSealer([KEY]));
    const stored = createChanges(store, sealed);
    const changes = {
      ...stored,
      wake: async (key: string, delayMs: number): Promise<void> => {
        wakes.push(delayMs);
        await stored.wake(key, delayMs);
      },
    };
    const memory = createMemory(changes);
    const recorder = createRecorder({ changes, memory, write: (ended) => record(ended), log });
    const payments = createPayments(store, sealed);
    const claims = { ownerOf: async () => undefined };
    const paid = createPaidMeanwhile({ payments, changes, claims, claimKinds: [] });
    const runs = createRuns({
      ...{ changes, memory, paid, singles: {} as never },
      kinds,
      freeze: { isFrozen: async () => isFrozen },
      checkLink: async () => void (await checkLink()),
      recorder,
      notifier: {
        progress: () => {},
        // With an end, its view would be the report.
        pause: async ({ pause, finishedAt }) => void notified.push(finishedAt ? 'ended' : (pause?.why ?? '')),
        report: async ({ rows }) => notified.push(rows.map(({ state }) => state).join(' ')) > 0,
      },
      actAs: (_, more) => more?.finalCheck as never,
      wait: (ms) => {
        if (ms > 0) waits.push(ms);
        return wait(ms);
      },
      log,
    });
    const ended: Promise<void>[] = [];
    const presses = createPresses({
      ...{
        changes,
        memory,
        paid,
        runs,
        kinds,
        isFrozen: async () => isFrozen,
        track: (run: Promise<void>) => ended.push(run),
      },
      quotaOf: async () => ({ limit: 500, left: 500 }),
      recorder,
      views: {
        preview: async (_: unknown, __: unknown, { id }: { id: string }) => ({ id }),
        list: (_: unknown, { rows }: Change) => rows.map(({ state }) => state).join(' '),
        unsettled: () => 'unsettled',
        expired: () => 'expired',
        notice: (sentence: string) => sentence,
        summary: () => ({ title: '' }),
      },
    } as never);
    return {
      ...{ store, changes, memory, runs, presses, ended },
      press: (want: Directive['want']) => changes.direct(toKey(begun), want),
      /** Does a sweep's work. Returns what people were told and what the game has done by then. */
      async resume() {
        await runs.run(toKey(begun));
        return [notified.join(', '), ledger] as const;
      },
    };
  }

  /** A process that has started a list of three rows. */
  async function begin({
    rows = ['a', 'b', 'c'],
    kind = KIND.name,
    askedAt = 0,
    readAt = askedAt,
    ...changed
  }: Begun = {}) {
    const process = await startProcess();
    const asked: Proposal = {
      ...{ id: randomUUID(), kind, mode: 'list', rows, baseline: {}, askedAt, readAt },
      person: { id: randomUUID(), name: 'Kestrel', mention: '<@1>', locale: 'en-US' },
      character: { uid: '1:1', name: 'Vael Ondar' },
    };
    const state: State = {
      ...{ version: 'first', count: 0, phase: 'begun', startedAt: process.changes.now(), reasons: [] },
      ...{ interaction: { token: '', applicationId: '' }, rows: rows.map(() => ({ state: 'planned' })), ...changed },
    };
    begun = toChange(asked, state);
    await process.changes.prepare(asked);
    await process.changes.begin(toKey(asked), state);
    process.memory.remember(begun, 'sincePreview');
    return process;
  }
  type Begun = Partial<Pick<Proposal, 'rows' | 'kind' | 'askedAt' | 'readAt'>> &
    Partial<Pick<State, 'startedAt' | 'pause'>>;

  test.each<[Pause['why'], () => Promise<unknown>]>([
    ['requests', fail({ code: 'rate_limited', until: new Date(Date.now() + 300_000) })],
    ['game', fail({ code: 'service_unavailable', reason: 'down' })],
  ])('a pause because of %s ends without a press', async (why, departure) => {
    const { resume } = await begin();
    departures = [async () => {}, departure];
    expect(await resume()).toEqual([why, ['a']]);
    expect(wakes.at(-1)).toBeGreaterThan(55_000);
    expect(wakes.at(-1)).toBeLessThanOrEqual(300_000);
    expect(await resume()).toEqual([`${why}, done done done`, ['a', 'b', 'c']]);
  });

  test.each<[Pause['why'], () => Promise<unknown>]>([
    ['token', fail({ code: 'token_rejected' })],
    ['character', OTHER],
    ['frozen', freeze],
  ])('a pause because of %s needs a press, also in another process', async (why, departure) => {
    const { resume } = await begin();
    departures = [async () => {}, departure];
    await resume();
    isFrozen = false;
    const other = await startProcess();
    for (const one of [resume, other.resume]) await one();
    expect(notified).toEqual([why]);
    expect(wakes.at(-1)).toBeGreaterThan(MAX_RUN_MS - 60_000);
    expect(ledger).toEqual(why === 'frozen' ? ['a', 'b'] : ['a']);
    await other.press('run');
    expect(await other.resume()).toEqual([`${why}, done done done`, ['a', 'b', 'c']]);
    expect(waits).toEqual([SETTLE_MS]);
  });

  test('someone who pauses it can continue at once, even before it waits', async () => {
    const { resume, press } = await begin();
    responses = [() => press('pause')];
    expect(await resume()).toEqual(['asked', ['a']]);
    expect(await resume()).toEqual(['asked', ['a']]);
    const other = await begin({ pause: { why: 'asked', at: Date.now() + 60_000 } });
    await other.press('run');
    expect(await other.resume()).toEqual(['asked, already done done', ['a', 'b', 'c']]);
  });

  test('a press that comes while it begins to wait is not lost', async () => {
    const { resume, press } = await begin();
    departures = [() => press('cancel').then(fail({ code: 'token_rejected' }))];
    expect([...(await resume()), wakes.at(-1)]).toEqual(['token', [], 0]);
    expect(await resume()).toEqual(['token, canceled canceled canceled', []]);
  });

  test('a refusal that may affect every row stops the list after the first, until someone continues', async () => {
    const { resume, press } = await begin();
    responses = [REFUSED_BY_GAME, REFUSED_BY_GAME];
    expect(await resume()).toEqual(['refused', []]);
    await press('run');
    expect(await resume()).toEqual(['refused, refused refused done', ['c']]);
  });

  test('a gap in what the game shows pauses the list', async () => {
    const { resume } = await begin();
    read = async () => SAYS_NOTHING;
    expect(await resume()).toEqual(['gap', []]);
  });

  test('a gap in what the game shows only stops a process that doesn’t know what was sent', async () => {
    const { resume, press } = await begin();
    responses = [() => press('pause')];
    await resume();
    read = async () => SAYS_NOTHING;
    const other = await startProcess();
    await press('run');
    expect(await other.resume()).toEqual(['asked, gap', ['a']]);
    const { resume: resumeAgain, press: pressAgain } = await begin();
    read = async () => [...ledger];
    ledger = [];
    responses = [() => pressAgain('pause')];
    await resumeAgain();
    read = async () => SAYS_NOTHING;
    await pressAgain('run');
    expect(await resumeAgain()).toEqual(['asked, gap, asked, done done done', ['a', 'b', 'c']]);
  });

  test('a row that a reading can’t decide is not sent, and later readings are compared with the newest one', async () => {
    const { resume, press, changes } = await begin();
    read = async () => [undefined, false, false];
    expect(await resume()).toEqual(['gap', []]);
    expect((await changes.get(toKey(begun)))?.baseline).toEqual({});
    read = async () => [false, true, false];
    await press('run');
    expect(await resume()).toEqual(['gap, done already done', ['a', 'c']]);
    expect((await changes.get(toKey(begun)))?.baseline).toEqual({ seen: 1 });
  });

  test('canceling keeps the row in flight, and is reported once however often the list wakes', async () => {
    const { resume, press } = await begin();
    responses = [() => press('cancel')];
    for (let times = 0; times < 2; times += 1) await resume();
    expect(await resume()).toEqual(['done canceled canceled', ['a']]);
  });

  test('a cancel is final, even if someone presses Continue afterwards', async () => {
    const { resume, press } = await begin();
    responses = [() => press('cancel').then(() => press('run'))];
    expect(await resume()).toEqual(['done canceled canceled', ['a']]);
  });

  type Process = Awaited<ReturnType<typeof begin>>;
  /** The person, and the results of their Confirm. */
  function toPerson({ presses, ended }: Process) {
    const works: (() => Promise<void>)[] = [];
    const context = {
      ...{ language: 'en', person: begun.person, me: begun.character, interaction: begun.interaction },
      afterReply: (work: () => Promise<void>) => works.push(work),
    } as never as WriteContext;
    const confirm = async (id: string) => {
      await presses.confirm(context, id);
      return async () => {
        for (const work of works) await work();
        await Promise.all(ended);
      };
    };
    return { context, confirm };
  }

  /** A person's press on the preview of these rows. */
  async function preview(process: Process, kind: unknown, rows: string[]) {
    const { context, confirm } = toPerson(process);
    const { id } = (await process.presses.preview(context, kind as AnyListKind, { rows })) as never as { id: string };
    return () => confirm(id);
  }

  test('a person has one open list of each kind, and earlier previews are stale', async () => {
    const process = await begin({ rows: ['a'] });
    const [other, same] = [await preview(process, GROUPED, ['x1', 'x2']), preview(process, KIND, ['b', 'c'])];
    await expect(same).rejects.toThrow('already have changes in progress');
    const end = await other();
    const isUnderWay = (data: string) => process.presses.covers(begun.person.id, { kind: 'test', data });
    expect([await isUnderWay('a'), await isUnderWay('d')]).toEqual([true, false]);
    await Promise.all([process.resume(), end()]);
    expect([notified.toSorted(), ledger.toSorted()]).toEqual([
      ['done', 'done done'],
      ['a', 'x1', 'x2'],
    ]);
    expect(await isUnderWay('a')).toBe(false);
    const [first, second] = [await preview(process, KIND, ['b', 'c']), await preview(process, KIND, ['c', 'd'])];
    const endFirst = await first();
    await expect(second()).rejects.toThrow('already have changes in progress');
    await endFirst();
    await expect(second()).rejects.toThrow("You've confirmed other changes since");
    expect(ledger.slice(3)).toEqual(['b', 'c']);
  });

  describe('a list that is put before a waiting one', () => {
    const OTHER_OPEN = 'already have changes in progress';
    /** A list that someone paused after its first row. */
    async function beginWaiting(begun: Begun = {}) {
      const process = await begin(begun);
      responses = [() => process.press('pause')];
      await process.resume();
      expect(notified.splice(0)).toEqual(['asked']);
      return process;
    }

    test('is sent first, in any process; the other reads again afterwards, at once, and sends the rest', async () => {
      const process = await beginWaiting();
      await (await preview(process, KIND, ['x', 'y']))();
      const other = await startProcess();
      await other.press('run');
      for (const { resume } of [process, other, process]) await resume();
      expect([notified.splice(0), ledger]).toEqual([['first'], ['a']]);
      const [first] = await other.changes.openListsOf(begun.person.id);
      wakes = [];
      await other.runs.run(first ? toKey(first) : '');
      expect([notified.splice(0), ledger, wakes]).toEqual([['done done'], ['a', 'x', 'y'], [0]]);
      ledger.push('b');
      await process.resume();
      expect([notified, ledger]).toEqual([['done already done'], ['a', 'x', 'y', 'b', 'c']]);
    });

    test('is looked for every minute, without an edit, a message or a refused preview, and even if it can’t wake the other', async () => {
      const process = await beginWaiting();
      await (await preview(process, KIND, ['x', 'y']))();
      await process.press('run');
      await process.resume();
      const before = await process.changes.getState(toKey(begun));
      wakes = [];
      for (const { resume } of [process, await startProcess(), process]) await resume();
      expect([notified.splice(0), wakes]).toEqual([['first'], [60_000, 60_000, 60_000]]);
      expect(await process.changes.getState(toKey(begun))).toEqual(before);
      await process.presses.preview(toPerson(process).context, GROUPED, { rows: ['z1'] });
      const [first] = await process.changes.openListsOf(begun.person.id, KIND.name);
      await process.changes.edit(first ? toKey(first) : '', {
        name: 'end',
        apply: (one) => ({ ...one, phase: 'ended' }),
      });
      await process.resume();
      expect([notified, ledger]).toEqual([['done done done'], ['a', 'b', 'c']]);
    });

    test('lets the other send nothing that a reading can’t decide any more', async () => {
      const process = await beginWaiting();
      await (await (await preview(process, KIND, ['x']))())();
      read = async () => SAYS_NOTHING;
      await process.press('run');
      await process.resume();
      expect([notified.join(), ledger.join()]).toEqual(['done,gap', 'a,x']);
    });

    test('may do what the other has yet to do for a whole group: that is read, however fresh its preview', async () => {
      const process = await beginWaiting({ kind: GROUPED.name, rows: ['x1', 'x2', 'y1'], askedAt: Date.now() });
      await expect(preview(process, GROUPED, ['x3', 'z1'])).rejects.toThrow('have some of these, too');
      await (await (await preview(process, GROUPED, ['y1']))())();
      await process.press('run');
      await process.resume();
      expect([notified.join(), ledger.join()]).toEqual(['done,done done already', 'x1,y1,x2']);
    });

    test('has none of the other’s rows if they would be sent twice', async () => {
      const process = await beginWaiting();
      read = async () => [];
      for (const row of ['a', 'c'])
        await expect(preview(process, KIND, ['x', row])).rejects.toThrow('have some of these, too');
    });

    test('was previewed as such: not before the other began, and not once it continues', async () => {
      const process = await begin({ rows: ['a'] });
      const { id } = begun.person;
      const [waits, early] = [await preview(process, GROUPED, ['y1', 'y2']), await preview(process, GROUPED, ['x1'])];
      departures = [fail({ code: 'token_rejected' })];
      await (await waits())();
      await expect(early()).rejects.toThrow(OTHER_OPEN);
      const late = await preview(process, GROUPED, ['x1']);
      const [key = ''] = (await process.changes.openListsOf(id, GROUPED.name)).map(toKey);
      await process.changes.direct(key, 'run');
      departures = [() => expect(late()).rejects.toThrow(OTHER_OPEN)];
      await process.runs.run(key);
      expect([notified, ledger]).toEqual([
        ['token', 'done done'],
        ['y1', 'y2'],
      ]);
    });

    test('is noticed by one that continues at the same moment', async () => {
      const process = await beginWaiting();
      const confirm = await preview(process, KIND, ['x', 'y']);
      await process.press('run');
      let resuming: Promise<unknown> | undefined;
      await process.changes.locked(`${begun.person.id} lists`, async () => {
        resuming = process.resume();
        await setTimeout(300);
        expect((await process.changes.get(toKey(begun)))?.pause?.why).toBe('asked');
      });
      await Promise.allSettled([resuming, confirm().then((end) => end())]);
      expect(ledger.join('')).toMatch(/^a(bc|xy)+$/);
    });

    test.each(['cancel', '24 hours'])('does not keep the other from ending: %s', async (why) => {
      const process = await beginWaiting();
      await (await preview(process, KIND, ['x', 'y']))();
      if (why === 'cancel') await process.press('cancel');
      else
        await process.changes.edit(toKey(begun), {
          name: 'merge',
          apply: (one) => ({ ...one, startedAt: Date.now() - MAX_RUN_MS }),
        });
      await process.resume();
      expect([notified, ledger]).toEqual([['done canceled canceled'], ['a']]);
    });
  });

  test('of several members, the first that fit are changed whole, and someone whose last row is late comes last', async () => {
    const process = await startProcess();
    begun = { ...begun, person: { ...begun.person, id: randomUUID() } };
    const group = (letter: string, count: number) => Array.from({ length: count }, (_, at) => `${letter}${at}`);
    const { context } = toPerson(process);
    const ask = (rows: string[]): Promise<object> => process.presses.preview(context, GROUPED, { rows });
    const fitting = [...group('b', 150), ...group('c', 100), ...group('d', 10)];
    const shown = await ask([...group('a', 99), ...fitting, 'a99']);
    expect((await process.changes.getProposal(toKey({ ...begun, ...shown })))?.rows).toEqual(fitting);
    await expect(ask(group('a', 301))).rejects.toThrow("That's 301 changes");
  });

  test('a row without a response is looked up, and stays unknown if it is not found', async () => {
    const { resume } = await begin();
    const lost = fail({ code: 'outcome_unknown', reason: 'no response' });
    responses = [lost, () => lost().finally(() => ledger.pop())];
    expect(await resume()).toEqual(['found unknown done', ['a', 'c']]);
    expect(waits).toEqual([500, 500, 2_500, 7_000, 20_000]);
  });

  test('the rest leaves out what another list may have done; what was unknown there is found by checking again', async () => {
    const process = await begin();
    const { context, confirm } = toPerson(process);
    responses = [() => process.press('cancel')];
    await process.resume();
    const rest = () => process.presses.rest(context, begun.id) as never as Promise<{ id: string }>;
    const { id } = await rest();
    const lost = fail({ code: 'outcome_unknown', reason: 'no response' });
    responses = [() => lost().finally(() => ledger.pop()), lost];
    await (await confirm(id))();
    expect(notified).toEqual(['done canceled canceled', 'unknown found']);
    await expect(rest()).rejects.toThrow(
      'b: not known yet in another list\nc: done (confirmed afterwards) in another list',
    );
    // The game shows it only now.
    ledger.push('b');
    expect(await process.presses.checkAgain(context, id)).toBe('found found');
  });

  test('24 hours after the confirmation, nothing more is sent', async () => {
    const { resume } = await begin({ startedAt: Date.now() - MAX_RUN_MS - 60_000, pause: { why: 'token', at: 0 } });
    expect(await resume()).toEqual(['canceled canceled canceled', []]);
  });

  test.each([
    [['a'], 'found canceled canceled'],
    [SAYS_NOTHING, 'unknown unknown unknown'],
  ])('a list of a restored backup is only looked up: %j', async (shown, report) => {
    const { store, changes } = await begin();
    await store.collection(RESTORED).set('last', changes.now() + 1);
    read = async () => shown;
    expect(await (await startProcess()).resume()).toEqual([report, []]);
  });

  test('a restore ends the confirmations of lists, also expired ones; what had begun is looked up, and can be undone', async () => {
    const process = await begin({ kind: GROUPED.name, rows: ['x1'] });
    await process.resume();
    const { context } = toPerson(process);
    const ask = async (rows: string[]) =>
      (await process.presses.preview(context, GROUPED, { rows })) as never as Change;
    const { id } = await ask(['y1', 'y2']);
    await process.store.collection(RESTORED).set('last', process.changes.now() + 1);
    onTestFinished(async () => void (await process.store.collection(RESTORED).delete('last')));
    const restored = await startProcess();
    for (const press of [restored.presses.confirm, restored.presses.again])
      await expect(press(context, id)).rejects.toThrow(KIT_TEXTS.en.batch.beforeRestore);
    expect(ledger).toEqual(['x1']);
    expect(await restored.changes.getProposal(toKey({ ...begun, id }))).toBeDefined();
    expect(await restored.presses.undo(context, begun.id)).toMatchObject({ id: expect.any(String) });
  });

  test('a list of an unknown kind, or an unreadable one, waits unchanged', async () => {
    const { changes, store } = await begin();
    const states = store.collection(STATES);
    const before = await states.get(toKey(begun));
    const older = await startProcess([]);
    await older.resume();
    expect(await states.get(toKey(begun))).toEqual(before);
    await states.set(toKey(begun), 'broken');
    await older.resume();
    expect(await states.get(toKey(begun))).toBe('broken');
    expect([notified, ledger, wakes]).toEqual([[], [], [600_000, 600_000]]);
    await changes.unschedule(toKey(begun));
  });

  test('a process that is about to end sends no more rows, and another one resumes', async () => {
    const { resume } = await begin();
    responses = [
      async () => {
        wait = () => Promise.reject(new ProcessStopping());
      },
    ];
    expect([...(await resume()), wakes]).toEqual(['', ['a'], [1_000]]);
    wait = async () => {};
    expect(await (await startProcess()).resume()).toEqual(['done done done', ['a', 'b', 'c']]);
  });

  test('a final check that took too long doesn’t count as an attempt, whenever its changes are stored', async () => {
    const { resume } = await begin();
    departures = [SLOW];
    expect([...(await resume()), wakes]).toEqual(['', [], [1_000]]);
    expect(await resume()).toEqual(['done done done', ['a', 'b', 'c']]);
  });

  test('a row that another process has ended meanwhile is not sent', async () => {
    const { resume, changes } = await begin();
    // Like a process whose lease expired before it could store the sent row.
    wait = async () => {
      if (ledger.length === 1) await changes.edit(toKey(begun), settleRow(1, { state: 'done' }));
    };
    expect(await resume()).toEqual(['', ['a']]);
    expect(await resume()).toEqual(['done done done', ['a', 'c']]);
  });

  test('erasing finds every list of a person, however many there were; no process that knew them can begin them', async () => {
    const { changes, store, press } = await begin();
    const other = await startProcess();
    await press('cancel');
    const all = [begun, ...Array.from({ length: 22 }, () => ({ ...begun, id: randomUUID() }))];
    const asked = all.map((one) => ({ ...toProposal(one), askedAt: changes.now() }));
    for (const one of asked.slice(1, 12)) await changes.prepare(one);
    for (const one of asked.slice(1, 12)) await changes.begin(toKey(one), toState(one, begun));
    for (const one of asked.slice(12)) await changes.ask(one);
    for (const one of asked) await other.changes.prepare(one);
    await changes.erase(begun.person.id);
    for (const one of asked) expect(await other.changes.getProposal(toKey(one))).toBeUndefined();
    const left = [STATES, ASKED, DIRECTIVES].flatMap((each) =>
      all.map((one) => store.collection(each).get(toKey(one))),
    );
    expect(new Set(await Promise.all(left))).toEqual(new Set([undefined]));
  });

  /** Returns a function that restores the store's data of the list, or removes the list. */
  async function rememberStore({ store }: Awaited<ReturnType<typeof begin>>) {
    const [key, states] = [toKey(begun), store.collection(STATES)];
    const before = await states.get(key);
    return async (lost: 'begin' | 'middle' = 'middle') => {
      generation += 1;
      for (const each of [STATES, ASKED, DIRECTIVES])
        if (lost === 'begin' || each === DIRECTIVES) await store.collection(each).delete(key);
      if (lost === 'middle') await states.set(key, before, KEPT_MS);
    };
  }

  test.each([
    ['after the sweep has noticed it', 1],
    ['even if it resumes before that', 0],
  ])('rows reported as canceled are not sent after the store was rolled back, %s', async (_, sweeps) => {
    const process = await begin();
    const goBack = await rememberStore(process);
    responses = [() => process.press('cancel')];
    await process.resume();
    await goBack();
    generation = sweeps;
    for (let times = 0; times < sweeps; times += 1) await process.runs.sweep(0);
    for (let times = 0; times < 2; times += 1) await process.resume();
    expect([new Set(notified), ledger]).toEqual([new Set(['done canceled canceled']), ['a']]);
  });

  test('a list that waits for a press still waits after the store was rolled back', async () => {
    const process = await begin();
    const goBack = await rememberStore(process);
    responses = [REFUSED_BY_GAME];
    await process.resume();
    await goBack();
    for (let times = 0; times < 2; times += 1) await process.resume();
    expect([notified, ledger]).toEqual([['refused'], []]);
  });

  test.each([
    ['sends no further row', 'run', 'done done done'],
    ['reports no cancel, nor takes one', 'cancel', 'done canceled canceled'],
  ] as const)('a list without its replica waits and says so: it %s', async (_, want, report) => {
    const { resume, press } = await begin();
    responses = [
      async () => {
        await press(want);
        hasReplica = false;
      },
    ];
    expect([...(await resume()), wakes.at(-1)]).toEqual(['replica', ['a'], expect.closeTo(60_000, -3)]);
    await expect(press(want)).rejects.toThrow(StoreUnavailable);
    hasReplica = true;
    expect((await resume())[0]).toBe(`replica, ${report}`);
  });

  describe('a list that the store has forgotten', () => {
    /** A preview in a process that didn't see the list begin, and its press. */
    type Again = { process: Process; press: () => Promise<() => Promise<void>> };
    const RESTARTED = 'in a process that started since, over a store without generations';
    const FAILED_OVER = 'in the process that made the preview, after a failover';

    /** One process previews the list, and another one sends its rows. */
    async function sendElsewhere(kind: AnyListKind, rows: string[]): Promise<Again> {
      const process = await begin();
      begun = { ...begun, person: { ...begun.person, id: randomUUID() } };
      const { context, confirm } = toPerson(process);
      const { id } = (await process.presses.preview(context, kind, { rows })) as never as { id: string };
      begun = { ...begun, id };
      const other = await startProcess();
      await (await toPerson(other).confirm(id))();
      waits = [];
      return { process, press: () => confirm(id) };
    }

    test.each([
      [GROUPED, FAILED_OVER],
      [GROUPED, RESTARTED],
      [KIND, FAILED_OVER],
      [KIND, RESTARTED],
    ])('is confirmed again, and no row is sent twice: %o, %s', async (kind, where) => {
      const { process, press } = await sendElsewhere(kind, ['x1', 'x2', 'y1']);
      for (const each of [STATES, DIRECTIVES]) await process.store.collection(each).delete(toKey(begun));
      if (where === FAILED_OVER) {
        generation += 1;
        await (await press())();
      } else await (await toPerson(await startProcess()).confirm(begun.id))();
      expect(ledger).toEqual(['x1', 'x2', 'y1']);
      expect([waits, notified.at(-1)]).toEqual([[SETTLE_MS], 'found found found']);
    });

    test.each([1, 0])(
      'in the middle is read before its next row in another process, %i generation later',
      async (later) => {
        const process = await begin({ kind: GROUPED.name, rows: ['x1', 'x2', 'y1'], askedAt: Date.now() });
        const states = process.store.collection(STATES);
        const before = await states.get(toKey(begun));
        await process.resume();
        await states.set(toKey(begun), before, KEPT_MS);
        generation += later;
        await (await startProcess()).resume();
        expect(ledger).toEqual(['x1', 'x2', 'y1']);
        expect(notified.at(-1)).toBe('found found found');
      },
    );

    test.each(['pause', 'resume', 'stop'] as const)(
      'and no process remembers is read and reported after a press on its progress: %s',
      async (button) => {
        const process = await begin();
        responses = [async () => {}, () => process.press('pause')];
        await process.resume();
        [waits, notified] = [[], []];
        for (const each of [STATES, DIRECTIVES]) await process.store.collection(each).delete(toKey(begun));
        const other = await startProcess();
        let reads = 0;
        read = async () => {
          reads += 1;
          return [...ledger];
        };
        const { context } = toPerson(other);
        expect(await other.presses.press(context, begun.id, button)).toBe('sending sending sending');
        await other.resume();
        expect([waits, reads, ledger, notified]).toEqual([[SETTLE_MS], 1, ['a', 'b'], ['found found unknown']]);
        await expect(other.presses.show(context, randomUUID())).rejects.toThrow(KIT_TEXTS.en.batch.gone);
      },
    );

    test('is not taken for lost if it was never confirmed and someone only looks at it', async () => {
      const process = await begin();
      const { context } = toPerson(process);
      const { id } = (await process.presses.preview(context, GROUPED, { rows: ['x1', 'x2'] })) as never as Change;
      await expect(process.presses.show(context, id)).rejects.toThrow(KIT_TEXTS.en.batch.gone);
      expect(await process.changes.getState(toKey({ ...begun, id }))).toBeUndefined();
    });

    test('doesn’t wait if its process made the preview and the store did not go back', async () => {
      const process = await begin();
      await process.resume();
      waits = [];
      await (await (await preview(process, GROUPED, ['x1', 'x2']))())();
      expect([waits, ledger.slice(3)]).toEqual([[], ['x1', 'x2']]);
    });
  });

  test.each(['begin', 'middle'] as const)(
    'a list whose store has lost the %s is stored again and ends',
    async (lost) => {
      const process = await begin();
      const goBack = await rememberStore(process);
      responses = [async () => {}, () => goBack(lost)];
      expect([...(await process.resume()), wakes.at(-1)]).toEqual(['', ['a', 'b'], 0]);
      expect(await process.resume()).toEqual(['done done done', ['a', 'b', 'c']]);
    },
  );

  test.each([
    ['that its person erased, in a store that went back', 1],
    ['that is gone from a store that did not go back', 0],
  ])('a record %s does not come back', async (_, generations) => {
    const { resume, changes, store, runs } = await begin();
    async function erase() {
      generation += generations;
      if (generations > 0) await changes.noteErasure(begun.person.id);
      await changes.erase(begun.person.id);
    }
    responses = [erase];
    await resume();
    await runs.sweep(0);
    expect(await resume()).toEqual(['', ['a']]);
    for (const each of [STATES, ASKED]) expect(await store.collection(each).get(toKey(begun))).toBeUndefined();
  });

  test.each([
    ['once the trail can be written', 3, 4],
    ['and no longer tried after an hour', 99, 6],
  ])('a list whose end can’t be recorded is told once, and recorded %s', async (_, failures, tries) => {
    const process = await begin();
    const { now } = process.changes;
    let hours = 0;
    process.changes.now = () => now() + hours * 3_600_000;
    const recorded: boolean[] = [];
    record = async () => {
      recorded.push(recorded.length >= failures);
      return { isWhole: recorded.length > failures, isPublic: undefined };
    };
    for (let times = 0; times < 5; times += 1) await process.resume();
    hours = 2;
    for (let times = 0; times < 3; times += 1) await process.resume();
    expect([notified, recorded.length]).toEqual([['done done done'], tries]);
    expect((await process.changes.get(toKey(begun)))?.isRecorded).toBe(true);
  });

  describe('a list whose beginning the store did not confirm', () => {
    /** A preview whose Confirm gets no response. `land`: when its state is stored, if at all. */
    async function confirmWithoutResponse(land: 'before' | 'later' | 'never', isAwayAfterwards = false) {
      const process = await begin();
      await process.resume();
      [ledger, notified] = [[], []];
      const { context } = toPerson(process);
      const works: (() => Promise<void>)[] = [];
      const press = {
        ...context,
        afterReply: (work: () => Promise<void>) => works.push(work),
      } as never as WriteContext;
      const asked = await process.presses.preview(context, KIND, { rows: ['d', 'e'] });
      const { id } = asked as never as { id: string };
      const { begin: store } = process.changes;
      let late: (() => Promise<boolean>) | undefined;
      process.changes.begin = async (...given) => {
        if (land === 'before') await store(...given);
        if (land === 'later') late = () => store(...given);
        throw new StoreUnavailable('no response');
      };
      const { drop } = process.changes;
      if (isAwayAfterwards) process.changes.drop = () => Promise.reject(new StoreUnavailable('no response'));
      const view = await process.presses.confirm(press, id);
      Object.assign(process.changes, { begin: store, drop });
      const run = async (): Promise<void> => {
        for (const work of works) await work();
        await Promise.all(process.ended);
      };
      begun = { ...begun, id };
      return {
        process,
        view,
        run,
        land: async () => await late?.(),
        checkAgain: () => process.presses.checkAgain(press, id),
      };
    }

    test('runs if it was stored', async () => {
      const { view, run } = await confirmWithoutResponse('before');
      expect(view).toBe('planned planned');
      await run();
      expect([ledger, notified]).toEqual([['d', 'e'], ['done done']]);
    });

    test.each(['later', 'never'] as const)(
      'never runs if it is stored %s, and its person gets the preview again',
      async (when) => {
        const { process, view, land, run } = await confirmWithoutResponse(when);
        expect(view).toMatchObject({ id: expect.any(String) });
        expect(await land()).toBe(when === 'later' ? false : undefined);
        await run();
        await process.resume();
        expect([ledger, notified]).toEqual([[], []]);
      },
    );

    test.each(['before', 'later'] as const)(
      'isn’t called unchanged while the store is away, and can be checked again: stored %s',
      async (when) => {
        const { process, view, land, checkAgain } = await confirmWithoutResponse(when, true);
        expect(view).toBe('unsettled');
        await land();
        expect(await checkAgain()).toBe('planned planned');
        await process.resume();
        expect([ledger, notified]).toEqual([['d', 'e'], ['done done']]);
      },
    );

    test('stays without rows if someone checks again before it is stored', async () => {
      const { process, land, checkAgain } = await confirmWithoutResponse('later', true);
      expect(await checkAgain()).toMatchObject({ id: expect.any(String) });
      expect(await land()).toBe(false);
      await process.resume();
      expect([ledger, notified]).toEqual([[], []]);
    });
  });

  describe('a preview', () => {
    async function prepare() {
      const process = await begin();
      const { now } = process.changes;
      let later = 0;
      process.changes.now = () => now() + later;
      const { context } = toPerson(process);
      const { id } = (await process.presses.preview(context, GROUPED, { rows: ['x1', 'x2'] })) as never as Change;
      const { begin: add } = process.changes;
      const added: string[] = [];
      process.changes.begin = async (key, state) => {
        added.push(key);
        return await add(key, state);
      };
      const letPass = (): void => {
        later = 15 * 60_000;
      };
      return { ...process, context, id, added, letPass, add };
    }

    test('that has expired never begins, and says so', async () => {
      const { presses, context, id, added, letPass } = await prepare();
      letPass();
      expect(await presses.confirm(context, id)).toBe('expired');
      expect(added).toEqual([]);
    });

    test('that expires while it begins is taken back', async () => {
      const { presses, changes, context, id, letPass, add } = await prepare();
      changes.begin = async (key, state) => {
        letPass();
        return await add(key, state);
      };
      await expect(presses.confirm(context, id)).rejects.toThrow(KIT_TEXTS.en.batch.expired);
      await setTimeout(5);
      expect(await changes.getState(toKey({ ...begun, id }))).toBeUndefined();
    });

    test('is only confirmed as the character that it was made for', async () => {
      const { presses, context, id, added } = await prepare();
      const other = { ...context, me: { uid: '1:2', name: 'Iri Tosk' } };
      await expect(presses.confirm(other, id)).rejects.toThrow("you're linked as **Iri Tosk** now");
      expect(added).toEqual([]);
    });
  });

  test('a press whose replica is missing says that it may be saved, and it is', async () => {
    const { presses, resume } = await begin();
    const { context } = toPerson({ presses, ended: [] } as never);
    hasReplica = false;
    const pressed = presses.press(context, begun.id, 'stop');
    await expect(pressed).rejects.toThrow(KIT_TEXTS.en.batch.pressUnknown);
    hasReplica = true;
    expect(await resume()).toEqual(['canceled canceled canceled', []]);
  });

  test('a refusal of the only row ends the list', async () => {
    const { resume, changes } = await begin({ rows: ['a'] });
    responses = [REFUSED_BY_GAME];
    await resume();
    expect([notified, (await changes.get(toKey(begun)))?.phase]).toEqual([['refused'], 'ended']);
  });

  test('a link with fewer permissions stops the row that is about to be sent', async () => {
    const { resume } = await begin();
    read = async () => {
      checkLink = NARROWED;
      return [];
    };
    expect(await resume()).toEqual(['token', []]);
  });

  test.each([
    ['first unless the values of its preview are fresh', 0, ['x1,x2', 'x1,x2', 'y1', 'y1']],
    ['only after its last row if they are', Date.now(), ['x1,x2', 'y1']],
  ])('each group of a continued list is read once, %s', async (_, readAt, expected) => {
    const { resume, press } = await begin({
      ...{ kind: GROUPED.name, rows: ['x1', 'x2', 'y1'], askedAt: Date.now(), readAt },
    });
    const reads: string[] = [];
    read = async (rows) => {
      reads.push(rows.join());
      return [...ledger];
    };
    responses = [() => press('pause')];
    await resume();
    await press('run');
    expect([...(await resume()), reads]).toEqual(['asked, done done done', ['x1', 'x2', 'y1'], expected]);
  });
});
