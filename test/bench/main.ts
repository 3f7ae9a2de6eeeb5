import { fork } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { bring } from '../support/machine/bring.ts';
import { type Result, type Row, toExitCode, toUnmeasured } from './harness.ts';
import { rows, titleOf } from './rows.ts';
import { toTable } from './table.ts';

const REPORT = fileURLToPath(new URL('../../test-results/bench.json', import.meta.url));
const ROW_PROCESS = fileURLToPath(new URL('./rowProcess.ts', import.meta.url));

// `npm run bench [-- words]` measures rows by title, prints the table and writes it as JSON.
const words = process.argv.slice(2).map((word) => word.toLowerCase());
const chosen = rows.filter((row) => words.every((word) => titleOf(row).toLowerCase().includes(word)));
if (chosen.length === 0) {
  console.error(`No row's title holds all of: ${words.join(', ')}. There are:\n${rows.map(titleOf).join('\n')}`);
  process.exit(1);
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
process.once('exit', await bring('TEST_REDIS_URL'));
const results: Result[] = [];
for (const row of chosen) {
  process.stderr.write(`${titleOf(row)} …\n`);
  results.push(await inItsProcess(row).catch(() => toUnmeasured(row)));
}
console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}\n`);
console.log(toTable(results));
mkdirSync(fileURLToPath(new URL('.', `file://${REPORT}`)), { recursive: true });
writeFileSync(REPORT, `${JSON.stringify({ node: process.version, results }, null, 2)}\n`);
process.exit(toExitCode(results));

/** Measures a row in its own process, with its own heap and compiler optimizations. */
function inItsProcess(row: Row): Promise<Result> {
  return new Promise((resolve, reject) => {
    const child = fork(ROW_PROCESS, [titleOf(row), process.env['TEST_REDIS_URL'] ?? ''], {
      execArgv: ['--expose-gc', '--disable-warning=ExperimentalWarning'],
      serialization: 'advanced',
    });
    child.once('message', (result) => resolve(result as Result));
    child.once('error', reject);
    child.once('exit', (code) =>
      reject(new Error(`"${titleOf(row)}" ended without a result, with exit code ${code}.`)),
    );
  });
}
