import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createAudit } from '../../src/account/audit.ts';
import { erasePersonalData } from '../../src/account/personalData.ts';
import { createSealer } from '../../src/account/seal.ts';
import { createSealedStore } from '../../src/account/sealedStore.ts';
import type { Game } from '../../src/game/client.ts';
import { GameError } from '../../src/game/errors.ts';
import type { LastLook } from '../../src/game/request/call.ts';
import { createRunning } from '../../src/running.ts';
import { type Store, StoreUnavailable } from '../../src/store/store.ts';
import { en as words } from '../../src/view/en.ts';
import { noticeView } from '../../src/view/errorView.ts';
import { KIT_TEXTS } from '../../src/view/language.ts';
import type { MessageView } from '../../src/view/message.ts';
import { createClaims } from '../../src/writes/claims.ts';
import { createDelivery } from '../../src/writes/delivery.ts';
import { createFreeze } from '../../src/writes/freeze.ts';
import { createIntents } from '../../src/writes/intents.ts';
import type { WriteKind } from '../../src/writes/kind.ts';
import { createWrites } from '../../src/writes/once.ts';
import { RESTORED } from '../../src/writes/restore.ts';
import { createTakeover } from '../../src/writes/takeover.ts';
import { engines, KEY } from '../account/rig.ts';
import { raw } from '../support/collections.ts';

const LEASE_MS = 300;
const NOTHING_ELSE = { tickets: { erase: async () => {} }, batches: { erase: async () => {} } };
const log = pino({ level: 'silent' });
const data = z.object({ pay: z.string() });
type Pay = z.output<typeof data>;
const outcome = z.object({ is: z.enum(['answered', 'found', 'missing']) });

