import { expect } from 'vitest';
import { startProgram } from './program.ts';

/** Runs an operator's task, like `npm run`, and returns its output; it must exit with `code`. */
export async function runOperator(environment: Record<string, string>, args: string[], code = 0): Promise<string> {
  const program = startProgram('src/operator.ts', environment, args);
  expect({ code: await program.ended, output: program.output() }).toMatchObject({ code });
  return program.output();
}
