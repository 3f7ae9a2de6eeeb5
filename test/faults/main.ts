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
    terms: { type: 'string', default: '20' },
    rounds: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    store: { type: 'string' },
    processes: { type: 'string' },
    patience: { type: 'string', default: '75' },
    write: { type: 'boolean', default: false },
    quiet: { type: 'boolean', default: false },
  },
});
const [seed, rounds, patienceMs] = [Number(values.seed), Number(values.rounds), Number(values.patience) * 1_000];

type Kind = Pick<StagePlan, 'name' | 'store' | 'processes' | 'rotates'>;
const KINDS: Kind[] = [
  { name: 'SQLite', store: 'sqlite', processes: 1, rotates: false },
  { name: 'SQLite, rotating tokens', store: 'sqlite', processes: 1, rotates: true },
  { name: 'Redis, 1 process', store: 'redis', processes: 1, rotates: false },
  { name: 'Redis, 2 processes, rotating tokens', store: 'redis', processes: 2, rotates: true },
  { name: 'Redis, 3 processes', store: 'redis', processes: 3, rotates: false },
  { name: 'Redis, 4 processes, rotating tokens', store: 'redis', processes: 4, rotates: true },
];
const isChosen = ({ store, processes }: Kind): boolean =>
  (values.store ?? store) === store && Number(values.processes ?? processes) === processes;

const chosen = KINDS.filter(isChosen);
const share = (total: number, index: number): number =>
  Math.floor(((index + 1) * total) / chosen.length) - Math.floor((index * total) / chosen.length);
const plans: StagePlan[] = chosen.map((kind, index) => ({
  ...kind,
  seed: seed + index * 1_000,
  kills: share(Number(values.kills), index),
  terms: share(Number(values.terms), index),
  patienceMs,
}));
for (const fault of ['killed', 'rolled back'] as const) {
  const kind: Kind = { name: `Redis ${fault}, 2 processes`, store: 'redis', processes: 2, rotates: false };
  if (isChosen(kind) && rounds > 0)
    plans.push({ ...kind, seed, kills: 0, terms: 0, redis: { fault, rounds }, patienceMs });
}
if (plans.length === 0) throw new Error('No scenario has this store and this number of processes.');

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
const startedAt = performance.now();
console.log(`Seed ${seed}`);
const waiting = [...plans.entries()];
const verdicts: Promise<Verdict>[] = [];
const runAll = async (): Promise<void> => {
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const [index, plan] = next;
    verdicts[index] = (await runScenario(plan, values.quiet ? () => {} : console.error)).verdict;
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
