import { flushCompileCache } from 'node:module';
import { constants } from 'node:os';
import { startApp } from './app/start.ts';
import { loadDotEnv, readConfig } from './config.ts';
import { createLogger } from './log.ts';
import { runProgram } from './program.ts';

/** `npm start`: reads the configuration and runs the app until a signal or Discord ends it. */
async function main(): Promise<void> {
  loadDotEnv();
  const config = readConfig(process.env);
  const log = createLogger(config.log);
  const app = await startApp(config, log);
  log.info({ port: app.webPort, publicUrl: config.web.publicUrl.href }, 'Commlink is up');
  // Loaded when the bot is ready, so that no one waits for it. Then all compiled code is saved.
  void import('./doctor/diagnose.ts').then(({ logProblems }) => logProblems(config, log)).finally(flushCompileCache);

  let isStopping = false;
  const stop = (exitCode: number): void => {
    isStopping = true;
    void app.stop().then(() => process.exit(exitCode));
  };
  const onSignal = (signal: 'SIGINT' | 'SIGTERM'): void => {
    // A second signal doesn't wait. The exit code is the shell's for this signal.
    if (isStopping) process.exit(128 + constants.signals[signal]);
    log.info({ signal }, 'stopping: finishing what runs');
    stop(0);
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  const reason = await app.lost;
  if (isStopping) return;
  console.error(reason.message);
  stop(1);
}

runProgram(main);
