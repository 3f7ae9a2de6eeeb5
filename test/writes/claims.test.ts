import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Store } from '../../src/store/store.ts';
import { type Change, toKey } from '../../src/writes/change.ts';
import { createClaims } from '../../src/writes/claims.ts';
import { openRedis as open } from '../account/rig.ts';
import { raw, toKeeping } from '../support/collections.ts';

describe('entries of the game’s log', () => {
  let stores: Store[];
  let uid: string;
  const known = new Map<string, Change>();

  beforeEach(async () => {
    [stores, uid] = [[await open(), await open()], randomUUID()];
  });

  const changes = { get: async (key: string) => known.get(key) };
  const all = () => stores.map((store) => createClaims(toKeeping(store), changes));
  const toChange = (differing: Partial<Change> = {}): Change => {
    const [person, character] = [{ id: '1' }, { uid, name: 'Vael Ondar' }];
    const rows = [{ data: 'same', state: 'sending' }];
    const shared = { id: randomUUID(), kind: 'test.pay', phase: 'begun', person, character, rows, startedAt: 1 };
    const change = { ...shared, ...differing } as Change;
    known.set(toKey(change), change);
    return change;
  };

  test('belong to one of many writes, in any process', async () => {
    const changes = Array.from({ length: 20 }, () => toChange());
    const [one, other] = all();
    const taken = await Promise.all(
      changes.map((change, index) => (index % 2 ? one : other)?.take(change, { ids: ['7'], isAll: true })),
    );
    expect(taken.filter(Boolean)).toHaveLength(1);
    const [owner] = changes.filter((_, index) => taken[index]);
    const [loser] = changes.filter((_, index) => !taken[index]);
    expect(owner && (await one?.take(owner, { ids: ['7'], isAll: true }))).toBe(true);
    expect(owner && (await one?.evidenceOf(owner).unclaimed(['7', '8']))).toEqual(['7', '8']);
    expect(loser && (await one?.evidenceOf(loser).unclaimed(['7', '8']))).toEqual(['8']);
  });

  test('show a write for certain only while no other like it lacks its entry', async () => {
    const [one, other] = all();
    const [mine, theirs] = [toChange(), toChange()];
    const isOnly = (like = true) => one?.evidenceOf(mine).isOnly((data) => like && data === 'same');
    await Promise.all([one?.begin(mine), other?.begin(theirs)]);
    expect(await isOnly()).toBe(false);
    expect(await isOnly(false)).toBe(true);
    await other?.take(theirs, { ids: [], isAll: false });
    expect(await isOnly()).toBe(false);
    await other?.take(theirs, { ids: ['7'], isAll: true });
    expect(await isOnly()).toBe(true);
  });

  test.each([
    ['certainly failed', { outcome: { failed: 'No' } }],
    ['is of another character', { character: { uid: '1:2', name: 'Other' } }],
    ['is of another kind', { kind: 'test.send' }],
  ])('don’t become doubtful by a write that %s', async (_, differing) => {
    const [one] = all();
    const mine = toChange();
    await one?.begin(mine);
    await one?.begin(toChange(differing as Partial<Change>));
    expect(await one?.evidenceOf(mine).isOnly(() => true)).toBe(true);
  });

  test.each(['another-write', 'v1.AAAAAAAA.AAAA'])('prove nothing with the planted claim %s', async (forged) => {
    const [one] = all();
    const mine = toChange();
    const plant = async (name: string, key: string) => stores[0]?.collection(raw(name, z.string())).set(key, forged);
    const isOnly = () => one?.evidenceOf(mine).isOnly(() => true);
    await one?.begin(mine);
    await one?.take(toChange(), { ids: ['7'], isAll: true });
    await plant('write-claim', `test.pay:${uid}:8`);
    const evidence = one?.evidenceOf(mine);
    expect(await evidence?.unclaimed(['7', '8', '9'])).toEqual(['8', '9']);
    expect([await evidence?.isOnly(() => true), await isOnly()]).toEqual([false, true]);
    expect(await one?.take(mine, { ids: ['8'], isAll: true })).toBe(false);
    // After a list of writes without entries was lost, nothing is certain until it starts again.
    await plant('write-unproven', `test.pay:${uid}`);
    expect(await isOnly()).toBe(false);
    await one?.begin(mine);
    expect(await isOnly()).toBe(true);
  });

  test('are forgotten with their write', async () => {
    const [one] = all();
    const [mine, other] = [toChange(), toChange()];
    await one?.begin(mine);
    await one?.take(mine, { ids: ['7'], isAll: false });
    await one?.erase(mine, { ids: ['7'] });
    expect(await one?.evidenceOf(other).unclaimed(['7'])).toEqual(['7']);
    const lacking = async () => (await Array.fromAsync(stores[0]?.keysOf('write-unproven') ?? [])).flat();
    await expect.poll(lacking).not.toContain(`test.pay:${uid}`);
  });
});