describe.each(engines)('writes over $engine', ({ open }) => {
  /** What the game has done, in order. */
  let ledger: string[];
  /** The id of a confirmation. */
  let a: string;
  /** What people were shown: by whom, and how it begins. */
  let shown: string[];
  let stores: Store[];
  let send: (pay: string) => Promise<void>;
  let connect: () => Promise<void>;
  let posts: string[];
  let isUnderWay: () => Promise<boolean>;
  let mayEdit: boolean;
  let takesDms: boolean;
  const user = { name: 'Kestrel', mention: '<@1>', locale: 'en-US' };
  const character = { uid: '1:1', name: 'Vael Ondar' };
  let person: { id: string } & typeof user;

  beforeEach(() => {
    [ledger, shown, stores, posts, mayEdit, takesDms] = [[], [], [], [], true, true];
    connect = async () => {};
    isUnderWay = async () => false;
    a = randomUUID();
    person = { id: randomUUID(), ...user };
    send = async (pay) => void ledger.push(pay);
  });
  afterEach(async () => {
    vi.useRealTimers();
    // A test that failed may have frozen them.
    const store = await open();
    await createFreeze(store).setFrozen({ isFrozen: false, by: 'ops', at: 0 });
    await Promise.all([store, ...stores].map((each) => each.close()));
  });

  const KIND: WriteKind<Pay, object, z.output<typeof outcome>> = {
    name: 'test.pay',
    texts: KIT_TEXTS,
    data,
    baseline: z.object({}),
    outcome,
    before: async () => ({}),
    sendingView: () => noticeView('Sending'),
    async send({ game }, { pay }) {
      const { lastLook } = game as never as { lastLook: LastLook };
      await lastLook.prepare();
      await connect();
      lastLook.allow();
      await send(pay);
      return { is: 'answered' };
    },
    lookUp: async (_, { pay }) => ({ is: ledger.includes(pay) ? 'found' : 'missing' }),
    isOpen: ({ is }) => is === 'missing',
    changes: ({ pay }, result) => [
      { action: 'credits.transfer', targets: [], detail: pay, result: result?.is === 'missing' ? 'unknown' : 'done' },
    ],
    gone: () => 'gone',
    entries: () => ({ ids: [], isAll: true }),
    view: (_, { data: { pay }, outcome: { is } }) => noticeView(`${pay} ${is}`),
  };

  /** Something else happens just before it is sent. */
  const sendingAfter = (happen: () => Promise<void>): typeof KIND => ({
    ...KIND,
    send: async (...given) => happen().then(() => KIND.send(...given)),
  });

  const textOf = (view: MessageView): string =>
    /"content":"([^"]*)"(?!.*"content")/.exec(JSON.stringify(view))?.[1] ?? '';

  /** One process of the bot, as far as writes go. */
  async function startProcess() {
    const store = await open();
    stores.push(store);
    const sealed = createSealedStore(store, createSealer([KEY]));
    const intents = createIntents(store, sealed, LEASE_MS);
    const claims = createClaims(sealed, intents);
    const audit = createAudit(sealed, log, async (_, { detail, result }) => void posts.push(`${detail} ${result}`));
    const running = createRunning();
    const shared = { kinds: [KIND], intents, sealed, log };
    const delivery = createDelivery({
      ...shared,
      // Earlier tests may have left writes of other people.
      editAnswer: async ({ token }, view) => {
        if (token !== person.id) return true;
        if (mayEdit) shown.push(`edited: ${textOf(view)}`);
        return mayEdit;
      },
      followUp: async ({ token }, view) => {
        if (token === person.id) shown.push(`follow-up: ${textOf(view)}`);
        return true;
      },
      sendDirectMessage: async (_, view) => {
        if (!takesDms) return undefined;
        shown.push(`dm: ${textOf(view)}`);
        return new URL('https://discord.com/channels/@me/1/2');
      },
    });
    const takeover = createTakeover({
      ...shared,
      claims,
      audit,
      delivery,
      game: { actingAs: () => ({}) as Game, close: async () => {} },
      tokenSources: { of: () => ({ budget: '', accessToken: async () => '', renew: async () => undefined }) },
      running,
    });
    const freeze = createFreeze(store);
    const writes = createWrites({ intents, claims, audit, freeze, isUnderWay: () => isUnderWay(), log });
    const toContext = (id: string, afterwards: (() => Promise<void>)[] = []) => ({
      ...{ game: {} as Game, me: character, person, language: 'en' as const, services: sealed },
      server: { id: 'server' },
      gameWith: (lastLook: LastLook) => ({ lastLook }) as never,
      interaction: { id, token: person.id, applicationId: '1' },
      deadline: { lift: () => {} },
      defer: async () => {},
      showProgress: async (meanwhile: MessageView) => void shown.push(`meanwhile: ${textOf(meanwhile)}`),
      afterReply: (work: () => Promise<void>) => void afterwards.push(work),
    });
    const pressExpected = (id: string) => writes.once(toContext(id), KIND, { pay: id });
    const lookAgain = async (id: string, kind: typeof KIND) =>
      textOf(await writes.lookAgain(toContext(randomUUID()), kind, id));
    const show = async (id: string, change: Partial<ReturnType<typeof toContext>> = {}, kind = KIND) =>
      textOf(await writes.show({ ...toContext(randomUUID()), ...change }, kind, id));
    const find = (id: string) => writes.find(toContext(randomUUID()), KIND, id);
    const press = async (id: string, kind = KIND) => {
      const afterwards: (() => Promise<void>)[] = [];
      const context = toContext(randomUUID(), afterwards);
      const view = await writes.once(context, kind, { pay: id }, { id, take: async () => true });
      return { view: textOf(view), afterShown: () => Promise.all(afterwards.map((work) => work())) };
    };
    const sweep = async (): Promise<void> => {
      takeover.start()();
      await running.settle(5_000);
    };
    const expectOne = (id: string = randomUUID(), confirms?: string) => {
      const interaction = { id, token: person.id, applicationId: '1' };
      return writes.expect({ person, server: undefined, interaction }, { kind: KIND, confirms });
    };
    const results = async () => (await audit.of(person.id)).map(({ result }) => result);
    return {
      store,
      sealed,
      intents,
      audit,
      freeze,
      takeover,
      delivery,
      find,
      press,
      pressExpected,
      lookAgain,
      show,
      sweep,
      expectOne,
      results,
    };
  }
  type Process = Awaited<ReturnType<typeof startProcess>>;

  const told = (): string[] => shown.filter((line) => !line.startsWith('meanwhile'));
  /** Sweeps as a living process does, until someone was told. */
  const sweepUntilTold = (count = 1): Promise<void> =>
    vi.waitFor(
      async () => {
        await (await startProcess()).sweep();
        expect(told().length).toBeGreaterThanOrEqual(count);
      },
      { timeout: 10_000, interval: 100 },
    );
  /** The process makes the request and dies at the given moment: its store is gone, as after a kill. */
  async function die(dying: Process, id: string, moment: 'before' | 'after'): Promise<void> {
    send = async (pay) => {
      if (moment === 'after') ledger.push(pay);
      await dying.store.close();
      await new Promise(() => {});
    };
    void dying.press(id).catch(() => {});
    await vi.waitFor(() => expect(shown).toContain('meanwhile: Sending'));
    await vi.waitFor(() => expect(ledger.length).toBe(moment === 'after' ? 1 : 0));
  }

  test('are made once, shown and then left alone', async () => {
    const one = await startProcess();
    const { view, afterShown } = await one.press(a);
    expect(view).toBe(`${a} answered`);
    await afterShown();
    await new Promise((resolve) => setTimeout(resolve, 2 * LEASE_MS));
    await (await startProcess()).sweep();
    expect(told()).toEqual([]);
    expect(await one.results()).toEqual(['done']);
  });

  test('pressed again in any process, are not made again and show their outcome', async () => {
    const [one, other] = [await startProcess(), await startProcess()];
    const presses = await Promise.allSettled(Array.from({ length: 20 }, (_, n) => (n % 2 ? one : other).press(a)));
    expect(presses.some(({ status }) => status === 'fulfilled')).toBe(true);
    expect((await other.press(a)).view).toBe(`${a} answered`);
    expect(ledger).toEqual([a]);
  });

  test('are not made again by their process when the store lost them', async () => {
    const one = await startProcess();
    await one.press(a);
    await one.store.collection(raw('write', z.unknown())).delete(a);
    await expect(one.press(a)).rejects.toThrow();
    expect(ledger).toEqual([a]);
  });

  test('are looked up by another process, which edits the reply, if theirs died after the request', async () => {
    await die(await startProcess(), a, 'after');
    const living = await startProcess();
    // The trail names it before anyone looked.
    expect(await living.results()).toEqual(['pending']);
    await sweepUntilTold();
    expect(told()).toEqual([`edited: ${a} found`]);
    expect(await living.results()).toEqual(['done']);
    await living.sweep();
    expect(told()).toHaveLength(1);
    expect(ledger).toEqual([a]);
  });

  test('are reported as never sent if their process died before the request', async () => {
    const dying = await startProcess();
    const kind = { ...KIND, before: () => dying.store.close().then(() => new Promise<object>(() => {})) };
    void dying.press(a, kind).catch(() => {});
    await sweepUntilTold();
    expect(told()).toEqual([`edited: ${words.errors.interrupted}`]);
  });

  test('are reported as unknown if a restored backup has no request for them, and nothing is based on them', async () => {
    const dying = await startProcess();
    const kind = { ...KIND, before: () => dying.store.close().then(() => new Promise<object>(() => {})) };
    void dying.press(a, kind).catch(() => {});
    const living = await startProcess();
    const done = randomUUID();
    await living.press(done);
    expect(await living.find(done)).toMatchObject({ id: done });
    await living.store.collection(RESTORED).set('last', Date.now());
    try {
      await sweepUntilTold(2);
      expect(told()).toContain(`edited: ${words.errors.restored}`);
      expect((await living.audit.of(person.id)).map(({ detail, result }) => [detail, result])).toContainEqual([
        a,
        'unknown',
      ]);
      await expect(living.find(done)).rejects.toThrow('gone');
    } finally {
      await living.store.collection(RESTORED).delete('last');
    }
  });

  test('are reported as never sent if they never started, unless their command was answered', async () => {
    const dying = await startProcess();
    await (await dying.expectOne())();
    await dying.expectOne();
    await dying.store.close();
    await sweepUntilTold();
    expect(told()).toEqual([`edited: ${words.errors.interrupted}`]);
  });

  test('are reported if their outcome was stored but never shown', async () => {
    const one = await startProcess();
    await one.press(a);
    await sweepUntilTold();
    expect(told()).toEqual([`edited: ${a} answered`]);
  });

  test('are reported by direct message when the answer can no longer be edited', async () => {
    mayEdit = false;
    await die(await startProcess(), a, 'after');
    await sweepUntilTold();
    expect(told()).toEqual([`dm: ${a} found`]);
  });

  test('are reported once at the next command when direct messages are closed too', async () => {
    [mayEdit, takesDms] = [false, false];
    await (await startProcess()).press(a);
    const living = await startProcess();
    const views: string[] = [];
    const tell = () => living.delivery.findUndelivered(person.id)(async (view) => views.push(textOf(view)));
    const sweepAndTell = async (): Promise<void> => {
      await (await startProcess()).sweep();
      await tell();
      expect(views).toEqual([`${a} answered`]);
    };
    await vi.waitFor(sweepAndTell, { timeout: 10_000 });
    await tell();
    expect(views).toHaveLength(1);
  });

  test('are kept while they can’t be shown, and two commands at once show them only once', async () => {
    [mayEdit, takesDms] = [false, false];
    await (await startProcess()).press(a);
    const { delivery } = await startProcess();
    const find = () => delivery.findUndelivered(person.id);
    const refuse = vi.fn(() => Promise.reject(new Error('refused')));
    const sweepAndRefuse = async (): Promise<void> => {
      await (await startProcess()).sweep();
      await find()(refuse);
      expect(refuse).toHaveBeenCalled();
    };
    await vi.waitFor(sweepAndRefuse, { timeout: 10_000 });
    const views: string[] = [];
    for (const tell of [find(), find()]) await tell(async (view) => views.push(textOf(view)));
    expect(views).toEqual([`${a} answered`]);
  });

  test('are looked up again before they’re called missing, because the game may still be working', async () => {
    await die(await startProcess(), a, 'before');
    await new Promise((resolve) => setTimeout(resolve, 2 * LEASE_MS));
    await (await startProcess()).sweep();
    expect(told()).toEqual([]);
    ledger.push(a);
    await sweepUntilTold();
    expect(told()).toEqual([`edited: ${a} found`]);
  });

  test('are stored as failed if they certainly failed, and can’t be confirmed again', async () => {
    const one = await startProcess();
    send = async () => Promise.reject(new GameError({ code: 'refused', reason: 'No' }));
    await expect(one.press(a)).rejects.toThrow('refused');
    expect(await one.results()).toEqual(['refused']);
    send = async (pay) => void ledger.push(pay);
    expect((await one.press(a)).view).toContain('No');
    expect(ledger).toEqual([]);
  });

  test('can be confirmed again when the game was unavailable before the write', async () => {
    const one = await startProcess();
    const before = () => Promise.reject(new GameError({ code: 'service_unavailable', reason: 'away' }));
    await expect(one.press(a, { ...KIND, before })).rejects.toThrow('service_unavailable');
    expect((await one.press(a)).view).toBe(`${a} answered`);
  });

  test('are refused in every process while they are frozen, also those that look at the game, and then go on', async () => {
    const [one, other] = [await startProcess(), await startProcess()];
    const setFrozen = (isFrozen: boolean) => one.freeze.setFrozen({ isFrozen, by: 'ops', at: Date.now() });
    const before = async () => {
      await setFrozen(true);
      return {};
    };
    for (const [process, kind] of [[one, { ...KIND, before }] as const, [one, KIND] as const, [other, KIND] as const])
      await expect(process.press(a, kind)).rejects.toThrow(words.errors.frozen);
    expect(ledger).toEqual([]);
    expect(await one.results()).toEqual([]);
    await setFrozen(false);
    expect((await other.press(a)).view).toBe(`${a} answered`);
  });

  test('are finished and reported if they were being sent when a freeze began', async () => {
    const [one, other] = [await startProcess(), await startProcess()];
    send = async (pay) => {
      await other.freeze.setFrozen({ isFrozen: true, by: 'ops', at: Date.now() });
      ledger.push(pay);
    };
    const { view } = await one.press(a);
    // Pressed again, it shows the outcome.
    const again = await other.press(a);
    await one.freeze.setFrozen({ isFrozen: false, by: 'ops', at: Date.now() });
    expect([view, again.view]).toEqual([`${a} answered`, `${a} answered`]);
  });

  test('are not sent by a process that slept until another could take over', async () => {
    const one = await startProcess();
    const before = async () => {
      const until = performance.now() + 2 * LEASE_MS;
      while (performance.now() < until);
      return {};
    };
    await expect(one.press(a, { ...KIND, before })).rejects.toThrow();
    expect(ledger).toEqual([]);
  });

  test('are not sent by a process that slept in the queue until another said that nothing was sent', async () => {
    const one = await startProcess();
    const prepare = async () => {
      const until = performance.now() + 2 * LEASE_MS;
      while (performance.now() < until);
      await sweepUntilTold();
    };
    const kind = sendingAfter(prepare);
    await expect(one.press(a, kind)).rejects.toThrow(words.errors.interrupted);
    expect(told()).toEqual([`edited: ${words.errors.interrupted}`]);
    expect(ledger).toEqual([]);
    expect((await one.intents.get(a))?.outcome).toEqual({ failed: words.errors.interrupted });
  });

  test('are not sent if another process took them over, although this one believes to hold them', async () => {
    const [one, other] = [await startProcess(), await startProcess()];
    const takeOver = async () => {
      await other.store.schedule('write-lease').set(a, 0);
      await other.sweep();
    };
    const kind = sendingAfter(takeOver);
    await expect(one.press(a, kind)).rejects.toThrow(words.errors.interrupted);
    expect(told()).toEqual([`edited: ${words.errors.interrupted}`]);
    expect(ledger).toEqual([]);
  });

  test('are not reported as never sent by a takeover that began before they were sent', async () => {
    const [one, other] = [await startProcess(), await startProcess()];
    const looking = Promise.withResolvers<void>();
    const sent = Promise.withResolvers<void>();
    other.intents.isRestored = async () => {
      looking.resolve();
      await sent.promise;
      return false;
    };
    const takeOver = async () => {
      await other.store.schedule('write-lease').set(a, 0);
      const sweeping = other.sweep();
      await looking.promise;
      return sweeping;
    };
    let sweeping: Promise<void> | undefined;
    const before = async () => {
      sweeping = takeOver();
      await looking.promise;
      return {};
    };
    expect((await one.press(a, { ...KIND, before })).view).toBe(`${a} answered`);
    sent.resolve();
    await sweeping;
    expect(told()).toEqual([]);
    expect(await one.results()).toEqual(['done']);
  });

  test('that wait for their slot when others are frozen are not sent', async () => {
    const one = await startProcess();
    const setFrozen = (isFrozen: boolean) => one.freeze.setFrozen({ isFrozen, by: 'ops', at: 0 });
    const kind = sendingAfter(() => setFrozen(true));
    await expect(one.press(a, kind)).rejects.toThrow(words.errors.frozen);
    await setFrozen(false);
    expect(ledger).toEqual([]);
    expect((await one.press(a)).view).toContain(words.errors.frozen);
  });

  test('that wait for a connection are not sent once freezing has returned', async () => {
    const [one, other] = [await startProcess(), await startProcess()];
    connect = () => other.freeze.setFrozen({ isFrozen: true, by: 'ops', at: 0 });
    await expect(one.press(a)).rejects.toThrow(words.errors.interrupted);
    await other.freeze.setFrozen({ isFrozen: false, by: 'ops', at: 0 });
    expect(ledger).toEqual([]);
    expect(await one.results()).toEqual(['failed']);
    expect((await other.press(a)).view).toContain(words.errors.interrupted);
  });

  test('are not sent by a machine that was suspended just before', async () => {
    const one = await startProcess();
    connect = async () => void vi.setSystemTime(Date.now() + 2_000);
    vi.useFakeTimers({ toFake: ['Date'] });
    await expect(one.press(a)).rejects.toThrow(words.errors.interrupted);
    vi.useRealTimers();
    expect(ledger).toEqual([]);
  });

  test('are not sent while too few replicas know of them', async () => {
    const one = await startProcess();
    one.store.replicate = () => Promise.reject(new StoreUnavailable('Only 0 of 1 replicas'));
    await expect(one.press(a)).rejects.toThrow(StoreUnavailable);
    expect(ledger).toEqual([]);
    expect(await one.results()).toEqual(['failed']);
  });

  test('are looked up after any error that came once the request had left', async () => {
    const one = await startProcess();
    send = async (pay) => {
      ledger.push(pay);
      throw new TypeError('a defect');
    };
    expect((await one.press(a)).view).toBe(`${a} found`);
  });

  test('that a batch is about to make are refused, and nothing is sent', async () => {
    const one = await startProcess();
    isUnderWay = async () => true;
    await expect(one.press(a)).rejects.toThrow(words.errors.underWay);
    expect(ledger).toEqual([]);
  });

  test('of someone who erases everything meanwhile store nothing more', async () => {
    const [one, other] = [await startProcess(), await startProcess()];
    for (const moment of ['before', 'connect', 'send'] as const) {
      const id = randomUUID();
      const erase = async () => {
        const login = { logOut: async () => ({ wasLinked: false, isRevoked: true }), endAllOf: async () => {} };
        await erasePersonalData({ ...other, ...other.sealed, login, ...NOTHING_ELSE }, person.id);
      };
      connect = moment === 'connect' ? erase : async () => {};
      send = async (pay) => {
        if (moment === 'send') await erase();
        ledger.push(pay);
      };
      const before = async () => {
        if (moment === 'before') await erase();
        return {};
      };
      const pressed = await one.press(id, { ...KIND, before }).catch(() => undefined);
      await pressed?.afterShown();
      expect({ moment, intent: await one.intents.get(id) }).toEqual({ moment, intent: undefined });
      expect({ moment, results: await one.results() }).toEqual({ moment, results: [] });
    }
  });

  test('whose process died before it wrote the trail are in it, and posted once, after a takeover', async () => {
    const one = await startProcess();
    await one.audit.setChannel('server', 'channel');
    await one.press(a);
    expect(posts).toEqual([`${a} done`]);
    const [entry] = await one.audit.of(person.id);
    await one.store.collection(raw('audit', z.unknown())).set(person.id, [{ ...entry, result: 'pending' }]);
    await sweepUntilTold();
    expect(await one.results()).toEqual(['done']);
    expect(posts).toEqual([`${a} done`, `${a} done`]);
    await one.intents.renew(a);
    await sweepUntilTold(2);
    expect(posts).toHaveLength(2);
  });

  test('that were confirmed in a process that died can still be confirmed, and their message stays', async () => {
    const dying = await startProcess();
    await dying.expectOne(randomUUID(), a);
    await dying.store.close();
    await sweepUntilTold();
    expect(told()).toEqual([`follow-up: ${words.errors.stillConfirmable}`]);
    expect((await (await startProcess()).press(a)).view).toBe(`${a} answered`);
  });

  test('that had begun when their process died are told instead of their confirmation', async () => {
    const dying = await startProcess();
    const press = randomUUID();
    await dying.expectOne(press, a);
    await die(dying, a, 'after');
    await sweepUntilTold();
    await vi.waitFor(async () => {
      await (await startProcess()).sweep();
      expect(await (await startProcess()).intents.get(press)).toBeUndefined();
    });
    expect(told()).toEqual([`edited: ${a} found`]);
  });

  test('are not sent if another process has given them up', async () => {
    const one = await startProcess();
    await one.expectOne(a);
    await sweepUntilTold();
    await expect(one.pressExpected(a)).rejects.toThrow();
    expect(ledger).toEqual([]);
  });

  test('looked up again keep a found outcome, whatever a later look-up shows', async () => {
    const one = await startProcess();
    let isFound = false;
    const kind = { ...KIND, lookUp: async () => ({ is: isFound ? ('found' as const) : ('missing' as const) }) };
    send = async () => Promise.reject(new GameError({ code: 'outcome_unknown', reason: 'cut' }));
    expect((await one.press(a, kind)).view).toBe(`${a} missing`);
    isFound = true;
    expect(await one.lookAgain(a, kind)).toBe(`${a} found`);
    isFound = false;
    expect(await one.lookAgain(a, kind)).toBe(`${a} found`);
    expect(await one.results()).toEqual(['done']);
  });

  test('are looked up and told before their person is unlinked, unless the game may still be processing them', async () => {
    await die(await startProcess(), a, 'before');
    const living = await startProcess();
    expect(await living.takeover.resolve(person.id)).toBe(false);
    ledger.push(a);
    expect(await living.takeover.resolve(person.id)).toBe(true);
    expect(told()).toEqual([`edited: ${a} found`]);
  });

  test.each([true, false])(
    'are gone after their person is erased, a lost one after its report: %s',
    async (canTell) => {
      await die(await startProcess(), a, 'after');
      const living = await startProcess();
      [mayEdit, takesDms] = [canTell, canTell];
      await living.takeover.erase(person.id);
      expect(told()).toEqual(canTell ? [`edited: ${a} found`] : []);
      expect(await living.intents.get(a)).toBeUndefined();
      expect(await living.store.collection(raw('write-untold', z.unknown())).get(person.id)).toBeUndefined();
    },
  );

  test('are shown to their person as the same character alone, and by an action of their kind', async () => {
    const { press, show } = await startProcess();
    await press(a);
    expect(await show(a)).toBe(`${a} answered`);
    await expect(show(a, { person: { ...person, id: randomUUID() } })).rejects.toThrow('gone');
    await expect(show(a, { me: { ...character, uid: '1:2' } })).rejects.toThrow('gone');
    await expect(show(a, {}, { ...KIND, name: 'test.other' })).rejects.toThrow('gone');
  });

  test('that certainly failed are not reported again, although their outcome could not be stored', async () => {
    const { press, intents } = await startProcess();
    const save = intents.save.bind(intents);
    intents.save = (intent) => (intent.outcome ? Promise.reject(new StoreUnavailable('full')) : save(intent));
    send = () => Promise.reject(new GameError({ code: 'refused', reason: 'no' }));
    await expect(press(a)).rejects.toThrow('refused');
    // The person does the same once more, and that comes through.
    ledger.push(a);
    await sleep(2 * LEASE_MS);
    await (await startProcess()).sweep();
    expect(told()).toEqual([]);
  });

  test('are neither shown nor erased for someone who planted their ids', async () => {
    const living = await startProcess();
    await living.press(a);
    const thief = randomUUID();
    await living.store.collection(raw('write-untold', z.unknown())).set(thief, [a]);
    await living.store.collection(raw('audit', z.unknown())).set(thief, await living.audit.of(person.id));
    const views: MessageView[] = [];
    await living.delivery.findUndelivered(thief)(async (view) => views.push(view));
    await living.takeover.erase(thief);
    expect(views).toEqual([]);
    expect(await living.intents.get(a)).toBeDefined();
  });
});
