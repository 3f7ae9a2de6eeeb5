import { expect, test } from 'vitest';
import { runScenario } from './scenario.ts';

test('after six kills and one stop under load, nothing was done twice, every report is true, and links remain', async () => {
  const plan = { name: 'Smoke', store: 'sqlite' as const, processes: 1, rotates: false, seed: 7, kills: 6, terms: 1 };
  const { verdict } = await runScenario(plan, () => {});
  const { confirmations, examples, ...result } = await verdict;
  expect(confirmations).toBeGreaterThan(15);
  const asPromised = { kills: 6, doubled: 0, untold: 0, lies: 0, lost: 0, excused: 0, badEnds: 0 };
  expect(result, examples.join('\n')).toMatchObject(asPromised);
}, 240_000);
