import { expect } from 'vitest';
import { startProgram } from './program.ts';

/** Runs an operator's task, like `npm run`, and returns its output; it must exit with `code`. */
export async function runOperator(environment: Record<string, string>, args: string[], code = 0): Promise<string> {
  const program = startProgram('src/boot.js', environment, args);
  const ended = await program.ended;
  expect(ended, program.output()).toBe(code);
  return program.output();
}
