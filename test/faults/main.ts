import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { runScenario, type Verdict } from './scenario.ts';
import { isOfBatches, type StagePlan } from './stage.ts';
import { hasFailed, toTable } from './table.ts';

const PAGE = new URL('../../docs/reliability.md', import.meta.url);
const MARKED = /(<!-- faults:begin -->\n)[\s\S]*(<!-- faults:end -->)/;

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '200' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    store: { type: 'string' },
    only: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});
const [seed, allKills] = [Number(values.seed), Number(values.kills)];

const MAX_BATCH_KILLS = 50;
const PAIR = { store: 'redis', processes: 2, rotates: false } as const;
/** One is behind the game's, the other ahead. */
const CLOCKS_AHEAD_MS = [-145_000, 145_000];

/** The longest comes first. */
const KINDS: Omit<StagePlan, 'seed' | 'kills' | 'terms'>[] = [
  { ...PAIR, name: 'Batches, 3 processes', processes: 3, rounds: 'batches' },
  { ...PAIR, name: 'Payments, 3 processes', processes: 3, rounds: 'payments' },
  { name: 'SQLite', store: 'sqlite', processes: 1, rotates: false },
  { name: 'SQLite, rotating tokens', store: 'sqlite', processes: 1, rotates: true },
  { name: 'Redis, 1 process', store: 'redis', processes: 1, rotates: false },
  { name: 'Redis, 2 processes, rotating tokens', store: 'redis', processes: 2, rotates: true },
  { name: 'Redis, 3 processes', store: 'redis', processes: 3, rotates: false },
  { name: 'Redis, 4 processes, rotating tokens', store: 'redis', processes: 4, rotates: true },
  { ...PAIR, name: 'Redis killed, 2 processes', rounds: 'killed' },
  { ...PAIR, name: 'Redis rolled back, 2 processes', rounds: 'rolled back' },
  { ...PAIR, name: 'Redis hangs for 8 s, 2 processes', rounds: 'hangs' },
  { ...PAIR, name: 'Replica lacks the last second', rounds: 'fails over', isSwitched: true },
  { ...PAIR, name: 'Same transfers, 2 processes', rounds: 'same', isSwitched: true },
  { ...PAIR, name: 'Clocks 290 s apart', rounds: 'clocks', isSwitched: true, clocksAheadMs: CLOCKS_AHEAD_MS },
  { ...PAIR, name: 'Erasing while a write runs', rounds: 'erasing', isSwitched: true },
];
const chosen = KINDS.filter(({ store, name }) => (values.store ?? store) === store && name.includes(values.only ?? ''));
if (chosen.length === 0) throw new Error('No such scenario.');

const sharers = chosen.filter(({ rounds }) => rounds === undefined);
const share = (total: number, index: number): number =>
  Math.floor(((index + 1) * total) / sharers.length) - Math.floor((index * total) / sharers.length);
const plans = chosen.map((kind, index): StagePlan => {
  const numbered = { ...kind, seed: seed + index * 1_000 };
  if (isOfBatches(kind)) return { ...numbered, kills: Math.min(allKills, MAX_BATCH_KILLS), terms: 1 };
  if (kind.rounds) return { ...numbered, kills: Math.ceil(allKills / 20), terms: 0 };
  const place = sharers.indexOf(kind);
  return { ...numbered, kills: share(allKills, place), terms: share(Math.ceil(allKills / 10), place) };
});

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
const startedAt = performance.now();
console.log(`Seed ${seed}`);
const waiting = [...plans.entries()];
const verdicts: Promise<Verdict>[] = [];
const runAll = async (): Promise<void> => {
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const [index, plan] = next;
    const { verdict } = await runScenario(plan, console.error);
    verdicts[index] = verdict;
    verdict.then((one) => console.error(`\n${toTable([one])}\n`)).catch(() => {});
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
