import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { createAudit } from '../../src/account/audit.ts';
import { erasePersonalData } from '../../src/account/personalData.ts';
import { createSealer } from '../../src/account/seal.ts';
import { createSealedStore } from '../../src/account/sealedStore.ts';
import type { Game } from '../../src/game/client.ts';
import { GameError } from '../../src/game/errors.ts';
import type { FinalCheck } from '../../src/game/request/call.ts';
import { type Store, StoreUnavailable } from '../../src/store/store.ts';
import { en as words } from '../../src/view/en.ts';
import { noticeView } from '../../src/view/errorView.ts';
import { KIT_TEXTS } from '../../src/view/language.ts';
import type { MessageView } from '../../src/view/message.ts';
import { newState, toKey } from '../../src/writes/change.ts';
import { createChanges } from '../../src/writes/changes.ts';
import { createClaims } from '../../src/writes/claims.ts';
import { createFreeze } from '../../src/writes/freeze.ts';
import { createImmediate, type Writes } from '../../src/writes/immediate.ts';
import type { SingleKind } from '../../src/writes/kind.ts';
import { createMemory } from '../../src/writes/memory.ts';
import { createNotifier } from '../../src/writes/notify.ts';
import { createPaidMeanwhile } from '../../src/writes/paidMeanwhile.ts';
import { createPayments } from '../../src/writes/payments.ts';
import { createRecorder } from '../../src/writes/recorder.ts';
import { RESTORED } from '../../src/writes/restore.ts';
import { createRuns } from '../../src/writes/run.ts';
import { KEY, openRedis as open } from '../account/rig.ts';
import { raw } from '../support/collections.ts';
import { createMortal } from '../support/writing.ts';

const LEASE_MS = 300;
const log = pino({ level: 'silent' });
const row = z.object({ pay: z.string() });
type Pay = z.output<typeof row>;
const outcome = z.object({ is: z.enum(['answered', 'found', 'missing']) });

const refused = () => Promise.reject(new GameError({ code: 'refused', reason: 'No' }));
const STEPS = ['underWay', 'before', 'replicate', 'queue', 'link', 'connect', 'sent', 'found'] as const;
type Steps = Record<(typeof STEPS)[number], (name?: string) => Promise<unknown>>;
const toCalm = () => Object.fromEntries(STEPS.map((step) => [step, async () => {}])) as unknown as Steps;

