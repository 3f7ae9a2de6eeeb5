import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { Keyv } from 'keyv';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { openQuota } from '../../src/quota/openQuota.ts';
import type { StoredRow } from '../../src/store/engine.ts';
import { isPublicHost, openEngine, openStore } from '../../src/store/openStore.ts';
import { openSqlite } from '../../src/store/sqliteEngine.ts';
import { LockTaken, type Store, StoreUnavailable } from '../../src/store/store.ts';
import { every } from '../../src/time/every.ts';
import { raw } from '../support/collections.ts';
import { type ClusterNode, useRedisCluster } from '../support/redisCluster.ts';
import { useRedisPair } from '../support/redisPair.ts';
import { openRedisProxy } from '../support/redisProxy.ts';
import { makeTemporaryFolder } from '../support/temporaryFolder.ts';

const log = pino({ level: 'silent' });
const folder = makeTemporaryFolder();
const cluster = await useRedisCluster();
const pair = await useRedisPair();
const ship = z.object({ name: z.string(), crew: z.number() });

/** A store until the test ends. */
async function open(location: Parameters<typeof openStore>[0]): Promise<Store> {
  const store = await openStore(location, log);
  onTestFinished(() => store.close());
  return store;
}

describe.each([
  { engine: 'Redis', location: { redisUrl: inject('redisUrl'), file: '' } },
  { engine: 'a Redis Cluster', location: { redisUrl: cluster.url, file: '' } },
  { engine: 'SQLite', location: { file: join(folder, 'store.sqlite') } },
])('the store over $engine', ({ engine, location }) => {
  let store: Store;
  let other: Store;
  let name: string;

  beforeEach(async () => {
    [store, other] = [await open(location), await open(location)];
    name = `ship-${randomUUID()}`;
  });
  afterEach(() => void vi.useRealTimers());

  /** The results of this many calls at once, alternating between the two processes. */
  const inTurn = <T>(count: number, call: (of: Store, index: number) => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: count }, (_, index) => call(index % 2 ? store : other, index)));

  /** Writes in a form that this release wouldn't. */
  const writeRaw = async (key: string, text: string): Promise<void> => {
    if (engine !== 'SQLite') {
      const opened = await openEngine(location, log);
      await opened.writeAll([{ name: `commlink:${name}`, key, text }]);
      return await opened.close();
    }
    const database = new DatabaseSync(join(folder, 'store.sqlite'));
    database.prepare('INSERT OR REPLACE INTO entry VALUES (?, ?, ?, NULL)').run(`commlink:${name}`, key, text);
    database.close();
  };

  test('keeps collections apart, whatever their keys', async () => {
    await store.collection(raw(name, ship)).set('a', { name: 'one', crew: 1 });
    await store.collection(raw(`${name}:a`, ship)).set('', { name: 'two', crew: 2 });
    expect(await store.collection(raw(name, ship)).get('a')).toEqual({ name: 'one', crew: 1 });
    expect(await store.collection(raw(`${name}:a`, ship)).get('')).toEqual({ name: 'two', crew: 2 });
  });

  test('forgets a value when it expires', async () => {
    const ships = store.collection(raw(name, ship));
    await ships.set('a', { name: 'short', crew: 1 }, 1);
    await ships.add('b', { name: 'short', crew: 1 }, 1);
    await ships.set('c', { name: 'long', crew: 1 }, 60_000);
    await vi.waitFor(async () => expect(await ships.get('a')).toBeUndefined());
    await vi.waitFor(async () => expect(await ships.take('b')).toBeUndefined());
    expect(await ships.get('c')).toEqual({ name: 'long', crew: 1 });
  });

  test('keeps a value for its time, whatever the clock of the machine that reads it', async () => {
    if (engine === 'SQLite') return;
    const ships = store.collection(raw(name, ship));
    for (const key of ['a', 'b']) await ships.add(key, { name: 'x', crew: 1 }, 60_000);
    await ships.set('c', { name: 'x', crew: 1 }, 60_000);
    const before = store.now();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 290_000 });
    expect([await ships.get('a'), await ships.take('b'), await ships.get('c')]).not.toContain(undefined);
    expect(await ships.replace('a', (value) => value)).toBe(true);
    expect(store.now() - before).toBeLessThan(60_000);
    const late = await open(location);
    expect(Math.abs(late.now() - store.now())).toBeLessThan(5_000);
  });

  test('returns a collection any number of times without leaking listeners', async () => {
    const warnings: Error[] = [];
    const listen = (warning: Error): number => warnings.push(warning);
    process.on('warning', listen);
    for (let asked = 0; asked < 200; asked += 1) {
      await store.collection(raw(name, ship)).get('a');
      await store.collection(raw(name, ship)).replace('a', (stored) => stored);
    }
    await new Promise((resolve) => setImmediate(resolve));
    process.off('warning', listen);
    expect(warnings.map(({ name: kind }) => kind)).not.toContain('MaxListenersExceededWarning');
  });

  test('gives a taken value to exactly one of many callers, over two processes', async () => {
    await store.collection(raw(name, ship)).set('ticket', { name: 'x', crew: 1 }, 60_000);
    const taken = (await inTurn(40, (of) => of.collection(raw(name, ship)).take('ticket'))).filter(Boolean);
    expect(taken).toEqual([{ name: 'x', crew: 1 }]);
  });

  test('adds a value only under a free key, for exactly one of many callers, over two processes', async () => {
    const ships = store.collection(raw(name, ship));
    const added = await inTurn(40, (of, crew) => of.collection(raw(name, ship)).add('a', { name: 'x', crew }, 60_000));
    expect(added.filter(Boolean)).toHaveLength(1);
    expect(await ships.get('a')).toEqual({ name: 'x', crew: added.indexOf(true) });
    await ships.delete('a');
    expect(await ships.add('a', { name: 'y', crew: 1 }, 1)).toBe(true);
    await vi.waitFor(async () => expect(await ships.add('a', { name: 'z', crew: 1 }, 60_000)).toBe(true));
  });

  test('gives each due id to one of many callers, over two processes, and again when its lease expires', async () => {
    const schedule = store.schedule(name);
    const ids = Array.from({ length: 10 }, (_, id) => `due${id}`);
    for (const id of ids) await schedule.set(id, 0);
    await schedule.set('later', 60_000);
    await schedule.set('done', 0);
    await schedule.delete('done');
    const taken = await inTurn(8, (of) => of.schedule(name).take(3, 300));
    expect(taken.flat().toSorted()).toEqual(ids);
    await schedule.set('due1', 60_000);
    await schedule.delete('due2');
    await vi.waitFor(async () => {
      const left = ids.filter((id) => id !== 'due1' && id !== 'due2');
      expect((await schedule.take(100, 0)).toSorted()).toEqual(left);
    });
  });

  test('runs one work at a time under a lock, over two processes', async () => {
    let inside = 0;
    let most = 0;
    let total = 0;
    const work = async (): Promise<void> => {
      most = Math.max(most, ++inside);
      const before = total;
      await new Promise((resolve) => setImmediate(resolve));
      total = before + 1;
      inside -= 1;
    };
    await inTurn(12, (of) => of.withLock(name, work));
    expect({ most, total }).toEqual({ most: 1, total: 12 });
  });

  test('frees the lock when the work fails, and passes the error on', async () => {
    await expect(store.withLock(name, () => Promise.reject(new Error('no fuel')))).rejects.toThrow('no fuel');
    expect(await other.withLock(name, async () => 'next', { waitMs: 0 })).toBe('next');
  });

  test('frees a lock whose holder died, when its lease expires', async () => {
    await other.collection(raw('lock', z.string())).add(name, 'a dead process', 300);
    const begun = performance.now();
    expect(await store.withLock(name, async () => 'mine now')).toBe('mine now');
    expect(performance.now() - begun).toBeLessThan(2_000);
  });

  test('keeps a lock while its holder works, also for longer than its lease', async () => {
    const work = () => expect(other.withLock(name, async () => {}, { waitMs: 2_500 })).rejects.toThrow(LockTaken);
    await store.withLock(name, work, { leaseMs: 1_000 });
    expect(await other.withLock(name, async () => 'free', { waitMs: 0 })).toBe('free');
  });

  test('says when a lock was taken away, or may have expired, before another can have it', async () => {
    const untilLost = (lost: AbortSignal): Promise<string> =>
      new Promise((resolve) => lost.addEventListener('abort', () => resolve(String(lost.reason))));
    const taking = store.withLock(name, untilLost, { leaseMs: 300 });
    await vi.waitFor(async () => expect(await other.collection(raw('lock', z.string())).delete(name)).toBe(true));
    expect(await taking).toContain('was lost');
    let isTaken = false;
    const unreachable = store.withLock(
      name,
      async (lost) => {
        await store.close();
        await untilLost(lost);
        expect(isTaken).toBe(false);
      },
      { leaseMs: 900 },
    );
    const next = other.withLock(name, async () => {
      isTaken = true;
    });
    await Promise.all([unreachable, next]);
  });

  test('leaves a lock that it no longer waits for', async () => {
    const controller = new AbortController();
    await other.withLock(name, async () => {
      const waiting = store.withLock(name, async () => {}, { signal: controller.signal });
      controller.abort(new Error('enough'));
      await expect(waiting).rejects.toThrow();
    });
  });

  test('replaces a value for one of many callers, unless it is missing or changed in between', async () => {
    const ships = store.collection(raw(name, ship));
    expect(await ships.replace('a', () => ({ name: 'from nothing', crew: 0 }))).toBe(false);
    expect(await ships.get('a')).toBeUndefined();
    await ships.set('a', { name: 'x', crew: 1 });
    expect(await ships.replace('a', () => undefined)).toBe(false);
    const isFirst = ({ crew }: z.output<typeof ship>) => (crew === 1 ? { name: 'x', crew: 2 } : undefined);
    const replaced = await inTurn(20, (of) => of.collection(raw(name, ship)).replace('a', isFirst));
    expect(replaced.filter(Boolean)).toHaveLength(1);
    expect(await other.collection(raw(name, ship)).get('a')).toEqual({ name: 'x', crew: 2 });
    if (engine !== 'SQLite') return;
    const change = () => {
      void writeRaw('a', '{"value":{"name":"y","crew":4}}');
      return { name: 'x', crew: 3 };
    };
    expect(await ships.replace('a', change)).toBe(false);
    expect(await ships.get('a')).toEqual({ name: 'y', crew: 4 });
  });

  test('replaces a value that still expires when it would have, or after another time', async () => {
    const ships = store.collection(raw(name, ship));
    await ships.set('a', { name: 'x', crew: 1 }, 300);
    await ships.set('b', { name: 'x', crew: 1 }, 300);
    for (const [key, ttlMs] of [['a'], ['b', 60_000]] as const)
      expect(await ships.replace(key, (value) => ({ ...value, crew: 2 }), ttlMs)).toBe(true);
    await vi.waitFor(async () => expect(await ships.get('a')).toBeUndefined());
    expect(await ships.get('b')).toEqual({ name: 'x', crew: 2 });
  });

  test('is read as it was at one moment, while another process writes', async () => {
    const [reader, writer] = [await openEngine(location, log), await openEngine(location, log)];
    const [claims, due, others] = [`commlink:${name}`, `commlink:${name}-due`, `commlink:${name}-other`];
    const [lasts, schedule] = [writer.adapter(`${claims}-z`), writer.schedule(due)];
    await writer.writeAll(Array.from({ length: 2_500 }, (_, n) => ({ name: others, key: `${n}`, text: '' })));
    let written = 0;
    const stop = every(10, async () => {
      await writer.add(claims, String(written), 'claim', 60_000);
      await lasts.set('', String(written));
      await writer.take(claims, String(written - 10));
      await schedule.set(String(written), 0);
      await schedule.delete(String(written - 1));
      written += 1;
    });
    await vi.waitFor(() => expect(written).toBeGreaterThan(10));
    for (let reads = 0; reads < 5; reads += 1) {
      const found = new Map<string, StoredRow>();
      for await (const rows of reader.readAll(undefined, true)) {
        for (const row of rows) found.set(`${row.name} ${row.key}`, row);
        await setTimeout(20);
      }
      const latest = [...found.values()];
      const keysOf = (of: string): number[] =>
        latest.flatMap((row) => (row.name === of && row.at !== 0 ? Number(row.key) : [])).sort((a, b) => a - b);
      const last = Number(latest.find((row) => row.name === `${claims}-z`)?.text);
      const [first = 0, ...later] = keysOf(claims);
      expect(later).toEqual(later.map((_, index) => first + 1 + index));
      expect([`${last - 10} ${last}`, `${last - 9} ${last}`, `${last - 9} ${last + 1}`]).toContain(
        `${first} ${later.at(-1)}`,
      );
      expect([[last - 1], [last - 1, last], [last]]).toContainEqual(keysOf(due));
      expect(keysOf(others)).toHaveLength(2_500);
    }
    await stop();
    for (const each of [reader, writer]) await each.close();
  }, 60_000);

  test('lists the keys of one collection', async () => {
    const [ships, others] = [store.collection(raw(name, ship)), store.collection(raw(`${name}s`, ship))];
    await others.set('1', { name: 'Other', crew: 1 });
    for (const key of ['a::*', 'b', 'c']) await ships.set(key, { name: key, crew: 1 });
    expect((await Array.fromAsync(store.keysOf(name))).flat().sort()).toEqual(['a::*', 'b', 'c']);
  });

  test('refuses a value that doesn’t fit or is a later release’s, and reads one without a version', async () => {
    await store.collection(raw(name, z.string())).set('a', 'not a ship');
    await expect(store.collection(raw(name, ship)).get('a')).rejects.toThrow(z.ZodError);
    await writeRaw('a', '{"value":{"name":"x","crew":1},"version":2}');
    await expect(store.collection(raw(name, ship)).get('a')).rejects.toThrow(StoreUnavailable);
    await writeRaw('a', '{"value":{"name":"x","crew":1}}');
    expect(await store.collection(raw(name, ship)).get('a')).toEqual({ name: 'x', crew: 1 });
  });

  test('passes a check that leaves nothing behind, once a second for all callers', async () => {
    const set = vi.spyOn(Keyv.prototype, 'set');
    await Promise.all([store.check(), store.check()]);
    await store.check();
    expect(set).toHaveBeenCalledTimes(1);
    const [key] = set.mock.calls[0] ?? [];
    expect(await other.collection(raw('check', z.unknown())).get(String(key))).toBeUndefined();
    set.mockRestore();
  });
});

