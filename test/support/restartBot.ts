import { pino } from 'pino';
import { type App, startApp } from '../../src/app/start.ts';
import { readConfig } from '../../src/config.ts';

/** Restarts the bot, or starts another process, with a sandbox's environment. */
export function restartBot(environment: Record<string, string>): Promise<App> {
  return startApp(readConfig(environment), pino({ level: process.env['TEST_LOG_LEVEL'] ?? 'silent' }));
}
