import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { runScenario, type Verdict } from './scenario.ts';
import type { StagePlan } from './stage.ts';
import { hasFailed, toTable } from './table.ts';

const PAGE = new URL('../../docs/reliability.md', import.meta.url);
const MARKED = /(<!-- faults:begin -->\n)[\s\S]*(<!-- faults:end -->)/;

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '200' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    store: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});
const [seed, allKills] = [Number(values.seed), Number(values.kills)];

const KINDS: Pick<StagePlan, 'name' | 'store' | 'processes' | 'rotates' | 'redisFault'>[] = [
  { name: 'SQLite', store: 'sqlite', processes: 1, rotates: false },
  { name: 'SQLite, rotating tokens', store: 'sqlite', processes: 1, rotates: true },
  { name: 'Redis, 1 process', store: 'redis', processes: 1, rotates: false },
  { name: 'Redis, 2 processes, rotating tokens', store: 'redis', processes: 2, rotates: true },
  { name: 'Redis, 3 processes', store: 'redis', processes: 3, rotates: false },
  { name: 'Redis, 4 processes, rotating tokens', store: 'redis', processes: 4, rotates: true },
  { name: 'Redis killed, 2 processes', store: 'redis', processes: 2, rotates: false, redisFault: 'killed' },
  { name: 'Redis rolled back, 2 processes', store: 'redis', processes: 2, rotates: false, redisFault: 'rolled back' },
];
const chosen = KINDS.filter(({ store }) => (values.store ?? store) === store);
if (chosen.length === 0) throw new Error(`No scenario has the store ${values.store}.`);

const sharers = chosen.filter(({ redisFault }) => redisFault === undefined).length;
const share = (total: number, index: number): number =>
  Math.floor(((index + 1) * total) / sharers) - Math.floor((index * total) / sharers);
const plans = chosen.map((kind, index): StagePlan => {
  const terms = kind.redisFault ? 0 : share(Math.ceil(allKills / 10), index);
  const kills = kind.redisFault ? Math.ceil(allKills / 20) : share(allKills, index);
  return { ...kind, seed: seed + index * 1_000, kills, terms };
});

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
const startedAt = performance.now();
console.log(`Seed ${seed}`);
const waiting = [...plans.entries()];
const verdicts: Promise<Verdict>[] = [];
const runAll = async (): Promise<void> => {
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const [index, plan] = next;
    verdicts[index] = (await runScenario(plan, console.error)).verdict;
  }
};
// Two at once, and nobody waits for people who are still to be told.
await Promise.all([runAll(), runAll()]);
const results = await Promise.all(verdicts);
const table = toTable(results);
console.log(`\n${table}\n\n${Math.round((performance.now() - startedAt) / 1_000)} s, seed ${seed}`);
for (const { name, examples } of results)
  for (const example of examples.slice(0, 8)) console.log(`${name}: ${example}`);
if (values.write) writeFileSync(PAGE, readFileSync(PAGE, 'utf8').replace(MARKED, `$1${table}\n$2`));
process.exit(results.some(hasFailed) ? 1 : 0);