describe('Redis without TLS', () => {
  test('is public where strangers can listen', () => {
    const others = ['8.8.8.8', '[2001:db8::1]', 'cache.example.org', '172.32.0.1', '[::ffff:8.8.8.8]'];
    const loopback = ['127.0.0.1', 'localhost', '[::1]', 'redis', 'db.internal'];
    const own = ['10.1.2.3', '192.168.0.9', '172.31.0.1', '[fd00::1]', ...loopback];
    expect([...others, ...own].filter(isPublicHost)).toEqual(others);
  });

  // This machine's public address; nothing listens there.
  test.each([
    ['redis://0.0.0.0:1', 1],
    ['redis://127.0.0.1:1', 0],
    ['rediss://0.0.0.0:1', 0],
  ])('at %s logs %i warnings', async (redisUrl, times) => {
    const lines: string[] = [];
    const listening = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
    await expect(openStore({ redisUrl, file: '' }, listening)).rejects.toThrow(StoreUnavailable);
    expect(lines.filter((line) => line.includes('use rediss://'))).toHaveLength(times);
  });
});

const openAt = (redisUrl: string, replicas?: number) => open({ redisUrl, file: '', replicas });

/** A Redis that can be lost and frozen, and a collection in it. */
async function openBehindProxy() {
  const proxy = await openRedisProxy(inject('redisUrl'));
  onTestFinished(proxy.cut);
  const store = await openAt(proxy.url);
  return { proxy, store, ships: store.collection(raw(`ship-${randomUUID()}`, ship)) };
}

