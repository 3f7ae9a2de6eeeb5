import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { runScenario, type Verdict } from './scenario.ts';
import type { StagePlan } from './stage.ts';
import { hasFailed, toTable } from './table.ts';

const PAGE = new URL('README.md', import.meta.url);
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

const PAIR = { store: 'redis', processes: 2, rotates: false } as const;
const SQLITE = { store: 'sqlite', processes: 1, rotates: false } as const;
/** One is behind the game's clock, the other ahead. */
const CLOCKS_AHEAD_MS = [-145_000, 145_000];

type Kind = Omit<StagePlan, 'seed' | 'kills' | 'terms'> & { share: number };

/** `share`: of 200 kills, or rounds. The longest comes first. */
const KINDS: Kind[] = [
  { ...PAIR, name: 'Lists, 3 processes', processes: 3, rounds: 'lists', share: 35 },
  { ...SQLITE, name: 'Lists, SQLite', rounds: 'lists', share: 15 },
  { ...PAIR, name: 'Canceled, then a failover', rounds: 'stopped', isSwitched: true, share: 8 },
  { ...PAIR, name: 'Frozen, then a failover', rounds: 'frozen', share: 6 },
  { ...SQLITE, name: 'Frozen, SQLite', rounds: 'frozen', share: 3 },
  { ...PAIR, name: 'Discord fails', rounds: 'discord', share: 8 },
  { ...SQLITE, name: 'Discord fails, SQLite', rounds: 'discord', share: 6 },
  { ...PAIR, name: 'Begun again', rounds: 'begun again', share: 4 },
  { ...PAIR, name: 'Begun again, 1 process', processes: 1, rounds: 'begun again', share: 4 },
  { ...SQLITE, name: 'Begun again, SQLite', rounds: 'begun again', share: 4 },
  { ...PAIR, name: 'Redis rolled back', rounds: 'rolled back', share: 8 },
  { ...PAIR, name: 'Redis killed', rounds: 'killed', share: 6 },
  { ...PAIR, name: 'Redis hangs for 8 s', rounds: 'hangs', share: 3 },
  { ...PAIR, name: 'Replica lacks the last second', rounds: 'fails over', isSwitched: true, share: 6 },
  { ...PAIR, name: 'Erasing while changes run', rounds: 'erasing', isSwitched: true, share: 4 },
  { ...PAIR, name: 'Same transfers', rounds: 'same', isSwitched: true, share: 4 },
  { ...PAIR, name: 'Clocks 290 s apart', rounds: 'clocks', isSwitched: true, clocksAheadMs: CLOCKS_AHEAD_MS, share: 3 },
  { ...SQLITE, name: 'SQLite', share: 11 },
  { ...SQLITE, name: 'SQLite, rotating tokens', rotates: true, share: 11 },
  { ...PAIR, name: 'Redis, 1 process', processes: 1, share: 11 },
  { ...PAIR, name: 'Redis, 2 processes, rotating tokens', rotates: true, share: 11 },
  { ...PAIR, name: 'Redis, 3 processes', processes: 3, share: 10 },
  { ...PAIR, name: 'Redis, 4 processes, rotating tokens', processes: 4, rotates: true, share: 11 },
];
const chosen = KINDS.filter(({ store, name }) => (values.store ?? store) === store && name.includes(values.only ?? ''));
if (chosen.length === 0) throw new Error(`No such rounds. There are: ${KINDS.map(({ name }) => name).join(' | ')}`);

const shares = chosen.reduce((sum, { share }) => sum + share, 0);
const plans = chosen.map(({ share, ...kind }, index): StagePlan => {
  const kills = Math.max(1, Math.round((allKills * share) / shares));
  const hasTerms = kind.rounds === undefined || kind.rounds === 'lists';
  const terms = kind.rounds ? 1 : Math.ceil(kills / 10);
  return { ...kind, seed: seed + index * 1_000, kills, terms: hasTerms ? terms : 0 };
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
// Two run at once, without waiting for late messages.
await Promise.all([runAll(), runAll()]);
const results = await Promise.all(verdicts);
const table = toTable(results);
console.log(`\n${table}\n\n${Math.round((performance.now() - startedAt) / 1_000)} s, seed ${seed}`);
for (const { name, examples } of results)
  for (const example of examples.slice(0, 8)) console.log(`${name}: ${example}`);
if (values.write) writeFileSync(PAGE, readFileSync(PAGE, 'utf8').replace(MARKED, `$1${table}\n$2`));
process.exit(results.some(hasFailed) ? 1 : 0);
