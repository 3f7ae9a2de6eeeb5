import { describe, expect, test, vi } from 'vitest';
import { readWholeLog, readWindow } from '../../commands/credits/readLog.ts';
import type { Game } from '../../src/game/client.ts';
import { GameError, type GameFailure } from '../../src/game/errors.ts';
import type { CreditLogEntry } from '../../src/game/resources/credits.ts';

type Params = { start_id?: number; start_index?: number; item_count?: number };

const me = { uid: '1:1', name: 'Ada' };
const toEntry = (id: number): CreditLogEntry => ({
  transactionId: String(id),
  timestamp: new Date(id * 1_000),
  amount: 1,
  description: '',
});
/** Ids with gaps, because other characters have entries too. */
const logOf = (length: number): CreditLogEntry[] => Array.from({ length }, (_, n) => toEntry(90 + 10 * n));
const idOf = ({ transactionId }: CreditLogEntry): number => Number(transactionId);

/** Windows of at most 1000 entries: the newest, or the oldest from `start_id` on. */
const walkable = (log: CreditLogEntry[], { start_id = 0 }: Params): CreditLogEntry[] =>
  start_id === 0 ? log.slice(-1_000) : log.filter((entry) => idOf(entry) >= start_id).slice(0, 1_000);

/** This service only knows 0 and 1: it treats any other id as 1. */
const twoWindows = (log: CreditLogEntry[], { start_id = 0 }: Params): CreditLogEntry[] =>
  start_id === 0 ? log.slice(-1_000) : log.slice(0, 1_000);

/** The result of reading this log, with each `start_id`. `failAt`: the failure of request n. */
async function readFrom(
  log: CreditLogEntry[],
  window: typeof walkable = walkable,
  { perPage = 1_000, failAt }: { perPage?: number; failAt?: (request: number) => GameFailure | undefined } = {},
) {
  const asked: (number | undefined)[] = [];
  const list = async (params: Params) => {
    asked.push(params.start_id);
    const failure = failAt?.(asked.length);
    if (failure) throw new GameError(failure);
    const { start_index: startIndex = 1 } = params;
    const all = window(log, params);
    const items = all.slice(startIndex - 1, startIndex - 1 + perPage);
    const hasMore = startIndex - 1 + items.length < all.length;
    return { items, total: all.length, startIndex, itemCount: perPage, hasMore };
  };
  const game = { character: { creditlog: { list } } } as unknown as Game;
  const reports: number[] = [];
  const copy = await readWholeLog({ me, game }, async (count) => void reports.push(count));
  return { ...copy, asked, reports };
}

const newestFirst = (log: CreditLogEntry[]): CreditLogEntry[] => log.toReversed();

