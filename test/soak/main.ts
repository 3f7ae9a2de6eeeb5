import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openStage } from '../faults/stage.ts';
import { createCrowd, isAnswered } from '../scale/crowd.ts';

const type = 'string';
const { values } = parseArgs({ options: { minutes: { type, default: '10' }, rate: { type, default: '50' } } });

/** Max heap at the end, relative to its size after this time. */
const MAX_GROWTH = 1.1;
const WARM_MS = 2 * 60_000;
/** The longest time that a response may take. */
const LAST_ANSWERS_MS = 16_000;
const NAME = 'Soak';

/** `npm run soak`: people use one process; its heap must not grow, and all get responses. */
const plan = { name: NAME, store: 'redis', processes: 1, rotates: false, seed: 1, kills: 0, terms: 0 } as const;
const nodeOptions = `--import=${new URL('heapProbe.ts', import.meta.url)}`;
const stage = await openStage({ ...plan, nodeOptions });
const log = new URL(`../../test-results/faults/${NAME}-0.log`, import.meta.url);

/** The process's heap in MB, after a collection. */
async function readHeap(): Promise<number> {
  const count = (): string[] => readFileSync(log, 'utf8').match(/(?<=^heap: )\d+/gm) ?? [];
  const before = count().length;
  stage.bots[0]?.signal('SIGUSR2');
  while (count().length === before) await sleep(100);
  return Number(count().at(-1)) / 1e6;
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
const crowd = createCrowd(stage, Number(values.rate));
const startedAt = performance.now();
await sleep(WARM_MS);
const early = await readHeap();
await sleep(Math.max(0, Number(values.minutes) * 60_000 - WARM_MS));
const late = await readHeap();
await crowd.stop();
const seconds = (performance.now() - startedAt) / 1000;
await sleep(LAST_ANSWERS_MS);
const unanswered = crowd.handles.filter((handle) => !isAnswered(handle)).length;
await stage.close();
console.table({
  interactions: crowd.handles.length,
  'a second': Math.round(crowd.handles.length / seconds),
  unanswered,
  'heap after 2 minutes, MB': early.toFixed(1),
  'heap at the end, MB': late.toFixed(1),
  growth: (late / early).toFixed(2),
});
process.exit(unanswered > 0 || late / early > MAX_GROWTH ? 1 : 0);