test('a copy of a Redis that is lost meanwhile fails in a sentence', async () => {
  const proxy = await openRedisProxy(inject('redisUrl'));
  const engine = await openEngine({ redisUrl: proxy.url, file: '' }, log);
  await engine.writeAll(Array.from({ length: 2_500 }, (_, n) => ({ name: 'commlink:copied', key: `${n}`, text: '' })));
  const rows = engine.readAll(undefined, true)[Symbol.asyncIterator]();
  await rows.next();
  proxy.cut();
  await expect(Array.fromAsync({ [Symbol.asyncIterator]: () => rows })).rejects.toThrow(
    "didn't let the copy be finished",
  );
  await engine.close();
});

test('a lost Redis fails operations at once, and works again when it is back', async () => {
  const { proxy, store, ships } = await openBehindProxy();
  await ships.set('a', { name: 'x', crew: 1 });

  proxy.cut();
  await expect(ships.get('a')).rejects.toThrow(StoreUnavailable);
  await expect(store.check()).rejects.toThrow(StoreUnavailable);

  await proxy.reopen();
  await vi.waitFor(() => store.check(), { timeout: 20_000 });
  expect(await ships.get('a')).toEqual({ name: 'x', crew: 1 });
});

test('with a frozen Redis, every operation fails after 2 seconds, even a lock, a script and a check', async () => {
  const { proxy, store, ships } = await openBehindProxy();
  const runScript = store.toScript?.('return 1');
  proxy.freeze();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const operations = [
    () => ships.get('a'),
    () => ships.set('a', { name: 'x', crew: 1 }),
    () => ships.take('a'),
    () => ships.add('a', { name: 'x', crew: 1 }, 1_000),
    () => store.withLock('a', async () => {}),
    () => store.check(),
    () => runScript?.([], []),
  ];
  const outcomes: string[] = [];
  for (const [index, operation] of operations.entries())
    operation()?.catch(({ name }: Error) => outcomes.push(`${index} ${name}`));
  await vi.advanceTimersByTimeAsync(1_999);
  expect(outcomes).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(outcomes).toEqual(operations.map((_, index) => `${index} StoreUnavailable`));
  vi.useRealTimers();
});

