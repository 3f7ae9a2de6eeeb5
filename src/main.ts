import { constants } from 'node:os';
import { startApp } from './app.ts';
import { loadDotEnv, readConfig } from './config.ts';
import { createLogger } from './log.ts';

/** The process of `npm start`: reads the configuration, runs the app until a signal or Discord ends it. */
async function main(): Promise<void> {
  // Whatever file this process makes is for its own user.
  process.umask(0o077);
  loadDotEnv();
  const config = readConfig(process.env);
  const log = createLogger(config.log);
  const app = await startApp(config, log);
  log.info({ port: app.webPort, publicUrl: config.web.publicUrl.href }, 'Commlink is up');

  let isStopping = false;
  const stop = (exitCode: number): void => {
    isStopping = true;
    void app.stop().then(() => process.exit(exitCode));
  };
  const onSignal = (signal: 'SIGINT' | 'SIGTERM'): void => {
    // A second signal is from someone who will not wait; the exit code is the shell's for a death by it.
    if (isStopping) process.exit(128 + constants.signals[signal]);
    log.info({ signal }, 'stopping: finishing what runs');
    stop(0);
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  const why = await app.lost;
  if (isStopping) return;
  console.error(why.message);
  stop(1);
}

main().catch((error: unknown) => {
  // One line (for the configuration: one a problem) that an operator can act on; the stack is of no use to them.
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
