import { randomUUID } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createSealer } from '../../src/account/seal.ts';
import { createSealedStore } from '../../src/account/sealedStore.ts';
import { type Store, StoreUnavailable } from '../../src/store/store.ts';
import { KEPT_MS } from '../../src/writes/changes.ts';
import { createPayments, type PayingChange } from '../../src/writes/payments.ts';
import { KEY, openMemory, openRedis } from '../account/rig.ts';
import { raw } from '../support/collections.ts';

const HOUR_MS = 60 * 60_000;
const STORED = raw('payments', z.unknown());

describe.each([
  { engine: 'SQLite', open: () => openMemory() },
  { engine: 'Redis', open: () => openRedis() },
])('a character’s list of payments, over $engine,', ({ open }) => {
  async function start(change: (store: Store) => Partial<Store> = () => ({})) {
    const store = await open();
    const own = { ...store, ...change(store) };
    const sealed = createSealedStore(own, createSealer([KEY]));
    return { store: own, sealed, payments: createPayments(own, sealed), characterUid: `1:${randomUUID()}` };
  }
  const paying = (characterUid: string, key: string, amount = 81): PayingChange => ({
    ...{ key, owner: { id: key.split(':')[0] ?? '' }, characterUid, expiresAt: Date.now() + HOUR_MS },
    payments: [{ recipient: { uid: '1:5', name: 'Pell' }, amount, code: undefined }],
  });

  test('shows each press what others entered before it, and never its own change’s', async () => {
    const { payments, characterUid } = await start();
    const first = await payments.enter(paying(characterUid, '1:a'));
    const second = await payments.enter(paying(characterUid, '2:b'));
    const again = await payments.enter(paying(characterUid, '1:a'));
    expect(first.others).toEqual([]);
    expect(second.others.map(({ change }) => change)).toEqual(['1:a']);
    expect(again.others.map(({ change }) => change)).toEqual(['2:b']);
    expect(first.position < second.position && second.position < again.position).toBe(true);
  });

  test('shows of many at the same moment each one to all later ones', async () => {
    const { payments, characterUid } = await start();
    const keys = Array.from({ length: 12 }, (_, index) => `${index}:x`);
    const entered = await Promise.all(keys.map((key) => payments.enter(paying(characterUid, key))));
    const counts = entered.map(({ others }) => others.length).toSorted((one, other) => one - other);
    expect(counts).toEqual(keys.map((_, index) => index));
  });

  test('has the entries of a begun list until they expire, whichever press leaves', async () => {
    const { payments, characterUid } = await start();
    const press = await payments.enter(paying(characterUid, '1:a'));
    const other = await payments.enter(paying(characterUid, '1:a'));
    const begun = await payments.enterBegun(paying(characterUid, '1:a'));
    await payments.leave(other);
    await payments.leave(press);
    const { entries } = await payments.read(characterUid);
    expect(entries).toMatchObject([{ id: begun.id, change: '1:a', position: press.position }]);
    expect((entries[0]?.until ?? 0) - Date.now()).toBeGreaterThan(KEPT_MS - HOUR_MS);
    // It keeps its position when it goes on, and sees what came later.
    await payments.enter(paying(characterUid, '2:b'));
    const resumed = await payments.enterBegun(paying(characterUid, '1:a'));
    expect(resumed.others.map(({ change }) => change)).toEqual(['2:b']);
    expect((await payments.read(characterUid)).entries).toHaveLength(2);
  });

  test('gets a list that an earlier release began when it goes on', async () => {
    const { payments, characterUid } = await start();
    await payments.enter(paying(characterUid, '2:b'));
    const { others, position } = await payments.enterBegun(paying(characterUid, '1:a'));
    expect(others.map(({ change }) => change)).toEqual(['2:b']);
    expect((await payments.read(characterUid)).entries).toMatchObject([{ change: '2:b' }, { change: '1:a', position }]);
    expect((await payments.enter(paying(characterUid, '3:c'))).others).toHaveLength(2);
  });

  test('drops what never began after an hour, and keeps what was sent for a week', async () => {
    let now = Date.now();
    const { payments, characterUid } = await start(() => ({ now: () => now }));
    const sent = await payments.enter(paying(characterUid, '1:sent'));
    await payments.enter(paying(characterUid, '1:never'));
    await payments.keep(sent);
    const changesAfter = async (ms: number): Promise<string[]> => {
      now += ms;
      const { others } = await payments.enter(paying(characterUid, '2:later'));
      return others.map(({ change }) => change);
    };
    expect(await changesAfter(HOUR_MS + 1)).toEqual(['1:sent']);
    expect(await changesAfter(KEPT_MS)).toEqual([]);
  });

  test('is erased and exported for one person only, and is gone when it’s empty', async () => {
    const { store, payments, characterUid } = await start();
    await payments.enter(paying(characterUid, '1:a', 81));
    await payments.enter(paying(characterUid, '2:b', 82));
    const { payments: exported } = await payments.exportOf('1');
    expect((exported as { character: string }[]).filter((one) => one.character === characterUid)).toEqual([
      { at: expect.any(String), character: characterUid, recipient: '1:5', amount: 81 },
    ]);
    await payments.erase('1');
    expect(await payments.exportOf('1')).toEqual({ payments: [] });
    expect((await payments.read(characterUid)).entries.map(({ change }) => change)).toEqual(['2:b']);
    await payments.erase('2');
    await vi.waitFor(async () => expect(await store.collection(STORED).get(characterUid)).toBeUndefined());
  });

  test('gets nothing from someone who erased everything meanwhile', async () => {
    const { store, sealed, payments, characterUid } = await start();
    const owner = { id: randomUUID(), since: store.now() };
    await sealed.noteErasure(owner.id);
    await payments.enter({ ...paying(characterUid, `${owner.id}:a`), owner });
    expect((await payments.read(characterUid)).entries).toEqual([]);
    expect(await payments.exportOf(owner.id)).toEqual({ payments: [] });
  });

  test('has growing positions also after it was empty, although the clocks of processes differ', async () => {
    let now = Date.now();
    const { payments, characterUid } = await start(() => ({ now: () => now }));
    const first = await payments.enter(paying(characterUid, '1:a'));
    await payments.leave(first);
    now -= 40;
    const second = await payments.enter(paying(characterUid, '2:b'));
    expect(second.position).toBeGreaterThan(first.position);
  });

  test('is replicated before the others are read: without a replica, nothing is entered', async () => {
    let hasReplica = false;
    const steps: string[] = [];
    const { payments, characterUid } = await start((store) => ({
      async replicate(...given) {
        steps.push('replicate');
        if (!hasReplica) throw new StoreUnavailable('no replica');
        return await store.replicate(...given);
      },
    }));
    await expect(payments.enter(paying(characterUid, '1:a'))).rejects.toThrow(StoreUnavailable);
    expect((await payments.read(characterUid)).entries).toEqual([]);
    hasReplica = true;
    await payments.enter(paying(characterUid, '1:a'));
    expect(steps).toEqual(['replicate', 'replicate']);
  });

  test('gets an entry again that a failover forgot before it was replicated', async () => {
    let failovers = 1;
    const { payments, characterUid, store } = await start((before) => ({
      async replicate(...given) {
        if (failovers-- > 0) await before.collection(STORED).delete(given[1]);
        return given[1] === '' ? 0 : 1;
      },
    }));
    const entered = await payments.enter(paying(characterUid, '1:a'));
    expect((await payments.read(characterUid)).entries.map(({ id }) => id)).toEqual([entered.id]);
    expect(await store.collection(STORED).get(characterUid)).toBeDefined();
  });

  test('starts over if it can’t be opened', async () => {
    const { store, payments, characterUid } = await start();
    await store.collection(STORED).set(characterUid, 'planted');
    const entered = await payments.enter(paying(characterUid, '1:a'));
    expect(entered.others).toEqual([]);
    expect((await payments.enter(paying(characterUid, '2:b'))).others).toHaveLength(1);
  });
});