describe('the whole credit log', () => {
  test.each([0, 1, 999, 1_000, 1_001, 2_000, 2_001, 7_500])(
    'of %i entries is read where the game gives windows from any entry on',
    async (length) => {
      const log = logOf(length);
      for (const inOrder of [log, log.toReversed(), log.toSorted((a, b) => (idOf(a) % 7) - (idOf(b) % 7))]) {
        const order = new Map(inOrder.map((entry, index) => [entry, index]));
        const { newest, oldest, missing } = await readFrom(log, (all, asked) =>
          walkable(all, asked).toSorted((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0)),
        );
        expect({ newest, oldest, missing }).toEqual({ newest: newestFirst(log), oldest: [], missing: undefined });
      }
    },
  );

  test('takes one request while it is short, and reports its progress when it is long', async () => {
    expect((await readFrom(logOf(999))).asked).toEqual([undefined]);
    const { asked, reports } = await readFrom(logOf(3_500));
    expect(asked).toEqual([undefined, 1, 10_080, 20_070]);
    expect(reports).toEqual([2_000, 2_999]);
  });

  test.each([
    ['takes any other id as 1', twoWindows],
    [
      'takes any other id as 0',
      (log: CreditLogEntry[], asked: Params) => (asked.start_id === 1 ? log.slice(0, 1_000) : log.slice(-1_000)),
    ],
    [
      'counts down from the id',
      (log: CreditLogEntry[], { start_id = 0 }: Params) =>
        start_id > 1 ? log.filter((entry) => idOf(entry) <= start_id).slice(-1_000) : twoWindows(log, { start_id }),
    ],
    [
      'leaves the id itself out',
      (log: CreditLogEntry[], { start_id = 0 }: Params) =>
        start_id > 1 ? walkable(log, { start_id: start_id + 1 }) : twoWindows(log, { start_id }),
    ],
    [
      'gives only the entry of the id',
      (log: CreditLogEntry[], { start_id = 0 }: Params) =>
        start_id > 1 ? walkable(log, { start_id }).slice(0, 1) : twoWindows(log, { start_id }),
    ],
    [
      'gives nothing from an id',
      (log: CreditLogEntry[], { start_id = 0 }: Params) => (start_id > 1 ? [] : twoWindows(log, { start_id })),
    ],
  ])('has its newest and its oldest entries if the game %s', async (_, window) => {
    const log = logOf(3_500);
    const { newest, oldest, missing, asked } = await readFrom(log, window);
    expect({ newest, oldest, missing }).toEqual({
      newest: newestFirst(log.slice(-1_000)),
      oldest: newestFirst(log.slice(0, 1_000)),
      missing: 'notProvided',
    });
    expect(asked).toHaveLength(3);
  });

  test.each([
    [{ code: 'invalid', parameter: 'start_id', reason: 'is unknown' }, 3, 'notProvided', 1_000],
    [{ code: 'service_unavailable', reason: 'away' }, 2, 'interrupted', 0],
    [{ code: 'service_unavailable', reason: 'away' }, 4, 'interrupted', 1_999],
    [{ code: 'rate_limited', until: new Date() }, 5, 'interrupted', 2_998],
  ] as const)('keeps what was read when the game answers %j at request %i', async (failure, nth, missing, count) => {
    const copy = await readFrom(logOf(7_500), walkable, {
      failAt: (request) => (request === nth ? failure : undefined),
    });
    expect(copy).toMatchObject({ missing, newest: { length: 1_000 }, oldest: { length: count } });
  });

  test('is unavailable if not even the newest entries can be read', async () => {
    const failure = { code: 'service_unavailable', reason: 'away' } as const;
    await expect(readFrom(logOf(1), walkable, { failAt: () => failure })).rejects.toMatchObject({ failure });
  });

  test('takes at most 20 requests, however the game divides it', async () => {
    const long = await readFrom(logOf(40_000));
    expect(long.asked).toHaveLength(20);
    expect(long).toMatchObject({ missing: 'tooMany', newest: { length: 1_000 }, oldest: { length: 1 + 19 * 999 } });
    const pages = await readFrom(logOf(40_000), walkable, { perPage: 100 });
    expect(pages.asked).toHaveLength(20);
    expect(pages).toMatchObject({ missing: 'tooMany', oldest: { length: 1_000 } });
  });

  test('stops after ten seconds, before the interaction’s reads end', async () => {
    const startedAt = Date.now();
    let now = startedAt;
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => now);
    const { asked, missing } = await readFrom(logOf(40_000), walkable, {
      failAt: (request) => {
        now = startedAt + 2_500 * request;
        return undefined;
      },
    });
    clock.mockRestore();
    expect(asked).toHaveLength(4);
    expect(missing).toBe('interrupted');
  });
});

describe('a window of a credit log that counts all of its entries', () => {
  const log = logOf(2_500);
  test.each([
    [1_000, 'refuses more', 1],
    [1_000, 'repeats itself', 1],
    [300, 'refuses more', 4],
    [300, 'repeats itself', 4],
  ])('is read in pages of %i up to its 1,000th entry where the game %s past it', async (perPage, past, requests) => {
    const asked: [start: number, count: number][] = [];
    const list = async ({ start_index: start = 1, item_count: count = 50 }: Params) => {
      asked.push([start, count]);
      if (start > 1_000 && past === 'refuses more') throw new GameError({ code: 'refused', reason: 'start_index' });
      const from = (start - 1) % 1_000;
      const items = log.slice(-1_000).slice(from, from + Math.min(count, perPage));
      return { items, total: log.length, startIndex: start, itemCount: count, hasMore: true };
    };
    const game = { character: { creditlog: { list } } } as unknown as Game;
    const read = await readWindow({ me, game }, 'newest');
    expect(read).toEqual({ entries: newestFirst(log.slice(-1_000)), gaps: 0, isWhole: false });
    expect(asked).toHaveLength(requests);
    for (const [start, count] of asked) expect(start - 1 + count).toBe(1_000);
  });
});
