import { styleText } from 'node:util';
import { loadDotEnv } from './config.ts';
import type { Outcome } from './doctor/check.ts';
import { diagnose } from './doctor/diagnose.ts';
import { runProgram } from './program.ts';

const MARKS = { ok: ['green', '✔'], warning: ['yellow', '!'], failure: ['red', '✘'] } as const;

/** `npm run doctor`: checks all that the bot needs. Exits with 1 if a line is red. */
async function main(): Promise<void> {
  const outcomes = await diagnose(loadDotEnv);
  for (const outcome of outcomes) console.log(toLine(outcome));
  process.exit(outcomes.some(({ status }) => status === 'failure') ? 1 : 0);
}

/** Colors only on a terminal that wants them. */
function toLine({ status, subject, sentence, fix }: Outcome): string {
  const [color, mark] = MARKS[status];
  const line = `${styleText(color, mark, { stream: process.stdout })} ${subject}: ${sentence}`;
  return fix === undefined ? line : `${line}\n    → ${fix}`;
}

runProgram(main);
