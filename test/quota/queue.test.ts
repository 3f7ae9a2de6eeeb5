import { describe, expect, test } from 'vitest';
import { MemoryWindows } from '../../src/quota/memoryWindows.ts';
import { QuotaExhausted, QuotaQueue } from '../../src/quota/queue.ts';
import type { Ask, BudgetRule, Priority, Taken } from '../../src/quota/window.ts';
import { FakeClock, settled } from './fakeClock.ts';

const W = 3_600_000;
const G = 11_000;
const rule = (limit: number): BudgetRule => ({ limit, windowMs: W, guardMs: G });

function createRig(limit: number, addressLimit?: number) {
  const clock = new FakeClock();
  const { now, timer } = clock;
  const windows = new MemoryWindows({
    rule: rule(limit),
    addressRule: addressLimit === undefined ? undefined : rule(addressLimit),
    now,
  });
  const queue = new QuotaQueue({ windows, now, timer });
  const log: string[] = [];
  /** Asks, and writes down what becomes of it. */
  const ask = (name: string, owner = 'a', priority: Priority = 'interactive', signal?: AbortSignal): Promise<void> =>
    queue.acquire(owner, { priority, signal }).then(
      () => void log.push(name),
      (error: unknown) => void log.push(`${name}: ${error instanceof Error ? error.name : error}`),
    );
  const fill = async (owner = 'a', count = limit): Promise<void> => {
    for (let index = 0; index < count; index += 1) await queue.acquire(owner);
  };
  return { clock, windows, queue, log, ask, fill };
}