describe('single changes', () => {
  /** Writes that the game has done, in order. */
  let ledger: string[];
  /** The id of a confirmation. */
  let a: string;
  /** Messages to people: the person, the way, and the first line. */
  let shown: { to: string; line: string }[];
  /** Extra work at each step; `found`: when the game has done the write. */
  let on: Steps;
  let posts: string[];
  let mayEdit: boolean;
  let takesDms: boolean;
  const user = { name: 'Kestrel', mention: '<@1>', locale: 'en-US' };
  const character = { uid: '1:1', name: 'Vael Ondar' };
  let person: { id: string } & typeof user;

  beforeEach(async () => {
    [ledger, shown, posts, mayEdit, takesDms] = [[], [], [], true, true];
    [a, on] = [randomUUID(), toCalm()];
    person = { id: randomUUID(), ...user };
    await (await startProcess()).ask(a);
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    // A failed test may have frozen them.
    await createFreeze(await open()).setFrozen({ isFrozen: false, by: 'ops', at: 0 });
  });

  const KIND: SingleKind<Pay, object, z.output<typeof outcome>> = {
    name: 'test.pay',
    scope: 'CREDITS_WRITE',
    texts: KIT_TEXTS,
    row,
    baseline: z.object({}),
    outcome,
    before: async () => on.before().then(() => ({})),
    sendingView: () => noticeView('Sending'),
    async send({ game }, { pay }) {
      const { finalCheck } = game as never as { finalCheck: FinalCheck };
      await on.queue();
      await finalCheck.prepare();
      await on.connect();
      finalCheck.allow();
      await on.sent();
      ledger.push(pay);
      await on.found();
      return { is: 'answered' };
    },
    lookUp: async (_, { pay }) => ({ is: ledger.includes(pay) ? 'found' : 'missing' }),
    isOpen: ({ is }) => is === 'missing',
    changes: ({ pay }, result) => [
      { action: 'credits.transfer', targets: [], detail: pay, result: result?.is === 'missing' ? 'unknown' : 'done' },
    ],
    gone: () => 'gone',
    entries: (_, { pay }) => ({ ids: [pay], isAll: true }),
    view: (_, { data: { pay }, outcome: { is } }) => noticeView(`${pay} ${is}`),
  };

  const textOf = (view: MessageView): string =>
    /"content":"([^"]*)"(?!.*"content")/.exec(JSON.stringify(view))?.[1] ?? '';

  /** The part of a bot's process for single changes. */
  async function startProcess({ store, leaseMs = LEASE_MS }: { store?: Store; leaseMs?: number } = {}) {
    const base = store ?? (await open());
    const own: Store = {
      ...base,
      replicate: (name, ...given) => on.replicate(name).then(() => base.replicate(name, ...given)),
    };
    const sealed = createSealedStore(own, createSealer([KEY]));
    const changes = createChanges(own, sealed, { leaseMs });
    const claims = createClaims(sealed, changes);
    const audit = createAudit(sealed, log, async (_, { detail, result }) => void posts.push(`${detail} ${result}`));
    const freeze = createFreeze(own);
    const note = (to: string, line: string): boolean => shown.push({ to, line }) > 0;
    const notifier = createNotifier({
      ...{ changes, kept: sealed.kept, log, wait: async () => {}, endedView: () => noticeView('Finished') },
      viewOf: (change): MessageView | undefined => writes.viewOf(change),
      editResponse: async ({ user }, view) => mayEdit && note(user.id, `edited: ${textOf(view)}`),
      followUp: async ({ user }, view) => note(user.id, `follow-up: ${textOf(view)}`),
      sendDirectMessage: async (to, view) =>
        takesDms && note(to, `dm: ${textOf(view)}`) ? new URL('https://discord.com/channels/@me/1/2') : undefined,
      editMessage: async () => false,
    });
    const memory = createMemory(changes);
    const recorder = createRecorder({ changes, memory, write: (ended) => writes.record(ended), log });
    const payments = createPayments(own, sealed);
    const paid = createPaidMeanwhile({ payments, changes, claims, claimKinds: [] });
    const writes: Writes = createImmediate({
      ...{ kinds: [KIND], changes, memory, claims, paid, audit, recorder, freeze, notifier, sealed, log },
      isUnderWay: async () => (await on.underWay()) === true,
      checkLink: async () => void (await on.link()),
      game: { actingAs: () => ({}) as Game, close: async () => {} },
      tokenSources: { of: () => ({ budget: '', accessToken: async () => '', renew: async () => undefined }) },
    });
    const { run, sweep } = createRuns({
      ...{
        changes,
        memory,
        paid,
        recorder,
        kinds: [KIND],
        freeze,
        notifier,
        log,
        singles: writes,
        wait: async () => {},
      },
      ...{ checkLink: async () => {}, actAs: () => ({}) as never },
    });
    const toContext = (id: string, afterwards: (() => Promise<void>)[] = []) => ({
      ...{ game: {} as Game, me: character, person, language: 'en' as const, services: sealed },
      server: { id: 'server' },
      gameWith: (finalCheck: FinalCheck) => ({ finalCheck }) as never,
      interaction: { id, token: person.id, applicationId: '1' },
      deadline: { lift: () => {} },
      defer: async () => {},
      showProgress: async (meanwhile: MessageView) => void note('', `meanwhile: ${textOf(meanwhile)}`),
      afterReply: (work: () => Promise<void>) => void afterwards.push(work),
    });
    const expectOne = (id: string = randomUUID(), confirms?: string) => {
      const interaction = { id, token: person.id, applicationId: '1' };
      return writes.noteStart({ person, server: undefined, interaction }, { kind: KIND, confirms });
    };
    const ask = (id: string) =>
      writes.ask(toContext(randomUUID()), KIND, { pay: id }, { id, expiresAt: changes.now() + 3_600_000 });
    /** An interaction from its note until its response. */
    const press = async (id: string, kind = KIND) => {
      // A released entry expires after a millisecond.
      await sleep(5);
      const [interaction, afterwards]: [string, (() => Promise<void>)[]] = [randomUUID(), []];
      const endOfReply = await expectOne(interaction, id);
      try {
        const context = toContext(interaction, afterwards);
        const found = await writes.find(context, kind, id);
        if (!found) throw new Error('gone');
        const view = textOf(await writes.confirm(context, kind, found));
        return { view, afterShown: () => Promise.all(afterwards.map((work) => work())) };
      } catch (error) {
        await Promise.all(afterwards.map((work) => work()));
        throw error;
      } finally {
        await endOfReply();
      }
    };
    /** A command that needs no confirmation, after its note. */
    const runExpected = (id: string, kind = KIND, confirmed?: { id: string; take: () => Promise<boolean> }) =>
      writes.once({ ...toContext(id), ...(confirmed && { confirmed }) }, kind, { pay: confirmed?.id ?? id });
    const checkAgain = async (id: string, kind = KIND, change: Partial<ReturnType<typeof toContext>> = {}) => {
      const afterwards: (() => Promise<void>)[] = [];
      const view = textOf(await writes.checkAgain({ ...toContext(randomUUID(), afterwards), ...change }, kind, id));
      await Promise.all(afterwards.map((work) => work()));
      return view;
    };
    const peek = (id: string) => writes.peek(toContext(randomUUID()), KIND, id);
    const resolve = async () => {
      const open = (await changes.listOf(person.id)).filter(({ phase }) => phase !== 'ended').map(toKey);
      for (const key of open) await run(key);
      return (await changes.listOf(person.id)).every(({ phase }) => phase === 'ended');
    };
    const results = async () => (await audit.of(person.id)).map(({ result }) => result);
    return {
      ...{ store: own, sealed, changes, audit, writes, notifier },
      ...{ ask, peek, press, runExpected, checkAgain, expectOne, resolve, results, sweep: () => sweep(20) },
    };
  }
  type Process = Awaited<ReturnType<typeof startProcess>>;

  const notified = (to: string = person.id): string[] => shown.flatMap((one) => (one.to === to ? one.line : []));
  /** Sweeps like a running process, until someone is notified. */
  const sweepUntilTold = (count = 1): Promise<string[]> =>
    vi.waitFor(
      async () => {
        await (await startProcess()).sweep();
        expect(notified().length).toBeGreaterThanOrEqual(count);
        return notified();
      },
      { timeout: 20_000, interval: 100 },
    );
  /** Lets leases expire, and sweeps like another process. */
  const sweepLater = async (): Promise<string[]> => {
    await sleep(2 * LEASE_MS);
    await (await startProcess()).sweep();
    return notified();
  };
  /** A process starts, and dies at this step: its store is gone, as after a kill. */
  async function dieAt(step: keyof Steps, begin = (dying: Process): Promise<unknown> => dying.press(a)) {
    const [dying, dead, alive] = [await startProcess(), Promise.withResolvers<void>(), on[step]];
    on[step] = async () => {
      await dying.store.close();
      dead.resolve();
      await new Promise(() => {});
    };
    void begin(dying).catch(() => {});
    await dead.promise;
    on[step] = alive;
  }
  const setFrozen = async (isFrozen: boolean): Promise<unknown> =>
    createFreeze(await open()).setFrozen({ isFrozen, by: 'ops', at: Date.now() });
  const sleepDeeply = async (): Promise<void> => {
    const until = performance.now() + 2 * LEASE_MS;
    while (performance.now() < until);
  };
  /** Makes the change due at once, so that this process takes it over. */
  const takeOver = async (process: Process): Promise<void> => {
    await process.store.schedule('change').set(toKey({ id: a, person }), 0);
    await process.sweep();
  };

  const storedOf = async ({ changes: { getProposal, getState, listOf } }: Process): Promise<unknown[]> =>
    Promise.all([getProposal(toKey({ id: a, person })), getState(toKey({ id: a, person })), listOf(person.id)]);

  test('are made once, shown and then left alone', async () => {
    const one = await startProcess();
    const { view, afterShown } = await one.press(a);
    expect(view).toBe(`${a} answered`);
    expect(shown).toEqual([{ to: '', line: 'meanwhile: Sending' }]);
    await afterShown();
    expect(await sweepLater()).toEqual([]);
    expect(await one.results()).toEqual(['done']);
  });

  test('pressed again in any process, are not made again and show their outcome', async () => {
    const [one, other] = [await startProcess(), await startProcess()];
    const presses = await Promise.allSettled(Array.from({ length: 20 }, (_, n) => (n % 2 ? one : other).press(a)));
    expect(presses.some(({ status }) => status === 'fulfilled')).toBe(true);
    expect((await other.press(a)).view).toBe(`${a} answered`);
    expect(ledger).toEqual([a]);
  });

  test('are not made again by their process when the store lost them, and their outcome is back', async () => {
    const one = await startProcess();
    await one.press(a);
    await one.store.collection(raw('change', z.unknown())).delete(toKey({ id: a, person }));
    expect((await one.press(a)).view).toBe(`${a} answered`);
    expect(ledger).toEqual([a]);
    expect(await one.checkAgain(a)).toBe(`${a} answered`);
  });

  test('are not sent by a process whose state a failover lost, so that another press began them', async () => {
    const [one, other] = [await startProcess(), await startProcess()];
    on.replicate = async (name) => {
      if (name !== 'change') return;
      on.replicate = async () => {};
      await one.store.collection(raw('change', z.unknown())).delete(toKey({ id: a, person }));
      expect((await other.press(a)).view).toBe(`${a} answered`);
    };
    await expect(one.press(a)).rejects.toThrow(words.errors.interrupted);
    expect(ledger).toEqual([a]);
  });

  test.each([1, 0])('started %i ms before they expire are sent only if time is left', async (msLeft) => {
    const [base, id] = [await open(), randomUUID()];
    let now = base.now();
    const one = await startProcess({ store: { ...base, now: () => now } });
    await one.ask(id);
    const [{ begin }, expiresAt] = [one.changes, now + 3_600_000];
    one.changes.begin = (...given) => {
      now = expiresAt - msLeft;
      return begin(...given);
    };
    await one.press(id).catch(() => {});
    expect(ledger).toEqual(msLeft > 0 ? [id] : []);
  });

  test('that expired in the queue never get a state, and nothing is sent', async () => {
    const [base, id] = [await open(), randomUUID()];
    let now = base.now();
    const one = await startProcess({ store: { ...base, now: () => now } });
    await one.ask(id);
    on.queue = async () => {
      now += 3_600_000;
    };
    const begun = vi.spyOn(one.changes, 'begin');
    await expect(one.press(id)).rejects.toThrow('gone');
    expect([begun.mock.calls, ledger]).toEqual([[], []]);
  });

  test('are canceled for good before the person is notified, however often they press', async () => {
    const one = await startProcess();
    const replicated = vi.spyOn(on, 'replicate');
    expect([await one.writes.drop({ person }, a), await one.writes.drop({ person }, a)]).toEqual([true, true]);
    expect(replicated.mock.calls).toEqual([['change'], ['change']]);
    await expect(one.press(a)).rejects.toThrow('gone');
    expect(await one.writes.drop({ person }, randomUUID())).toBe(undefined);
  });

  test.each([
    ['in the reply', true],
    ['by direct message, if the reply can no longer be edited', false],
  ])('are looked up and reported by another process %s, if theirs died after the request', async (_, isEditable) => {
    mayEdit = isEditable;
    await dieAt('found');
    const living = await startProcess();
    expect(await sweepUntilTold()).toEqual([`${isEditable ? 'edited' : 'dm'}: ${a} found`]);
    expect(await living.results()).toEqual(['done']);
    await living.sweep();
    expect(notified()).toHaveLength(1);
    expect(ledger).toEqual([a]);
  });

  test('killed at any step are sent at most once, never by a takeover, and can be confirmed if they hadn’t begun', async () => {
    const [living, store] = [await startProcess(), await open()];
    const requestsOf = (id: string): number => ledger.filter((pay) => pay === id).length;
    const killed: { id: string; person: typeof person; isShown: boolean }[] = [];
    for (const isDone of [false, true])
      for (let [step, hasEnded] = [1, false]; !hasEnded; step += 1) {
        person = { ...person, id: randomUUID() };
        const one = { id: randomUUID(), person, isShown: false };
        killed.push(one);
        await living.ask(one.id);
        const mortal = createMortal(store, step, isDone);
        on.sent = on.found = () => mortal.reach(async () => {});
        const pressed = (await startProcess({ store: mortal.store, leaseMs: 2_000 })).press(one.id);
        const ended = pressed.then(async ({ afterShown }) => {
          one.isShown = true;
          await afterShown();
          hasEnded = true;
        });
        await Promise.race([ended, mortal.death]);
      }
    on = toCalm();
    await sleep(2_100);
    const phaseOf = async (key: string) =>
      (await living.changes.getState(key))?.phase ?? ((await living.changes.noteOf(key)) && 'noted');
    const phases = await Promise.all(killed.map((one) => phaseOf(toKey(one))));
    expect(new Set(phases)).toEqual(new Set([undefined, 'noted', 'begun', 'ended']));
    const left = killed.map((one, index) => {
      const [phase, requests] = [phases[index], requestsOf(one.id)];
      const receipt = `${one.id} ${phase !== 'begun' ? 'answered' : requests > 0 ? 'found' : 'missing'}`;
      const notified = phase === 'noted' ? `follow-up: ${words.errors.stillConfirmable}` : `edited: ${receipt}`;
      return {
        ...one,
        requests,
        receipt,
        notified: phase ? [notified] : [],
        isUsed: phase === 'begun' || phase === 'ended',
      };
    });
    // By its clock, a request that isn't in the game yet won't arrive.
    const later = await startProcess({ store: { ...store, now: () => store.now() + 31_000 } });
    const areTold = async (): Promise<void> => {
      await later.sweep();
      for (const one of left) if (!one.isShown) expect(notified(one.person.id)).toEqual(one.notified);
    };
    await vi.waitFor(areTold, { timeout: 20_000, interval: 50 });
    expect(left.map(({ id }) => requestsOf(id))).toEqual(left.map(({ requests }) => requests));
    for (const one of left) {
      person = one.person;
      expect((await later.press(one.id)).view).toBe(one.receipt);
      expect(requestsOf(one.id)).toBe(one.isUsed ? one.requests : 1);
      expect(one.requests).toBeLessThanOrEqual(1);
    }
  }, 60_000);

  test('are reported as never sent if their process died before the request', async () => {
    const id = randomUUID();
    await dieAt('before', (dying) => dying.expectOne(id).then(() => dying.runExpected(id)));
    expect(await sweepUntilTold()).toEqual([`edited: ${words.errors.interrupted}`]);
  });

  test('are reported as unknown if a restored backup has no request for them, and nothing is based on them', async () => {
    await dieAt('before');
    const living = await startProcess();
    const done = randomUUID();
    await living.ask(done);
    await living.press(done);
    expect(await living.peek(done)).toMatchObject({ id: done });
    await living.store.collection(RESTORED).set('last', living.changes.now());
    onTestFinished(async () => void (await living.store.collection(RESTORED).delete('last')));
    expect((await sweepUntilTold(2)).some((line) => line.endsWith(words.errors.restored))).toBe(true);
    await expect(living.peek(done)).rejects.toThrow('gone');
    await expect(living.press(a)).rejects.toThrow('gone');
    expect(await living.audit.of(person.id)).toContainEqual(expect.objectContaining({ detail: a, result: 'unknown' }));
  });

  test('are reported as never sent if they never started, unless their command was answered', async () => {
    const dying = await startProcess();
    await (await dying.expectOne())();
    await dying.expectOne();
    await dying.store.close();
    expect(await sweepUntilTold()).toEqual([`edited: ${words.errors.interrupted}`]);
  });

  test('are reported as never sent although the process that was about to say so died', async () => {
    const [dying, id] = [await startProcess(), randomUUID()];
    await dying.expectOne(id);
    await dying.changes.begin(toKey({ id, person }), newState({ phase: 'unsent', startedAt: dying.changes.now() }));
    expect(await sweepUntilTold()).toEqual([`edited: ${words.errors.interrupted}`]);
  });

  test('are kept while they can’t be shown, and the next two commands at once show them only once', async () => {
    [mayEdit, takesDms] = [false, false];
    await (await startProcess()).press(a);
    const { notifier } = await startProcess();
    const find = () => notifier.findUndelivered(person.id);
    const refuse = vi.fn(() => Promise.reject(new Error('refused')));
    const sweepAndRefuse = async (): Promise<void> => {
      await (await startProcess()).sweep();
      await find()(refuse);
      expect(refuse).toHaveBeenCalled();
    };
    await vi.waitFor(sweepAndRefuse, { timeout: 20_000 });
    const views: string[] = [];
    for (const tell of [find(), find(), find()]) await tell(async (view) => views.push(textOf(view)));
    expect(views).toEqual([`${a} answered`]);
  });

  test('are looked up again before they’re called missing, because the game may still be working', async () => {
    await dieAt('sent');
    expect(await sweepLater()).toEqual([]);
    ledger.push(a);
    expect(await sweepUntilTold()).toEqual([`edited: ${a} found`]);
  });

  test.each([
    [{ code: 'refused', reason: 'No' }, 'refused'],
    [{ code: 'scope_missing', scope: 'CREDITS_WRITE' }, 'lacking'],
    [{ code: 'service_unavailable', reason: 'away' }, 'failed'],
  ] as const)(
    'that certainly failed with %j are in the trail as %s, and can’t be confirmed again',
    async (failure, result) => {
      const one = await startProcess();
      on.sent = () => Promise.reject(new GameError(failure));
      await expect(one.press(a)).rejects.toThrow(failure.code);
      await vi.waitFor(async () => expect(await one.results()).toEqual([result]));
      on = toCalm();
      expect((await one.press(a)).view).not.toContain('answered');
      expect(ledger).toEqual([]);
    },
  );

  test('of a command that runs again are tried again only if they certainly failed, and use its ticket up', async () => {
    const one = await startProcess();
    let isTicketLeft = true;
    const take = async () => isTicketLeft;
    const run = async () => textOf(await one.runExpected(randomUUID(), KIND, { id: 'again', take }));
    on.sent = refused;
    await expect(run()).rejects.toThrow('refused');
    on = toCalm();
    isTicketLeft = false;
    await expect(run()).rejects.toThrow('gone');
    isTicketLeft = true;
    expect([await run(), await run()]).toEqual(['again answered', 'again answered']);
    expect(ledger).toEqual(['again']);
  });

  const unavailable = () => Promise.reject(new GameError({ code: 'service_unavailable', reason: 'away' }));
  const unlinked = () => Promise.reject(new GameError({ code: 'not_linked' }));
  const lacking = (record: string) => async (name?: string) => {
    if (name === record) throw new StoreUnavailable('Only 0 of 1 replicas');
  };
  const suspend = async () => {
    const now = Date.now;
    vi.spyOn(Date, 'now').mockImplementation(() => now.call(Date) + 2_000);
  };
  test.each<[string, string, Partial<Steps>]>([
    ['the game was unavailable before', 'service_unavailable', { before: unavailable }],
    ['a list was about to make them', words.errors.underWay, { underWay: async () => true }],
    ['too few replicas knew what was asked', 'Only 0 of 1', { replicate: lacking('asked') }],
    ['too few replicas knew that they had begun', 'Only 0 of 1', { replicate: lacking('change') }],
    ['their process slept until another could take over', words.errors.interrupted, { before: sleepDeeply }],
    ['others were frozen while they looked at the game', words.errors.frozen, { before: () => setFrozen(true) }],
    ['others were frozen while they waited for their slot', words.errors.frozen, { queue: () => setFrozen(true) }],
    ['freezing returned while they connected', words.errors.interrupted, { connect: () => setFrozen(true) }],
    ['their person was unlinked meanwhile', 'not_linked', { link: unlinked }],
    ['their machine was suspended just before', words.errors.interrupted, { connect: suspend }],
  ])('were not sent if %s, and can be confirmed again', async (_, error, prevent) => {
    const [one, other] = [await startProcess(), await startProcess()];
    on = { ...on, ...prevent };
    await expect(one.press(a)).rejects.toThrow(error);
    on = toCalm();
    // After a freeze, every process refuses them.
    for (const process of error === words.errors.frozen ? [one, other] : [])
      await expect(process.press(a)).rejects.toThrow(error);
    await setFrozen(false);
    expect([ledger, await one.results()]).toEqual([[], []]);
    expect((await other.press(a)).view).toBe(`${a} answered`);
    expect(ledger).toEqual([a]);
  });

  test('are finished and reported if they were being sent when a freeze began', async () => {
    const [one, other] = [await startProcess(), await startProcess()];
    on.sent = () => setFrozen(true);
    const [{ view }, again] = [await one.press(a), await other.press(a)];
    await setFrozen(false);
    expect([view, again.view]).toEqual([`${a} answered`, `${a} answered`]);
  });

  test.each<[string, () => Promise<unknown>]>([
    ['slept in the queue until', () => sleepDeeply().then(() => sweepUntilTold())],
    ['believes to hold them when', async () => takeOver(await startProcess())],
  ])('are not sent by a process that %s another said that nothing was sent', async (_, run) => {
    const one = await startProcess();
    on.queue = run;
    await expect(one.press(a)).rejects.toThrow(words.errors.interrupted);
    expect(notified()).toEqual([`follow-up: ${words.errors.stillConfirmable}`]);
    expect([ledger, await one.results()]).toEqual([[], []]);
    on.queue = async () => {};
    expect((await one.press(a)).view).toBe(`${a} answered`);
    expect(ledger).toEqual([a]);
  });

  test('are not reported as never sent by a takeover that began before they were sent, and stay due', async () => {
    const [one, other] = [await startProcess(), await startProcess()];
    const [looking, sent] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const { getState } = other.changes;
    other.changes.getState = async (key) => {
      const state = await getState(key);
      looking.resolve();
      await sent.promise;
      return state;
    };
    let sweeping: Promise<void> | undefined;
    on.before = async () => {
      sweeping = takeOver(other);
      await looking.promise;
    };
    // Its process dies right after that.
    on.found = async () => {
      sent.resolve();
      await sweeping;
      expect(notified()).toEqual([]);
      await one.store.close();
      await new Promise(() => {});
    };
    void one.press(a).catch(() => {});
    await vi.waitFor(() => expect(ledger).toEqual([a]), 10_000);
    expect(await sweepUntilTold()).toEqual([`edited: ${a} found`]);
  });

  test('are looked up after any error that came once the request had left', async () => {
    on.found = () => Promise.reject(new TypeError('a defect'));
    expect((await (await startProcess()).press(a)).view).toBe(`${a} found`);
  });

  test.each(['underWay', 'before', 'connect', 'sent'] as const)(
    'of someone who erases everything meanwhile (%s) store nothing more',
    async (moment) => {
      const [one, other] = [await startProcess(), await startProcess()];
      const login = { logOut: async () => ({ wasLinked: false, isRevoked: true }), endAllOf: async () => {} };
      const parts = { ...other.sealed, login, tickets: { erase: async () => {} }, changes: other.writes };
      // The clocks of processes are a few milliseconds apart.
      on[moment] = () => sleep(20).then(() => erasePersonalData(parts, person.id));
      const pressed = await one.press(a).catch(() => undefined);
      await pressed?.afterShown();
      expect(await storedOf(await startProcess())).toEqual([undefined, undefined, []]);
      expect(await one.results()).toEqual([]);
      const claims = (await Array.fromAsync(one.store.keysOf('write-claim'))).flat();
      expect(claims).not.toContain(`${KIND.name}:${character.uid}:${a}`);
    },
  );

  test('of someone who erased everything since they were asked are not sent by a press that found them before', async () => {
    const [one, other] = [await startProcess(), await startProcess()];
    const login = { logOut: async () => ({ wasLinked: false, isRevoked: true }), endAllOf: async () => {} };
    const parts = { ...other.sealed, login, tickets: { erase: async () => {} }, changes: other.writes };
    on.underWay = () => sleep(20).then(() => erasePersonalData(parts, person.id));
    await expect(one.press(a)).rejects.toThrow(words.errors.interrupted);
    expect(ledger).toEqual([]);
  });

  test('of someone who erased everything are gone even if the erasure couldn’t be read at their end', async () => {
    const [one, other] = [await startProcess(), await startProcess()];
    const login = { logOut: async () => ({ wasLinked: false, isRevoked: true }), endAllOf: async () => {} };
    const parts = { ...other.sealed, login, tickets: { erase: async () => {} }, changes: other.writes };
    on.underWay = async () => {
      await sleep(20);
      await erasePersonalData(parts, person.id);
    };
    on.before = async () => {
      await sleep(100);
      one.changes.isErased = () => Promise.reject(new StoreUnavailable('away'));
      await unavailable();
    };
    await expect(one.press(a)).rejects.toThrow('service_unavailable');
    await vi.waitFor(
      async () => {
        await other.sweep();
        expect(await storedOf(other)).toEqual([undefined, undefined, []]);
      },
      { timeout: 10_000, interval: 100 },
    );
  });

  test('whose process died before the audit trail was written are in it, and posted once, after a takeover', async () => {
    const one = await startProcess();
    await one.audit.setChannel('server', 'channel');
    await one.press(a);
    await vi.waitFor(() => expect(posts).toEqual([`${a} done`]));
    await vi.waitFor(async () => expect(await one.results()).toEqual(['done']));
    await one.store.collection(raw('audit', z.unknown())).delete(person.id);
    await sweepUntilTold();
    expect(await one.results()).toEqual(['done']);
    expect(posts).toEqual([`${a} done`, `${a} done`]);
    await takeOver(await startProcess());
    expect(posts).toHaveLength(2);
  });

  describe('whose store is away when they end', () => {
    /** A process whose store can be away. */
    async function startOverWeakStore() {
      const base = await open();
      const outage = { isOn: false };
      const guard = <T extends object>(target: T): T =>
        Object.fromEntries(
          Object.entries(target).map(([name, method]) => [
            name,
            async (...given: unknown[]) => {
              if (outage.isOn) throw new StoreUnavailable('away');
              return await method(...given);
            },
          ]),
        ) as T;
      const store: Store = {
        ...base,
        collection: (declared) => guard(base.collection(declared)),
        schedule: (name) => guard(base.schedule(name)),
        withLock: async (...given) => {
          if (outage.isOn) throw new StoreUnavailable('away');
          return await base.withLock(...given);
        },
      };
      const process = await startProcess({ store });
      await process.audit.setChannel('server', 'channel');
      return { process, outage };
    }

    test('are in the trails once it is back, and told once', async () => {
      const { process, outage } = await startOverWeakStore();
      on.found = async () => {
        outage.isOn = true;
      };
      const { view, afterShown } = await process.press(a);
      expect(view).toContain(a);
      await afterShown().catch(() => {});
      expect(posts).toEqual([]);
      outage.isOn = false;
      await vi.waitFor(
        async () => {
          await process.sweep();
          expect(await process.results()).toEqual(['done']);
        },
        { timeout: 10_000, interval: 100 },
      );
      await process.sweep();
      await sweepLater();
      expect([notified(), posts]).toEqual([[], [`${a} done`]]);
      const inServer = (await process.audit.ofServers.read('server')).filter(({ id }) => id === a);
      expect(inServer).toHaveLength(1);
    });

    test('are in the trail, too, if the game refused them, and their record is gone', async () => {
      const { process, outage } = await startOverWeakStore();
      on.sent = async () => {
        outage.isOn = true;
        await refused();
      };
      await expect(process.press(a)).rejects.toThrow('refused');
      outage.isOn = false;
      await vi.waitFor(
        async () => {
          await process.sweep();
          expect(await process.results()).toEqual(['refused']);
        },
        { timeout: 10_000, interval: 500 },
      );
      expect(ledger).toEqual([]);
    });

    test('stay out of the server’s trail if it had no audit channel at the first try', async () => {
      const process = await startProcess();
      await process.audit.setChannel('server', undefined);
      const server = { id: 'server' };
      const write = { id: a, startedAt: Date.now(), person, character, server };
      const changes = [{ action: 'credits.transfer' as const, targets: [], detail: a, result: 'done' as const }];
      const { isPublic } = await process.audit.record(write, changes);
      await process.audit.setChannel('server', 'channel');
      await process.store.collection(raw('audit', z.unknown())).delete(person.id);
      expect(await process.audit.record({ ...write, isPublic }, changes)).toEqual({ isWhole: true, isPublic: false });
      expect([posts, await process.results()]).toEqual([[], ['done']]);
    });
  });

  test('are not sent if another process has given them up', async () => {
    const [one, id] = [await startProcess(), randomUUID()];
    await one.expectOne(id);
    await sweepUntilTold();
    await expect(one.runExpected(id)).rejects.toThrow();
    expect(ledger).toEqual([]);
  });

  test('looked up again keep a found outcome, whatever a later look-up shows', async () => {
    const one = await startProcess();
    let isFound = false;
    const kind = { ...KIND, lookUp: async () => ({ is: isFound ? ('found' as const) : ('missing' as const) }) };
    on.sent = () => Promise.reject(new GameError({ code: 'outcome_unknown', reason: 'cut' }));
    expect((await one.press(a, kind)).view).toBe(`${a} missing`);
    isFound = true;
    expect(await one.checkAgain(a, kind)).toBe(`${a} found`);
    isFound = false;
    expect(await one.checkAgain(a, kind)).toBe(`${a} found`);
    expect(await one.results()).toEqual(['done']);
  });

  test('are looked up and reported before their person is unlinked, unless the game may still be processing them', async () => {
    await dieAt('sent');
    const { resolve } = await startProcess();
    expect(await resolve()).toBe(false);
    ledger.push(a);
    expect(await resolve()).toBe(true);
    expect(notified()).toEqual([`edited: ${a} found`]);
  });

  test.each([true, false])(
    'are gone after their person is erased, a lost one after its report: %s',
    async (canTell) => {
      await dieAt('found');
      const living = await startProcess();
      [mayEdit, takesDms] = [canTell, canTell];
      await living.resolve();
      await living.writes.erase(person.id);
      expect(notified()).toEqual(canTell ? [`edited: ${a} found`] : []);
      expect(await storedOf(living)).toEqual([undefined, undefined, []]);
      expect(await living.store.collection(raw('undelivered', z.unknown())).get(person.id)).toBeUndefined();
    },
  );

  test('are shown only to their person as the same character, and by an action of their kind', async () => {
    const { press, checkAgain } = await startProcess();
    await press(a);
    expect(await checkAgain(a)).toBe(`${a} answered`);
    await expect(checkAgain(a, KIND, { person: { ...person, id: randomUUID() } })).rejects.toThrow('gone');
    await expect(checkAgain(a, KIND, { me: { ...character, uid: '1:2' } })).rejects.toThrow('gone');
    await expect(checkAgain(a, { ...KIND, name: 'test.other' })).rejects.toThrow('gone');
  });

  test('that certainly failed are in the trail and not reported again, although their outcome could not be stored', async () => {
    const { press, changes, results } = await startProcess();
    changes.edit = () => Promise.reject(new StoreUnavailable('full'));
    on.sent = refused;
    await expect(press(a)).rejects.toThrow('refused');
    expect(await results()).toEqual(['refused']);
    // The person does the same again, and that arrives.
    ledger.push(a);
    expect(await sweepLater()).toEqual([]);
  });

  test('are neither shown nor erased for someone who planted their ids', async () => {
    const living = await startProcess();
    await living.press(a);
    const thief = randomUUID();
    await living.store.collection(raw('undelivered', z.unknown())).set(thief, [a]);
    for (const name of ['changes', 'audit']) {
      const values = living.store.collection(raw(name, z.unknown()));
      await values.set(thief, await values.get(person.id));
    }
    const views: MessageView[] = [];
    await living.notifier.findUndelivered(thief)(async (view) => views.push(view));
    await living.writes.erase(thief);
    expect(views).toEqual([]);
    expect(await living.checkAgain(a)).toBe(`${a} answered`);
  });
});
