import { expect, test } from 'vitest';
import { runScenario } from './scenario.ts';

const PLAN = { name: 'Smoke', store: 'sqlite', processes: 1, rotates: false, seed: 7 } as const;

test.each([
  ['the process killed six times and ended once under load', { ...PLAN, kills: 6, terms: 1 }, 16],
  ['lost transfers confirmed once more', { ...PLAN, rounds: 'same', kills: 1, terms: 0 } as const, 6],
])(
  '%s: nothing is done twice, what people are told is true, links stay',
  async (_, plan, atLeast) => {
    const { verdict } = await runScenario(plan, () => {});
    const { changes, examples, ...result } = await verdict;
    expect(changes).toBeGreaterThanOrEqual(atLeast);
    const asPromised = {
      kills: plan.kills,
      doubled: 0,
      undelivered: 0,
      lies: 0,
      stuck: 0,
      lost: 0,
      excused: 0,
      badEnds: 0,
    };
    expect(result, examples.join('\n')).toMatchObject(asPromised);
  },
  240_000,
);
