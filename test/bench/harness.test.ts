import { describe, expect, test } from 'vitest';
import { judge, measure, median, noiseOf, type Target, toExitCode } from './harness.ts';
import { rows, titleOf } from './rows.ts';
import { toTable } from './table.ts';

const atLeast = (bound: number): Target => ({ of: 'ratio', atLeast: bound });
const rounds = (...ratios: number[]) => ratios.map((ratio) => ({ ours: ratio * 10, peer: 10 }));

describe('the arithmetic of the benchmark', () => {
  test('takes the middle of an odd number of values and halves between the two of an even one', () => {
    expect(median([5, 1, 300])).toBe(5);
    expect(median([4, 1, 3, 2])).toBe(2.5);
    expect(median([])).toBeNaN();
  });

  test('measures noise as half the distance between the quartiles, which one stray value does not move', () => {
    expect(noiseOf([1, 2, 3, 4, 5])).toBe(1);
    expect(noiseOf([1, 2, 3, 4, 500])).toBe(1);
    expect(noiseOf([7])).toBe(0);
  });

  test('takes the ratio of each round before the median, so that a slow round costs both sides', () => {
    const slowRound = { ours: 1, peer: 2 };
    const { ratio } = judge([slowRound, { ours: 60, peer: 100 }, { ours: 70, peer: 100 }], atLeast(0.6));
    expect(ratio).toBe(0.6);
  });

  test.each([
    { ratios: [0.9, 1, 1.1], bound: 1, verdict: 'met' },
    { ratios: [0.8, 0.95, 1.1], bound: 1, verdict: 'within noise' },
    { ratios: [0.94, 0.95, 0.96], bound: 1, verdict: 'missed' },
  ])('says "$verdict" of the ratios $ratios where $bound is asked', ({ ratios, bound, verdict }) => {
    expect(judge(rounds(...ratios), atLeast(bound)).verdict).toBe(verdict);
  });

  test('holds a number of our own against an upper bound, without a peer', () => {
    const bytes = [448, 452, 470].map((ours) => ({ ours, peer: undefined }));
    expect(judge(bytes, { of: 'ours', atMost: 455 })).toMatchObject({ ours: 452, ratio: undefined, verdict: 'met' });
    expect(judge(bytes, { of: 'ours', atMost: 450 }).verdict).toBe('within noise');
    expect(judge(bytes, { of: 'ours', atMost: 440 }).verdict).toBe('missed');
  });

  test('only informs where there is no target', () => {
    expect(judge(rounds(0.01, 0.02, 0.03))).toMatchObject({ verdict: 'informs', ratio: 0.02 });
  });

  test('ends with 1 only when a target was missed by more than the noise', () => {
    expect(toExitCode([{ verdict: 'met' }, { verdict: 'within noise' }, { verdict: 'informs' }])).toBe(0);
    expect(toExitCode([{ verdict: 'met' }, { verdict: 'missed' }])).toBe(1);
  });
});

describe('a row', () => {
  const contest = () => {
    const turns: string[] = [];
    const side = (name: string, value: number) => () => {
      turns.push(name);
      return value;
    };
    return { turns, ours: side('o', 30), peer: side('p', 60) };
  };

  test('warms up once and measures both sides in turns, neither always first, for five rounds', async () => {
    const { turns, ours, peer } = contest();
    const row = { name: 'a', unit: '1/s' as const, slices: 4, open: () => ({ ours, peer }) };
    const { rounds } = await measure(row, { redisUrl: '' });
    expect(turns.join('')).toBe('oppooppo'.repeat(6));
    expect(rounds).toEqual(Array.from({ length: 5 }, () => ({ ours: 30, peer: 60 })));
  });

  test('that is deterministic is measured once', async () => {
    const { turns, ours, peer } = contest();
    await measure({ name: 'a', unit: '1/s', slices: 1, rounds: 1, open: () => ({ ours, peer }) }, { redisUrl: '' });
    expect(turns).toEqual(['o', 'p']);
  });

  test('is closed also when it fails', async () => {
    let isClosed = false;
    const fails = () => {
      throw new Error('no slot');
    };
    const close = () => {
      isClosed = true;
    };
    const row = { name: 'a', unit: '1/s' as const, open: () => ({ ours: fails, close }) };
    await expect(measure(row, { redisUrl: '' })).rejects.toThrow('no slot');
    expect(isClosed).toBe(true);
  });

  test('has a title of its own', () => {
    const titles = rows.map(titleOf);
    expect(new Set(titles).size).toBe(titles.length);
  });
});

test('the table shows both sides, the ratio, its noise, the target and the verdict, columns aligned', () => {
  const target: Target = { of: 'ratio', atLeast: 0.3 };
  const judgment = judge(rounds(0.4, 0.5, 0.6), target);
  const result = { name: 'acquire', against: 'a ring', unit: '1/s' as const, target, ...judgment, rounds: [] };
  const lines = toTable([result, { ...result, name: 'acquire over Redis' }]).split('\n');
  expect(lines[2]).toMatch(/^acquire \/ a ring +5\.00 1\/s +10\.0 1\/s +0\.500 +± 0\.0500 +≥ 0\.3 +met$/);
  expect(new Set(lines.map((line) => line.length)).size).toBe(1);
});
