import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import type { RateFacts } from '../../src/quota/rateHeaders.ts';
import type { BudgetRule, Priority, QuotaWindows, Verdict } from '../../src/quota/window.ts';
import { createRedisHome, memoryHome } from './homes.ts';

const START = Date.parse('2026-01-01T00:00:00Z');
const W = 3_600_000;
const G = 11_000;
const rule = (limit: number): BudgetRule => ({ limit, windowMs: W, guardMs: G });
const homes = [memoryHome, createRedisHome()];

afterAll(() => Promise.all(homes.map((home) => home.close())));

const take = async (windows: QuotaWindows, owner = 'a', priority: Priority = 'interactive') =>
  await windows.take({ owner, priority, waitedMs: 0 });

/** How many go through until one does not. */
async function drain(windows: QuotaWindows, owner = 'a', priority: Priority = 'interactive'): Promise<number> {
  for (let granted = 0; ; granted += 1) if (!(await take(windows, owner, priority)).isGranted) return granted;
}

async function denied(windows: QuotaWindows, owner = 'a', priority: Priority = 'interactive'): Promise<number[]> {
  const taken = await take(windows, owner, priority);
  if (taken.isGranted) throw new Error('was granted');
  return taken.frees;
}

describe.each(homes)('budgets in $name', (home) => {
  const open = async (limit: number, addressLimit?: number) => {
    let now = START;
    const windows = await home.open({
      rule: rule(limit),
      addressRule: addressLimit === undefined ? undefined : rule(addressLimit),
      now: () => now,
    });
    return { windows, now: () => now, advance: (ms: number) => (now += ms) };
  };

  test('grant the limit, then say exactly when each slot frees that frees soon', async () => {
    const { windows, advance } = await open(3);
    for (const pause of [1_000, 4_000, 100_000]) {
      expect(await take(windows)).toMatchObject({ isGranted: true });
      advance(pause);
    }
    advance(W + G - 105_000 - 2_000);
    const first = START + W + G;
    expect(await denied(windows)).toEqual([first, first + 1_000, first + 5_000, first + W + G]);
    advance(2_000 - 1);
    expect(await take(windows)).toMatchObject({ isGranted: false });
    advance(1);
    expect(await take(windows)).toMatchObject({ isGranted: true });
    expect(await take(windows)).toMatchObject({ isGranted: false });
  });

  test('keep owners apart', async () => {
    const { windows } = await open(1);
    expect([await drain(windows, 'a'), await drain(windows, 'b')]).toEqual([1, 1]);
  });

  test('give back a grant that nobody used, whichever it was', async () => {
    const { windows, advance } = await open(3);
    const grants = [];
    for (const _ of [1, 2, 3]) {
      grants.push(await take(windows));
      advance(1_000);
    }
    const [, second] = grants;
    if (!second?.isGranted) throw new Error('was not granted');
    windows.giveBack('a', second);
    if (home !== memoryHome) expect(await drain(windows)).toBe(1);
    advance(W + G - 3_000);
    expect(await drain(windows)).toBe(1);
  });

  test('leave the last 20 % to people', async () => {
    const { windows } = await open(10);
    expect(await drain(windows, 'a', 'background')).toBe(8);
    expect(await drain(windows, 'a')).toBe(2);
  });

  test('take both budgets or none', async () => {
    const { windows } = await open(3, 5);
    expect([await drain(windows, 'a'), await drain(windows, 'b'), await drain(windows, 'c')]).toEqual([3, 2, 0]);
    expect(await windows.look('a')).toMatchObject({ limit: 3, used: 3, left: 0 });
    expect(await windows.look('c')).toMatchObject({ limit: 5, used: 5, left: 0 });
    expect(await windows.look('b')).toMatchObject({ left: 0 });
  });

  test('let owners take turns where the address is short, however many each asks for', async () => {
    const { windows, advance } = await open(10, 2);
    expect(await drain(windows, 'first')).toBe(2);
    advance(W + G - 1);
    for (const owner of ['busy', 'b', 'c']) expect(await take(windows, owner)).toMatchObject({ isGranted: false });
    advance(1);
    const order = ['busy', 'busy', 'c', 'b', 'busy', 'c'];
    const granted: string[] = [];
    for (const owner of order) if ((await take(windows, owner)).isGranted) granted.push(owner);
    expect(granted).toEqual(['busy', 'b']);
  });

  test('say to whom waits in line when the slot after those before it frees', async () => {
    const { windows, advance } = await open(10, 2);
    await take(windows, 'x');
    advance(3_000);
    await take(windows, 'x');
    advance(W + G - 5_000);
    expect((await denied(windows, 'a'))[0]).toBe(START + W + G);
    expect((await denied(windows, 'b'))[0]).toBe(START + W + G + 3_000);
    windows.leave('a');
    await take(windows, 'unrelated', 'background');
    expect((await denied(windows, 'b'))[0]).toBe(START + W + G);
  });

  test('close for the owner that was refused until Retry-After and half a second, and for nobody else', async () => {
    const { windows, now, advance } = await open(10);
    await take(windows);
    expect(await windows.observe('a', { retryAt: now() + 30_000 }, 'refused')).toBe(now() + 30_500);
    expect(await denied(windows)).toEqual([now() + 30_500]);
    expect(await take(windows, 'b')).toMatchObject({ isGranted: true });
    advance(30_500);
    expect(await drain(windows)).toBe(9);
  });

  test('close until Reset where there is no Retry-After, and for a minute where there is neither', async () => {
    const { windows, now } = await open(10);
    expect(await windows.observe('a', { resetAt: now() + 120_000 }, 'refused')).toBe(now() + 120_500);
    expect(await windows.observe('b', {}, 'refused')).toBe(now() + 60_500);
    expect(await windows.observe('c', { retryAt: now() + 10 * W }, 'refused')).toBe(now() + W + G);
  });

  test('open again for a later, kinder answer', async () => {
    const { windows, now } = await open(10);
    await windows.observe('a', { retryAt: now() + 30_000 }, 'refused');
    expect(await windows.observe('a', { remaining: 8 }, 'accepted')).toBe(now());
    expect(await take(windows)).toMatchObject({ isGranted: true });
  });

  test('stay closed for an answer to a request that had left before the refusal came', async () => {
    const { windows, now, advance } = await open(10);
    for (const _ of [1, 2, 3]) await take(windows);
    advance(100);
    await windows.observe('a', { retryAt: now() + 30_000 }, 'refused');
    advance(100);
    expect(await windows.observe('a', { remaining: 8 }, 'accepted')).toBe(now() + 30_400);
    expect(await windows.observe('a', {}, 'accepted')).toBe(now() + 30_400);
    // Nobody else is on his way.
    expect(await windows.observe('a', { remaining: 8 }, 'accepted')).toBe(now());
  });

  test('wait for no answer of a request that is surely lost', async () => {
    const { windows, now, advance } = await open(10);
    await take(windows);
    await take(windows);
    advance(100);
    await windows.observe('a', { retryAt: now() + 60_000 }, 'refused');
    advance(G);
    expect(await windows.observe('a', { remaining: 8 }, 'accepted')).toBe(now());
  });

  test('count for people only what is known, also while one finds out and when that had no answer', async () => {
    const { windows, now, advance } = await open(10);
    await windows.observe('a', { remaining: 0, resetAt: now() + 20_000 }, 'accepted');
    expect(await windows.look('a')).toMatchObject({ used: 10 });
    advance(20_000);
    expect(await windows.look('a')).toMatchObject({ used: 0 });
    await take(windows);
    expect(await windows.look('a')).toMatchObject({ used: 1 });
    await windows.observe('a', {}, 'unclear');
    expect(await windows.look('a')).toMatchObject({ used: 1 });
    advance(30_000);
    expect(await windows.look('a')).toMatchObject({ used: 1 });
    await windows.observe('a', { remaining: 2 }, 'accepted');
    expect((await windows.look('a')).used).toBeGreaterThan(1);
  });

  test('tell background of all slots that it might wait for', async () => {
    const { windows, now, advance } = await open(10);
    for (let index = 0; index < 10; index += 1) {
      await take(windows);
      advance(120_000);
    }
    advance(W + G - 1_200_000);
    const frees = await denied(windows, 'a', 'background');
    // Those that are kept for people free first.
    expect(frees).toEqual([2, 3, 4, 5, 6, 7, 8].map((index) => START + index * 120_000 + W + G));
    expect(frees.at(-1)).toBeGreaterThan(now() + 900_000);
  });

  test('take a lower limit from the server, never a higher one than configured', async () => {
    const { windows } = await open(10);
    await windows.observe('a', { limit: 4 }, 'accepted');
    expect(await windows.look('a')).toMatchObject({ limit: 4, left: 4 });
    expect(await drain(windows)).toBe(4);
    await windows.observe('a', { limit: 1_000 }, 'accepted');
    expect(await windows.look('a')).toMatchObject({ limit: 10, left: 6 });
  });

  test('count the requests of others, as the server tells of them', async () => {
    const { windows, now, advance } = await open(10);
    await take(windows);
    advance(G);
    await windows.observe('a', { limit: 10, remaining: 4, resetAt: now() + 1_000_000 }, 'accepted');
    expect(await windows.look('a')).toMatchObject({ used: 6, left: 4 });
    expect(await drain(windows)).toBe(4);
  });

  test('let one request find out when only what the server said stands against it, and open as far as it answers', async () => {
    const { windows, now, advance } = await open(10);
    await windows.observe('a', { remaining: 0, resetAt: now() + 20_000 }, 'accepted');
    expect(await denied(windows)).toEqual([now() + 20_000]);
    advance(20_000);
    expect(await take(windows)).toMatchObject({ isGranted: true });
    expect((await denied(windows))[0]).toBe(now() + 200);
    await windows.observe('a', { remaining: 7, resetAt: now() + W }, 'accepted');
    expect(await drain(windows)).toBe(7);
  });

  test('let the next request find out when the server said to, though the last one did so a moment ago', async () => {
    const { windows, now, advance } = await open(10);
    await windows.observe('a', { remaining: 0, resetAt: now() + 2_000 }, 'accepted');
    advance(2_000);
    expect(await drain(windows)).toBe(1);
    await windows.observe('a', { remaining: 0, resetAt: now() + 3_000 }, 'accepted');
    windows.leave('a');
    advance(3_000);
    expect(await drain(windows)).toBe(1);
  });

  test('send another one to find out when the first had no answer', async () => {
    const { windows, now, advance } = await open(10);
    await windows.observe('a', { remaining: 0, resetAt: now() + 20_000 }, 'accepted');
    advance(20_000);
    expect(await drain(windows)).toBe(1);
    advance(60_000 - 1);
    expect(await drain(windows)).toBe(0);
    advance(1);
    expect(await drain(windows)).toBe(1);
  });

  test('ask again soon when the answer of the one that was to find out was not the service’s', async () => {
    const { windows, now, advance } = await open(10);
    await windows.observe('a', { remaining: 0, resetAt: now() + 2_000 }, 'accepted');
    advance(2_000);
    expect(await drain(windows)).toBe(1);
    await windows.observe('a', {}, 'unclear');
    windows.leave('a');
    advance(999);
    expect(await drain(windows)).toBe(0);
    windows.leave('a');
    advance(1);
    expect(await drain(windows)).toBe(1);
  });

  test('are not taken in by an answer that was on its way while more was granted', async () => {
    const { windows } = await open(10);
    for (const _ of [1, 2, 3, 4, 5]) await take(windows);
    await windows.observe('a', { limit: 10, remaining: 9 }, 'accepted');
    expect(await windows.look('a')).toMatchObject({ used: 5, left: 5 });
  });

  test('tell people what is used, when the next slot frees and when all are free', async () => {
    const { windows, advance } = await open(10);
    expect(await windows.look('a')).toEqual({
      limit: 10,
      used: 0,
      left: 10,
      nextFreeAt: undefined,
      allFreeAt: undefined,
    });
    await take(windows);
    advance(5_000);
    await take(windows);
    expect(await windows.look('a')).toEqual({
      limit: 10,
      used: 2,
      left: 8,
      nextFreeAt: new Date(START + W + G),
      allFreeAt: new Date(START + 5_000 + W + G),
    });
  });

  test('tell when a grant of their own makes room, though others took the rest and the server speaks of a later time', async () => {
    const { windows, now, advance } = await open(4);
    for (const _ of [1, 2]) {
      await take(windows);
      advance(1_000);
    }
    advance(W - 10_000);
    const first = START + W + G;
    // Two of somebody else.
    await windows.observe('a', { limit: 4, remaining: 0, resetAt: now() + W / 2 }, 'accepted');
    expect((await denied(windows))[0]).toBe(first);
    expect((await denied(windows, 'a', 'background'))[0]).toBe(first + 1_000);
    expect(await windows.look('a')).toMatchObject({ left: 0, nextFreeAt: new Date(first) });
    advance(first - now());
    expect(await drain(windows)).toBe(1);
  });

  test('let nobody find out at a Reset that told of a grant of their own, which made room since', async () => {
    const { windows, advance } = await open(4);
    await take(windows);
    advance(W / 2);
    await windows.observe('a', { limit: 4, remaining: 2, resetAt: START + W }, 'accepted');
    advance(W / 2 + G);
    expect(await drain(windows)).toBe(3);
    advance(60_000 - 1);
    expect(await drain(windows)).toBe(0);
    advance(1);
    expect(await drain(windows)).toBe(1);
  });

  test('tell at once until when a request waits that both a closure and what others spent keep away', async () => {
    const { windows, now } = await open(4);
    await windows.observe('a', { retryAt: now() + 5_000 }, 'refused');
    await windows.observe('a', { remaining: 0, resetAt: now() + 60_000 }, 'accepted');
    expect((await denied(windows))[0]).toBe(now() + 60_000);
  });

  test('let one request find out when a refusal said to ask again, though its Reset is later', async () => {
    const { windows, now, advance } = await open(4);
    const facts = { remaining: 0, retryAt: now() + 20_000, resetAt: now() + W };
    expect(await windows.observe('a', facts, 'refused')).toBe(now() + 20_500);
    advance(20_500);
    expect(await drain(windows)).toBe(1);
  });

  test.each([Number.POSITIVE_INFINITY, 1e18])('hold no longer than a window for a Reset at %d', async (resetAt) => {
    const { windows, now, advance } = await open(4);
    await windows.observe('a', { remaining: 0, resetAt }, 'accepted');
    expect((await denied(windows))[0]).toBe(now() + W + G);
    advance(W + G);
    expect(await drain(windows)).toBe(4);
  });

  test('let background find nothing out where only the part that is kept for people is in its way', async () => {
    const { windows, now, advance } = await open(10);
    await windows.observe('a', { limit: 10, remaining: 2, resetAt: now() + 60_000 }, 'accepted');
    advance(120_000);
    expect(await drain(windows, 'a', 'background')).toBe(0);
    expect(await drain(windows, 'a')).toBe(2);
    advance(60_000);
    // The one that finds out.
    expect(await drain(windows, 'a')).toBe(1);
  });

  test('do not take a refusal without a time for a kinder one', async () => {
    const { windows, now } = await open(10);
    await windows.observe('a', { retryAt: now() + W / 2 }, 'refused');
    expect(await windows.observe('a', {}, 'refused')).toBe(now() + W / 2 + 500);
  });

  test.each([undefined, 2])('start anew after weeks of silence (the address’s limit: %s)', async (addressLimit) => {
    const { windows, advance } = await open(2, addressLimit);
    expect(await drain(windows)).toBe(2);
    advance(30 * 86_400_000);
    if (home !== memoryHome) return;
    expect(await drain(windows)).toBe(2);
  });
});

