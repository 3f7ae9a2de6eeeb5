import type { ChildProcess } from 'node:child_process';
import { createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withTimeout } from '../../src/time/withTimeout.ts';
import { type Program, startProgram } from '../support/program.ts';

const LOGS = fileURLToPath(new URL('../../test-results/faults/', import.meta.url));
const START_TIMEOUT_MS = 40_000;
const MAX_END_MS = 10_500;

/** They end with the harness, even if it fails. */
export const children: ChildProcess[] = [];
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL');
});

export type Bot = ReturnType<typeof createBot>;

/** One process of `npm start`, restarted with this environment; logs to `test-results/faults`. */
export function createBot(slot: number, name: string, environment: Record<string, string>) {
  /** Ms since the epoch of each SIGKILL. */
  const kills: number[] = [];
  /** The output of processes that ended without being killed. */
  const crashes: string[] = [];
  let program: Program | undefined;
  let starting: Promise<void> | undefined;
  let isUp = false;
  mkdirSync(LOGS, { recursive: true });
  const log = createWriteStream(join(LOGS, `${name.replaceAll(/\W+/g, '-')}-${slot}.log`));
  const launch = async (): Promise<void> => {
    const started = startProgram('src/main.ts', environment);
    program = started;
    children.push(started.process);
    for (const stream of started.streams) stream.pipe(log, { end: false });
    await withTimeout(started.says('Commlink is up'), START_TIMEOUT_MS);
    isUp = true;
    void started.ended.then(() => {
      if (!isUp || program !== started) return;
      crashes.push(
        started
          .output()
          .split('\n')
          .filter((line) => line && !line.startsWith('{'))
          .slice(-12)
          .join(' '),
      );
      gone();
    });
  };
  const gone = (): void => {
    isUp = false;
    starting = undefined;
  };
  return {
    isUp: () => isUp,
    kills,
    crashes,
    /** Resolves once it's up; starts it only if it's neither up nor starting. */
    start(): Promise<void> {
      starting ??= launch();
      return starting;
    },
    async kill(): Promise<void> {
      if (program?.process.exitCode !== null || program.process.signalCode !== null) return;
      gone();
      kills.push(Date.now());
      program.process.kill('SIGKILL');
      await program.ended;
    },
    /** SIGTERM; `code` is undefined if it had to be killed after ten seconds. */
    async terminate() {
      if (program === undefined) throw new Error(`Process ${slot} was never started`);
      gone();
      program.process.kill('SIGTERM');
      const code = await withTimeout(program.ended, MAX_END_MS).catch(() => undefined);
      program.process.kill('SIGKILL');
      await program.ended;
      return code;
    },
    signal: (signal: 'SIGSTOP' | 'SIGCONT' | 'SIGUSR2') => void program?.process.kill(signal),
  };
}