describe('the quota queue', () => {
  test('grants the limit at once, then says when the next slot frees', async () => {
    const { queue, clock, fill } = createRig(3);
    const start = clock.now();
    await fill();
    await clock.advance(5_000);
    const refusal = await queue.acquire('a').catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(QuotaExhausted);
    expect(refusal).toHaveProperty('until', new Date(start + W + G));
    expect(await queue.use('a')).toMatchObject({ limit: 3, used: 3, left: 0, nextFreeAt: new Date(start + W + G) });
  });

  test('lets callers wait for slots that free within 10 s, first come, first served', async () => {
    const { clock, log, ask, fill } = createRig(2);
    await fill('a', 1);
    await clock.advance(4_000);
    await fill('a', 1);
    await clock.advance(W + G - 4_000 - 1_000);
    for (const name of ['first', 'second', 'third']) void ask(name);
    await settled();
    expect(log).toEqual(['third: QuotaExhausted']);
    await clock.advance(999);
    expect(log).toHaveLength(1);
    await clock.advance(1);
    expect(log.slice(1)).toEqual(['first']);
    await clock.advance(4_000);
    expect(log.slice(1)).toEqual(['first', 'second']);
  });

  test('tells each caller exactly when the slot frees that it would have been given', async () => {
    const { queue, clock, fill } = createRig(3);
    const start = clock.now();
    for (const _ of [1, 2, 3]) {
      await fill('a', 1);
      await clock.advance(6_000);
    }
    await clock.advance(W + G - 18_000 - 1_000);
    const waits = [queue.acquire('a'), queue.acquire('a')];
    const refusal = await queue.acquire('a').catch((error: unknown) => error);
    expect(refusal).toHaveProperty('until', new Date(start + 12_000 + W + G));
    await clock.advance(20_000);
    await expect(Promise.all(waits)).resolves.toEqual([undefined, undefined]);
  });

  test('gives nobody’s slot away to whoever comes while others wait', async () => {
    const { clock, log, ask, fill } = createRig(1);
    await fill();
    await clock.advance(W + G - 5_000);
    void ask('waiting');
    await clock.advance(5_000);
    expect(log).toEqual(['waiting']);
    void ask('late');
    await settled();
    expect(log).toEqual(['waiting', 'late: QuotaExhausted']);
  });

  test('lets people go before background, and background that waited a minute longer before people', async () => {
    const { clock, queue, log, ask } = createRig(20);
    await queue.observe('a', { retryAt: clock.now() + 69_500 }, 'refused');
    void ask('old job', 'a', 'background');
    await clock.advance(60_500);
    void ask('job', 'a', 'background');
    void ask('person');
    await clock.advance(100);
    void ask('another');
    await clock.advance(9_400);
    expect(log).toEqual(['old job', 'person', 'another', 'job']);
  });

  test('keeps the last 20 % from background, which waits at most 15 minutes', async () => {
    const { clock, log, ask, fill } = createRig(10);
    await fill('a', 8);
    void ask('job', 'a', 'background');
    await settled();
    expect(log).toEqual(['job: QuotaExhausted']);
    await clock.advance(W + G - 800_000);
    void ask('job', 'a', 'background');
    void ask('person');
    await clock.advance(800_000);
    expect(log.slice(1)).toEqual(['person', 'job']);
  });

  test('lets callers leave without costing a slot', async () => {
    const { clock, queue, log, ask, fill } = createRig(1);
    await fill();
    await clock.advance(W + G - 5_000);
    const controller = new AbortController();
    void ask('leaves', 'a', 'interactive', controller.signal);
    const next = ask('next');
    await settled();
    expect(log).toEqual(['next: QuotaExhausted']);
    await next;
    controller.abort('enough');
    await settled();
    expect(log).toEqual(['next: QuotaExhausted', 'leaves: enough']);
    expect(clock.nextAt).toBeUndefined();
    void ask('after');
    await clock.advance(5_000);
    expect(log.at(-1)).toBe('after');
    expect(await queue.use('a')).toMatchObject({ used: 1 });
    await expect(queue.acquire('b', { signal: AbortSignal.abort('too late') })).rejects.toBe('too late');
    expect(await queue.use('b')).toMatchObject({ used: 0 });
  });

  test('tells those who wait at once when the budget closes for longer than they would wait', async () => {
    const { clock, queue, log, ask, fill } = createRig(1);
    await fill();
    await clock.advance(W + G - 5_000);
    void ask('waiting');
    await settled();
    await queue.observe('a', { retryAt: clock.now() + 60_000 }, 'refused');
    await settled();
    expect(log).toEqual(['waiting: QuotaExhausted']);
    expect(clock.nextAt).toBeUndefined();
  });

  test('lets those who wait go when a later answer opens the budget', async () => {
    const { clock, queue, log, ask } = createRig(5);
    await queue.observe('a', { retryAt: clock.now() + 9_000 }, 'refused');
    void ask('waiting');
    await clock.advance(1_000);
    expect(log).toEqual([]);
    await queue.observe('a', { remaining: 4 }, 'accepted');
    await settled();
    expect(log).toEqual(['waiting']);
  });

  test('lets those of all owners go when an answer to one opens the budget of all', async () => {
    const { clock, queue, log, ask } = createRig(5, 20);
    await queue.observe('a', { retryAt: clock.now() + 9_000 }, 'refused');
    void ask('of a', 'a');
    void ask('of b', 'b');
    await clock.advance(1_000);
    expect(log).toEqual([]);
    await queue.observe('a', { remaining: 10 }, 'accepted');
    await settled();
    expect(log).toEqual(['of a', 'of b']);
  });

  test('tells those of all owners when an answer to one closes the budget of all', async () => {
    const { clock, queue, log, ask, fill } = createRig(5, 5);
    await fill('x');
    await clock.advance(W + G - 5_000);
    void ask('of a', 'a');
    void ask('of b', 'b');
    await settled();
    await queue.observe('a', { retryAt: clock.now() + 60_000 }, 'refused');
    await settled();
    expect(log.toSorted()).toEqual(['of a: QuotaExhausted', 'of b: QuotaExhausted']);
  });

  test('tells background at once when no slot can come in its time, however deep in the line, and once it is sure', async () => {
    const { clock, log, ask, fill } = createRig(10);
    for (let index = 0; index < 10; index += 1) {
      await fill('a', 1);
      await clock.advance(60_000);
    }
    await clock.advance(W + G - 600_000 - 480_000);
    // Slots for background free 10 to 17 minutes from now.
    for (let job = 1; job <= 7; job += 1) void ask(`job ${job}`, 'a', 'background');
    await settled();
    expect(log).toEqual(['job 7: QuotaExhausted']);
    await clock.advance(500_000);
    // A person takes the first slot, so that background's all come a minute later.
    void ask('person');
    await settled();
    expect(log.slice(1)).toEqual(['person']);
    await clock.advance(160_000);
    expect(log.slice(2)).toEqual(['job 6: QuotaExhausted', 'job 1']);
  });

  test('lets one request find out what is left, and the others wait for its answer', async () => {
    const { clock, queue, log, ask } = createRig(10);
    await queue.observe('a', { remaining: 0, resetAt: clock.now() + 2_000 }, 'accepted');
    for (const name of ['probe', 'second', 'third']) void ask(name);
    await clock.advance(2_500);
    expect(log).toEqual(['probe']);
    await queue.observe('a', { remaining: 9 }, 'accepted');
    await settled();
    expect(log).toEqual(['probe', 'second', 'third']);
  });

  test('lets owners take turns at the address’s budget', async () => {
    const { clock, log, ask, fill } = createRig(100, 6);
    for (const _ of [1, 2, 3, 4, 5, 6]) {
      await fill('x', 1);
      await clock.advance(100);
    }
    await clock.advance(W + G - 600 - 500);
    for (const name of ['busy 1', 'busy 2', 'busy 3', 'busy 4']) void ask(name, 'busy');
    void ask('b', 'b');
    void ask('c', 'c');
    await clock.advance(600);
    expect(log).toEqual(['busy 1', 'b']);
    await clock.advance(1_000);
    expect(log.slice(0, 3)).toEqual(['busy 1', 'b', 'c']);
    expect(log.slice(3)).toEqual(['busy 2', 'busy 3', 'busy 4']);
  });

  test('keeps no turn at the address’s budget for an owner whose people have left', async () => {
    const { clock, log, ask, fill } = createRig(100, 5);
    for (const _ of [1, 2, 3, 4, 5]) {
      await fill('x', 1);
      await clock.advance(60_000);
    }
    await clock.advance(W + G - 300_000 - 5_000);
    const controller = new AbortController();
    void ask('job', 'a', 'background');
    void ask('leaves', 'a', 'interactive', controller.signal);
    await settled();
    controller.abort('gone');
    await clock.advance(5_000);
    void ask('b', 'b');
    await settled();
    expect(log).toEqual(['leaves: gone', 'b']);
  });

  test('counts what became of requests, by priority', async () => {
    const { clock, queue, ask, fill } = createRig(10);
    await fill('a', 10);
    await clock.advance(W + G - 5_000);
    void ask('waits');
    void ask('waits as well', 'a', 'background');
    expect(queue.metrics.interactive).toMatchObject({ granted: 10, denied: 0, waiting: 1 });
    await clock.advance(5_000);
    expect(queue.metrics.interactive).toMatchObject({ granted: 11, waiting: 0, waitedMs: 5_000 });
    expect(queue.metrics.background).toMatchObject({ granted: 1, waiting: 0, waitedMs: 5_000 });
  });
});

