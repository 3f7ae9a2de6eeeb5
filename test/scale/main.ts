import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createLoad } from '../faults/load.ts';
import { settle } from '../faults/settle.ts';
import { openStage } from '../faults/stage.ts';
import { createCrowd } from './crowd.ts';
import { judgeDeliveries } from './judge.ts';

const { values } = parseArgs({
  options: {
    processes: { type: 'string', default: '4' },
    rate: { type: 'string', default: '20' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});

/** The pause between a restart and the next kill, and the other way round. */
const CALM_MS = 4_000;
const DEAD_MS = 1_500;

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
const processes = Number(values.processes);
const plan = {
  name: 'Scale',
  store: 'redis',
  rotates: false,
  kills: processes,
  terms: 0,
  isBehindProxy: true,
} as const;
console.log(`Seed ${values.seed}`);
const stage = await openStage({ ...plan, processes, seed: Number(values.seed) });
const load = createLoad(stage);
const crowd = createCrowd(stage, Number(values.rate));
for (const [slot, bot] of stage.bots.entries()) {
  await sleep(CALM_MS);
  console.error(`SIGKILL to process ${slot}, ${load.current().length} writes under way`);
  await bot.kill();
  await sleep(DEAD_MS);
  await bot.start();
}
await sleep(CALM_MS);
await Promise.all([load.stop(), crowd.stop()]);
const { examples, ...writes } = await settle(stage, load);
const { failures, ...interactions } = judgeDeliveries(stage, [
  ...crowd.handles,
  ...load.commands,
  ...load.attempts.flatMap(({ presses }) => presses),
]);
await stage.close();
console.table({ ...interactions, ...writes });
for (const line of [...failures, ...examples].slice(0, 20)) console.log(line);
const { doubled, undelivered, falseReports, stuck, lost } = writes;
const isEmpty = interactions.answered < 100 || writes.changes < 10;
process.exit(failures.length + doubled + undelivered + falseReports + stuck + lost > 0 || isEmpty ? 1 : 0);
