import { enableCompileCache, flushCompileCache } from 'node:module';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';
import { runProgram } from './program.ts';

/** The compiled code of earlier starts, if this folder is writable. Not in the temporary folder,
 * where other users could plant code. */
const COMPILE_CACHE = fileURLToPath(new URL('../node_modules/.cache/commlink', import.meta.url));

/** `npm start`: reads the configuration and runs the app until a signal or Discord ends it. */
async function main(): Promise<void> {
  enableCompileCache(COMPILE_CACHE);
  const [{ startApp }, { loadDotEnv, readConfig }, { createLogger }] = await Promise.all([
    import('./app/start.ts'),
    import('./config.ts'),
    import('./log.ts'),
  ]);
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
    // At a second signal, don't wait. The exit code is the shell's for this signal.
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