describe('the quota queue over windows that take their time', () => {
  /** Windows whose answers the test gives. */
  function createSlowRig() {
    const clock = new FakeClock();
    const asked: { ask: Ask; answer: (taken: Taken) => void; fail: (error: unknown) => void }[] = [];
    const givenBack: number[] = [];
    const left: string[] = [];
    const told = { opensAt: 0 };
    const queue = new QuotaQueue({
      now: clock.now,
      timer: clock.timer,
      windows: {
        tellsOfAll: false,
        take: (ask) => new Promise((answer, fail) => asked.push({ ask, answer, fail })),
        giveBack: (_, { stamp }) => void givenBack.push(stamp),
        leave: (owner) => void left.push(owner),
        observe: () => told.opensAt,
        look: () => Promise.reject(new Error('not here')),
        close: () => {},
      },
    });
    const answer = async (taken: Taken): Promise<void> => {
      asked.shift()?.answer(taken);
      await settled();
    };
    return { clock, asked, givenBack, left, told, queue, answer };
  }
  const granted = (stamp: number): Taken => ({ isGranted: true, stamp });

  test('gives back what was granted to somebody who had left', async () => {
    const { queue, answer, givenBack } = createSlowRig();
    const controller = new AbortController();
    const gone = expect(queue.acquire('a', { signal: controller.signal })).rejects.toBe('gone');
    controller.abort('gone');
    await answer(granted(7));
    await gone;
    expect(givenBack).toEqual([7]);
  });

  test('gives the slot of somebody who left the lane to the next one, and back when there is none', async () => {
    const { clock, queue, answer, givenBack, left } = createSlowRig();
    const controller = new AbortController();
    const frees = [clock.now() + 1_000, clock.now() + 1_000];
    const first = expect(queue.acquire('a', { signal: controller.signal })).rejects.toBe('gone');
    await answer({ isGranted: false, frees });
    const second = queue.acquire('a');
    await clock.advance(1_000);
    controller.abort('gone');
    await first;
    await answer(granted(8));
    await expect(second).resolves.toBeUndefined();
    expect(givenBack).toEqual([]);
    expect(left).toEqual(['a']);
  });

  test('asks nothing while a denial holds, and one at a time after', async () => {
    const { clock, queue, asked, answer } = createSlowRig();
    const frees = [clock.now() + 1_000, clock.now() + 1_000, clock.now() + 1_000];
    const waits = [queue.acquire('a')];
    await answer({ isGranted: false, frees });
    waits.push(queue.acquire('a'), queue.acquire('a'));
    await clock.advance(999);
    expect(asked).toHaveLength(0);
    await clock.advance(1);
    expect(asked).toHaveLength(1);
    expect(asked[0]?.ask.waitedMs).toBe(1_000);
    for (const stamp of [1, 2, 3]) await answer(granted(stamp));
    await Promise.all(waits);
    expect(asked).toHaveLength(0);
  });

  test('asks again for those who wait when an answer tells of an earlier slot, and not when it tells nothing new', async () => {
    const { clock, queue, asked, told, answer } = createSlowRig();
    const opensAt = clock.now() + 5_000;
    const waiting = queue.acquire('a');
    await answer({ isGranted: false, frees: [opensAt] });
    told.opensAt = opensAt;
    await queue.observe('a', {}, 'accepted');
    await settled();
    expect(asked).toHaveLength(0);
    told.opensAt = clock.now();
    await queue.observe('a', {}, 'accepted');
    await answer(granted(1));
    await expect(waiting).resolves.toBeUndefined();
  });

  test('keeps no turn for whoever was told that there is no slot in time', async () => {
    const { clock, queue, answer, left } = createSlowRig();
    const told = expect(queue.acquire('a')).rejects.toThrow(QuotaExhausted);
    await answer({ isGranted: false, frees: [clock.now() + 10_001] });
    await told;
    expect(left).toEqual(['a']);
  });

  test('keeps no turn for whoever was told so while background of the same owner waits', async () => {
    const { clock, queue, answer, left } = createSlowRig();
    void queue.acquire('a', { priority: 'background' });
    await answer({ isGranted: false, frees: [clock.now() + 20_000] });
    const told = expect(queue.acquire('a')).rejects.toThrow(QuotaExhausted);
    await answer({ isGranted: false, frees: [clock.now() + 10_001] });
    await told;
    expect(left).toEqual(['a']);
  });

  test('keeps no turn for whoever left while the windows were asked, whatever they answer', async () => {
    const { clock, queue, answer, left } = createSlowRig();
    const controller = new AbortController();
    const gone = expect(queue.acquire('a', { signal: controller.signal })).rejects.toBe('gone');
    await answer({ isGranted: false, frees: [clock.now() + 1_000] });
    await clock.advance(1_000);
    controller.abort('gone');
    await gone;
    left.length = 0;
    // Only now do the windows put somebody in line.
    await answer({ isGranted: false, frees: [clock.now() + 1_000] });
    expect(left).toEqual(['a']);
  });

  test('tells everybody who waits when the store is away, and goes on when it is back', async () => {
    const { clock, queue, asked, answer } = createSlowRig();
    const waits = [queue.acquire('a')];
    await answer({ isGranted: false, frees: [clock.now() + 1_000, clock.now() + 1_000] });
    waits.push(queue.acquire('a'));
    const told = Promise.allSettled(waits);
    await clock.advance(1_000);
    asked.shift()?.fail(new Error('away'));
    expect((await told).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    const next = queue.acquire('a');
    await answer(granted(9));
    await expect(next).resolves.toBeUndefined();
    expect(queue.metrics.interactive).toMatchObject({ waiting: 0, left: 2, granted: 1 });
  });
});
