import { pino } from 'pino';
import { type App, startApp } from '../../src/app/start.ts';
import { readConfig } from '../../src/config.ts';

/** Starts the bot again, or another process of it, with the environment of a sandbox. */
export function restartBot(environment: Record<string, string>): Promise<App> {
  return startApp(readConfig(environment), pino({ level: process.env['TEST_LOG_LEVEL'] ?? 'silent' }));
}