test('a lock that a frozen Redis grants too late belongs to no one, also when the connection is lost', async () => {
  const [{ proxy, store }, other] = [await openBehindProxy(), await openAt(inject('redisUrl'))];
  const name = `lock-${randomUUID()}`;
  proxy.freeze();
  await expect(store.withLock(name, async () => {}, { leaseMs: 60_000 })).rejects.toThrow(StoreUnavailable);
  proxy.thaw();
  const isFree = async (of: Store) => expect(await of.withLock(name, async () => 1, { waitMs: 0 })).toBe(1);
  await vi.waitFor(() => isFree(other));
  // The response is lost, and so is the command that would free it.
  proxy.freeze();
  const taking = expect(store.withLock(name, async () => {}, { leaseMs: 60_000 })).rejects.toThrow(StoreUnavailable);
  proxy.thaw('toRedis');
  await vi.waitFor(async () => expect((await Array.fromAsync(other.keysOf('lock'))).flat()).toContain(name));
  proxy.cut();
  await taking;
  await proxy.reopen();
  await vi.waitFor(() => isFree(store), 10_000);
});

const replicate = (store: Store) => store.replicate('owned', 'a', 60_000);
test('a value that waits for replicas has reached the replica that was seen, or as many as the setting says', async () => {
  const [store, none, two] = [await openAt(pair.url), await openAt(pair.url, 0), await openAt(pair.url, 2)];
  const ships = store.collection(raw('owned', ship));
  await expect(replicate(store)).rejects.toThrow('it is gone');
  await ships.set('a', { name: 'x', crew: 1 });
  await replicate(store);
  expect(await pair.replica.send('EXISTS commlink:owned::a')).toBe(1);
  await expect(replicate(two)).rejects.toThrow('Only 1 of 2 replicas');
  pair.replica.freeze();
  await expect(replicate(store)).rejects.toThrow('Only 0 of 1 replicas');
  expect(await ships.get('a')).toBeDefined();
  await replicate(none);
  pair.replica.thaw();
  await vi.waitFor(() => replicate(store), 10_000);
});

