import { flushCompileCache } from 'node:module';
import { constants } from 'node:os';
import { createLifetime } from './app/lifetime.ts';
import { startApp } from './app/start.ts';
import { loadDotEnv, readConfig } from './config.ts';
import { createLogger } from './log.ts';
import { runProgram } from './program.ts';
import { RELEASE } from './release.ts';

/** `npm start`: reads the configuration and runs the app until a signal or Discord ends it. */
async function main(): Promise<void> {
  const config = readConfig(loadDotEnv());
  const log = createLogger(config.log);
  // Also stops a bot that is still starting, which may work already.
  const lifetime = createLifetime(log);
  const stop = (exitCode: number): void => void lifetime.stop().then(() => process.exit(exitCode));
  const onSignal = (signal: 'SIGINT' | 'SIGTERM'): void => {
    // A second signal doesn't wait. The exit code is the shell's for this signal.
    if (lifetime.running.isStopping) process.exit(128 + constants.signals[signal]);
    log.info({ signal }, 'stopping: finishing what runs');
    stop(0);
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  const app = await startApp(config, log, lifetime);
  log.info({ release: RELEASE, port: app.webPort, publicUrl: config.web.publicUrl.href }, 'Commlink is up');
  // Loaded when the bot is ready, so that no one waits for it. Then all compiled code is saved.
  void import('./doctor/diagnose.ts').then(({ keepChecking }) => keepChecking(config, log)).finally(flushCompileCache);
  const reason = await app.lost;
  if (lifetime.running.isStopping) return;
  console.error(reason.message);
  stop(1);
}

runProgram(main);
