import { describe, expect, test } from 'vitest';
import { judge, type Target, toExitCode } from './harness.ts';

const atLeast = (bound: number): Target => ({ of: 'ratio', atLeast: bound });
const rounds = (...ratios: number[]) => ratios.map((ratio) => ({ ours: ratio * 10, peer: 10 }));

describe('the arithmetic of the benchmark', () => {
  test('takes the ratio of each round before the median, so that a slow round costs both sides', () => {
    const slowRound = { ours: 1, peer: 2 };
    const { ratio } = judge([slowRound, { ours: 60, peer: 100 }, { ours: 70, peer: 100 }], atLeast(0.6));
    expect(ratio).toBe(0.6);
  });

  test.each<[number[], Target | undefined, string]>([
    [[0.9, 1, 1.1], atLeast(1), 'met'],
    [[0.8, 0.95, 1.1], atLeast(1), 'within noise'],
    [[0.94, 0.95, 0.96], atLeast(1), 'missed'],
    [[44.8, 45.2, 47], { of: 'ours', atMost: 455 }, 'met'],
    [[44.8, 45.2, 47], { of: 'ours', atMost: 450 }, 'within noise'],
    [[44.8, 45.2, 47], { of: 'ours', atMost: 440 }, 'missed'],
    [[0.01, 0.02, 0.03], undefined, 'informs'],
  ])('of the ratios %j with the target %j the verdict is %s', (ratios, target, verdict) => {
    expect(judge(rounds(...ratios), target)).toMatchObject({ ratio: ratios[1], verdict });
  });

  test('ends with 1 only when a target was missed by more than the noise, and with 2 if a row could not be measured', () => {
    expect(toExitCode([{ verdict: 'met' }, { verdict: 'within noise' }, { verdict: 'informs' }])).toBe(0);
    expect(toExitCode([{ verdict: 'not measured' }, { verdict: 'missed' }])).toBe(1);
    expect(toExitCode([{ verdict: 'met' }, { verdict: 'not measured' }])).toBe(2);
  });
});