describe('a Redis Cluster', () => {
  const people = Array.from({ length: 30 }, (_, id) => `person${id}`);
  let store: Store;
  beforeEach(async () => {
    store = await openAt(cluster.url);
    for (const person of people) await store.collection(raw('owned', ship)).set(person, { name: person, crew: 1 });
  });

  /** The number of keys on each node, fewest first. */
  const countKeys = async (pattern: string): Promise<number[]> => {
    const found = await Promise.all(cluster.primaries.map(({ send }) => send(`KEYS ${pattern}`)));
    return found.map(({ length }) => length).toSorted((one, other) => one - other);
  };

  test('spreads people and their budgets over the nodes, but keeps all budgets on one if the address has a budget', async () => {
    for (const perAddress of [undefined, 100]) {
      const quota = openQuota({ perToken: 10, perAddress, store });
      for (const person of people) await quota.acquire(person);
    }
    for (const pattern of ['commlink:owned::*', 'commlink:{quota:*'])
      expect((await countKeys(pattern))[0]).toBeGreaterThan(0);
    expect(await countKeys('commlink:{quota}:*')).toEqual([0, 0, people.length + 1]);
    const keys: string[] = [];
    for await (const some of store.keysOf('owned')) keys.push(...some);
    expect(keys.toSorted()).toEqual(people.toSorted());
  });

  /** Stops the primary of a third of the keys, and lets its replica take its place. */
  const takeOver = async (primary: ClusterNode, replica: ClusterNode, stop: () => void): Promise<void> => {
    const read = async (): Promise<unknown[]> => {
      const results = await Promise.allSettled(
        people.map((person) => store.collection(raw('owned', ship)).get(person)),
      );
      return results.map((result) => (result.status === 'rejected' ? result.reason : result.value?.name));
    };
    const countOf = (node: ClusterNode) => node.send('DBSIZE');
    await vi.waitFor(async () => expect(await countOf(replica)).toBe(await countOf(primary)), 20_000);
    stop();
    await vi.waitFor(async () => expect(await read()).toContainEqual(expect.any(StoreUnavailable)), 20_000);
    expect((await read()).filter((each) => typeof each === 'string')).not.toEqual([]);
    await replica.send('CLUSTER FAILOVER TAKEOVER');
    await vi.waitFor(async () => expect(await read()).toEqual(people), 45_000);
  };

  test('fails for the keys of a frozen node only, until a replica takes its place', async () => {
    const { third, replica } = cluster;
    await takeOver(third, replica, third.freeze);
    third.thaw();
    await third.waitFor('INFO', 'master_link_status:up');
  }, 120_000);

  test('fails at once for the keys of a dead node only, until a replica takes its place', async () => {
    const { third, replica } = cluster;
    await takeOver(replica, third, replica.kill);
  }, 120_000);
});

