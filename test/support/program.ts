import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const ROOT = new URL('../../', import.meta.url);
/** Compiled code of earlier starts, which halves the time of a start. */
const NODE_COMPILE_CACHE = fileURLToPath(new URL('node_modules/.cache/commlink-test', ROOT));

export type Program = ReturnType<typeof startProgram>;

/** Runs a file (relative to the root, or absolute) in a new process with only this environment. */
export function startProgram(file: string, environment: Record<string, string>, words: readonly string[] = []) {
  const path = fileURLToPath(new URL(file, ROOT));
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', path, ...words], {
    env: { PATH: process.env['PATH'] ?? '', NODE_COMPILE_CACHE, ...environment },
  });
  const streams = [child.stdout, child.stderr];
  let output = '';
  for (const stream of streams) stream.on('data', (data: Buffer) => (output += data.toString()));
  const ended = once(child, 'close').then(([code]) => code as number | null);
  /** Resolves once the program has written this; rejects with its output if it ends before. */
  const says = (text: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        if (output.includes(text)) resolve();
      };
      for (const stream of streams) stream.on('data', look);
      ended.then(() => reject(new Error(`It ended before it said "${text}": ${output}`)), reject);
      look();
    });
  return { process: child, streams, output: () => output, ended, says };
}
