import { parseArgs } from 'node:util';
import { walk } from './walk.ts';

const text = { type: 'string' } as const;
const { values } = parseArgs({ options: { steps: text, seed: text, endpoint: { type: 'boolean' }, slow: text } });
const { steps = '2000', seed = String(Date.now() % 1_000_000), endpoint, slow = '0' } = values;

/** `npm run test:walk` uses the whole bot at random. Fails after unforeseen errors or silence. */
const transport = endpoint ? 'endpoint' : 'gateway';
const plan = { steps: Number(steps), seed: Number(seed), slowMs: Number(slow), transport } as const;
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
console.log(`Seed ${seed}`);
const { problems, unused } = await walk(plan);
for (const problem of problems) console.log(problem);
console.log(`Not used: ${unused.join(', ') || 'nothing'}`);
console.log(`${steps} steps: ${problems.length} problems`);
process.exit(problems.length > 0 ? 1 : 0);