test('an SQLite file gives the space of expired values back, also one from an earlier release', async () => {
  const file = join(folder, 'large.sqlite');
  const old = new DatabaseSync(file);
  old.exec('CREATE TABLE entry (namespace, key, value, expires_at, PRIMARY KEY (namespace, key)) WITHOUT ROWID');
  old.close();
  const engine = openSqlite(file);
  const adapter = engine.adapter('large');
  for (let key = 0; key < 1_000; key += 1) await adapter.set(String(key), 'x'.repeat(4_000), 1);
  const sizeOf = () => {
    const reader = new DatabaseSync(file);
    reader.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    reader.close();
    return statSync(file).size;
  };
  const before = sizeOf();
  for (let key = 0; key < 1_500; key += 1) await adapter.set('small', 'x', 1);
  expect(sizeOf()).toBeLessThan(before / 3);
  await engine.close();
});

test('an SQLite file that another process keeps locked fails the check', async () => {
  const file = join(folder, 'locked.sqlite');
  const store = await open({ file });
  const other = new DatabaseSync(file);
  other.exec('BEGIN IMMEDIATE');
  expect(await store.collection(raw('x', ship)).get('a')).toBeUndefined();
  await expect(store.check()).rejects.toThrow(StoreUnavailable);
  other.close();
});

test('an SQLite file opens while another process writes', async () => {
  const file = join(folder, 'written.sqlite');
  await openSqlite(file).close();
  const other = new DatabaseSync(file);
  other.exec('BEGIN IMMEDIATE');
  await openSqlite(file).close();
  other.close();
});
