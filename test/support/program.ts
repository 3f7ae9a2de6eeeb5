import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const ROOT = new URL('../../', import.meta.url);
/** Compiled code of earlier starts, which halves the time of a start. */
const NODE_COMPILE_CACHE = fileURLToPath(new URL('node_modules/.cache/commlink-test', ROOT));

const running = new Set<ChildProcess>();
/** Ends what a test that failed has left running. */
export const killPrograms = (): void => {
  for (const child of running) child.kill('SIGKILL');
};

export type Program = ReturnType<typeof startProgram>;

/** Runs a file (relative to the root, or absolute) in a new process with only this environment.
 * `where`: spawn's `cwd` and `uid`. */
export function startProgram(file: string, environment: Record<string, string>, words: string[] = [], where = {}) {
  const path = fileURLToPath(new URL(file, ROOT));
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', path, ...words], {
    ...where,
    env: { PATH: process.env['PATH'] ?? '', NODE_COMPILE_CACHE, ...environment },
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
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
