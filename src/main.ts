import { startApp } from './app.ts';
import { loadDotEnv, readConfig } from './config.ts';
import { createLogger } from './log.ts';

/** The process of `npm start`: reads the configuration, runs the app until a signal ends it. */
async function main(): Promise<void> {
  // Whatever file this process makes is for its own user.
  process.umask(0o077);
  loadDotEnv();
  const config = readConfig(process.env);
  const log = createLogger(config.log);
  const app = await startApp(config, log);
  log.info({ port: app.webPort, publicUrl: config.web.publicUrl.href }, 'Commlink is up');

  const stop = (signal: string): void => {
    log.info({ signal }, 'stopping');
    void app.stop().then(() => process.exit(0));
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
}

main().catch((error: unknown) => {
  // One line (for the configuration: one a problem) that an operator can act on; the stack is of no use to them.
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
