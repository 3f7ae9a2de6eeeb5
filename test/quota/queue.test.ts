import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { QuotaExhausted, QuotaQueue } from '../../src/quota/queue.ts';
import { toRateFacts } from '../../src/quota/rateHeaders.ts';

const HOUR_MS = 3_600_000;
const START = Date.parse('2026-01-01T00:00:00Z');

/** A queue on a clock that jumps to the end of each wait. */
function createRig(options: { perToken: number; perAddress?: number }) {
  let now = START;
  const waits: { at: number; go: () => void }[] = [];
  const queue = new QuotaQueue({
    ...options,
    now: () => now,
    wait: (ms, signal) =>
      new Promise((resolve, reject) => {
        waits.push({ at: now + ms, go: resolve });
        signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
      }),
  });
  return {
    queue,
    now: () => now,
    advance(ms: number) {
      now += ms;
      for (const wait of waits.splice(0)) wait.at <= now ? wait.go() : waits.push(wait);
    },
  };
}

describe('the quota queue', () => {
  test('grants the limit at once and says exactly when the next slot is free', async () => {
    const { queue, advance } = createRig({ perToken: 3 });
    for (const _ of [1, 2, 3]) {
      await queue.acquire('a');
      advance(1_000);
    }
    const refusal = await queue.acquire('a').catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(QuotaExhausted);
    expect(refusal).toHaveProperty('until', new Date(START + HOUR_MS + 16_000));
    expect(queue.use('a')).toEqual({ limit: 3, used: 3, left: 0, nextFreeAt: new Date(START + HOUR_MS + 16_000) });
  });

  test('keeps budgets apart', async () => {
    const { queue } = createRig({ perToken: 1 });
    await queue.acquire('a');
    await expect(queue.acquire('b')).resolves.toBeUndefined();
  });

  test('lets a caller wait for a slot that is free within 10 s', async () => {
    const { queue, advance } = createRig({ perToken: 1 });
    await queue.acquire('a');
    advance(HOUR_MS + 16_000 - 9_000);
    let granted = false;
    const waiting = queue.acquire('a').then(() => {
      granted = true;
    });
    await Promise.resolve();
    expect(granted).toBe(false);
    advance(9_000);
    await waiting;
    expect(granted).toBe(true);
  });

  test('an aborted caller leaves without costing a slot', async () => {
    const { queue, advance } = createRig({ perToken: 1 });
    await queue.acquire('a');
    advance(HOUR_MS + 16_000 - 9_000);
    const abort = new AbortController();
    const waiting = queue.acquire('a', abort.signal);
    abort.abort(new Error('went away'));
    await expect(waiting).rejects.toThrow('went away');
    advance(9_000);
    expect(queue.use('a').left).toBe(1);
  });

  test('takes the budget of the address together with the token’s, or neither', async () => {
    const { queue } = createRig({ perToken: 5, perAddress: 2 });
    await queue.acquire('a');
    await queue.acquire('b');
    await expect(queue.acquire('c')).rejects.toThrow(QuotaExhausted);
    expect(queue.use('c').left).toBe(5);
  });

  test('inserts the difference when the server says that fewer are left', async () => {
    const { queue, now } = createRig({ perToken: 600 });
    await queue.acquire('a');
    queue.observe('a', { limit: 600, remaining: 10 });
    expect(queue.use('a').left).toBe(10);
    queue.observe('a', { limit: 600, remaining: 590 });
    expect(queue.use('a').left).toBe(10);
    expect(now()).toBe(START);
  });

  test('a refusal closes its own budget until the time the server gave, and half a second', async () => {
    const { queue } = createRig({ perToken: 600 });
    expect(queue.observe('a', { retryAt: START + 30_000 }, true)).toEqual(new Date(START + 30_500));
    await expect(queue.acquire('a')).rejects.toThrow(QuotaExhausted);
    await expect(queue.acquire('b')).resolves.toBeUndefined();
  });

  test('where the server counts by address, what it says holds for every token', async () => {
    const { queue } = createRig({ perToken: 600, perAddress: 600 });
    await queue.acquire('a');
    queue.observe('a', { limit: 600, remaining: 1 });
    await queue.acquire('b');
    await expect(queue.acquire('c')).rejects.toThrow(QuotaExhausted);
    expect(queue.use('a').left).toBe(599);
  });

  test('where the server counts by address, a refusal of one token closes the address', async () => {
    const { queue, advance } = createRig({ perToken: 600, perAddress: 600 });
    await queue.acquire('a');
    expect(queue.observe('a', { retryAt: START + 30_000 }, true)).toEqual(new Date(START + 30_500));
    await expect(queue.acquire('b')).rejects.toMatchObject({ until: new Date(START + 30_500) });
    advance(30_500);
    await expect(queue.acquire('b')).resolves.toBeUndefined();
  });

  test('a limit that the server lowered is raised again, never above the own one', async () => {
    const { queue } = createRig({ perToken: 5 });
    for (const [limit, known] of [
      [2, 2],
      [600, 5],
    ] as const) {
      queue.observe('a', { limit });
      expect(queue.use('a').limit).toBe(known);
    }
  });

  test('property: no hour ever holds more grants than the limit', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 5 }),
        fc.array(fc.integer({ min: 0, max: HOUR_MS / 2 }), { maxLength: 40 }),
        async (perToken, gaps) => {
          const { queue, advance, now } = createRig({ perToken });
          const grants: number[] = [];
          for (const gap of gaps) {
            advance(gap);
            const at = now();
            // A full window refuses or waits; only what is granted at once is counted here.
            if (queue.use('a').left > 0) {
              await queue.acquire('a');
              grants.push(at);
            }
          }
          for (const from of grants) {
            expect(grants.filter((at) => at >= from && at <= from + HOUR_MS).length).toBeLessThanOrEqual(perToken);
          }
        },
      ),
    );
  });
});

describe('rate headers', () => {
  const facts = (headers: Record<string, string>) => toRateFacts((name) => headers[name], START);

  test.each([
    [{}, {}],
    [
      { 'x-ratelimit-limit': '600', 'x-ratelimit-remaining': '0' },
      { limit: 600, remaining: 0 },
    ],
    [{ 'x-ratelimit-limit': 'many', 'x-ratelimit-remaining': '-1' }, {}],
    [{ 'x-ratelimit-reset': String(START / 1_000 + 60) }, { resetAt: START + 60_000 }],
    [{ 'x-ratelimit-reset': '60' }, { resetAt: START + 60_000 }],
    [{ 'retry-after': '2' }, { retryAt: START + 2_000 }],
    [{ 'retry-after': new Date(START + 5_000).toUTCString() }, { retryAt: START + 5_000 }],
    [
      { 'retry-after': new Date(START + 65_000).toUTCString(), date: new Date(START + 60_000).toUTCString() },
      { retryAt: START + 5_000 },
    ],
    [{ 'retry-after': 'soon' }, {}],
  ])('%j → %j', (headers, expected) => {
    expect(facts(headers as Record<string, string>)).toEqual(expected);
  });
});