type Step =
  | { do: 'take'; owner: string; priority: Priority }
  | {
      do: 'observe';
      owner: string;
      facts: { limit?: number; remaining?: number; resetIn?: number; retryIn?: number };
      verdict: Verdict;
    }
  | { do: 'leave'; owner: string }
  | { do: 'advance'; ms: number };

const owner = fc.constantFrom('a', 'b', 'c');
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('take' as const),
      owner,
      priority: fc.constantFrom('interactive' as const, 'background' as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('advance' as const),
      ms: fc.oneof(fc.integer({ min: 1, max: 3_000 }), fc.constantFrom(10_000, 11_000, W / 2, W, W + G)),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('leave' as const), owner }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('observe' as const),
      owner,
      verdict: fc.constantFrom<Verdict>('accepted', 'refused', 'unclear'),
      facts: fc.record(
        {
          limit: fc.integer({ min: 1, max: 9 }),
          remaining: fc.integer({ min: 0, max: 9 }),
          resetIn: fc.integer({ min: -5_000, max: W }),
          retryIn: fc.integer({ min: 0, max: 100_000 }),
        },
        { requiredKeys: [] },
      ),
    }),
  },
);

test('memory and Redis decide alike, whatever happens', async () => {
  const redis = homes[1];
  if (!redis) throw new Error('no Redis');
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 5, maxLength: 60, size: 'max' }),
      fc.boolean(),
      async (steps, hasAddress) => {
        let now = START;
        const rules = { rule: rule(5), addressRule: hasAddress ? rule(7) : undefined, now: () => now };
        const [one, other] = [await memoryHome.open(rules), await redis.open(rules)];
        for (const each of steps) {
          if (each.do === 'advance') now += each.ms;
          else if (each.do === 'leave') for (const windows of [one, other]) windows.leave(each.owner);
          else if (each.do === 'take') {
            // Who lines up in the same millisecond has no order.
            now += 1;
            const [here, there] = [
              await take(one, each.owner, each.priority),
              await take(other, each.owner, each.priority),
            ];
            expect(there.isGranted ? true : there.frees).toEqual(here.isGranted ? true : here.frees);
          } else {
            const { resetIn, retryIn, ...counts } = each.facts;
            const facts: RateFacts = {
              ...counts,
              ...(resetIn !== undefined && { resetAt: now + resetIn }),
              ...(retryIn !== undefined && { retryAt: now + retryIn }),
            };
            await one.observe(each.owner, facts, each.verdict);
            await other.observe(each.owner, facts, each.verdict);
          }
          for (const name of ['a', 'b', 'c']) expect(await other.look(name)).toEqual(await one.look(name));
        }
      },
    ),
    { numRuns: 60 },
  );
}, 60_000);
