import { parseArgs } from 'node:util';
import { walk } from './walk.ts';

const { values } = parseArgs({
  options: {
    steps: { type: 'string', default: '2000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    endpoint: { type: 'boolean', default: false },
  },
});

/** `npm run test:walk`: the whole bot under random use. Fails if an error was unforeseen or a person got no answer. */
const plan = {
  steps: Number(values.steps),
  seed: Number(values.seed),
  transport: values.endpoint ? 'endpoint' : 'gateway',
} as const;
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
console.log(`Seed ${plan.seed}`);
const startedAt = performance.now();
const { problems, unused } = await walk(plan);
for (const problem of problems) console.log(problem);
console.log(`Not used: ${unused.join(', ') || 'nothing'}`);
console.log(
  `${plan.steps} steps in ${Math.round((performance.now() - startedAt) / 1_000)} s: ${problems.length} problems`,
);
process.exit(problems.length > 0 ? 1 : 0);
