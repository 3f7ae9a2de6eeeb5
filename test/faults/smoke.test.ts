import { expect, test } from 'vitest';
import { runScenario } from './scenario.ts';
import { hasFailed } from './table.ts';

const PLAN = { name: 'Smoke', store: 'sqlite', processes: 1, rotates: false, seed: 7 } as const;

test.concurrent.each([
  ['the process killed three times and ended once under load', { ...PLAN, kills: 3, terms: 1 }, 8],
  ['lost transfers confirmed once more', { ...PLAN, rounds: 'same', kills: 1, terms: 0 } as const, 6],
])('%s: nothing is done twice, no one is lied to, links stay', { timeout: 240_000 }, async (_, plan, atLeast) => {
  const { verdict } = await runScenario(plan, () => {});
  const ended = await verdict;
  expect(ended.changes).toBeGreaterThanOrEqual(atLeast);
  expect(ended, ended.examples.join('\n')).toMatchObject({ kills: plan.kills, excused: 0 });
  expect(hasFailed(ended), ended.examples.join('\n')).toBe(false);
});
