import { parentPort, workerData } from 'node:worker_threads';
import { startApp } from '../src/app/start.ts';
import { readConfig } from '../src/config.ts';
import { createLogger, READABLE } from '../src/log.ts';

// The bot in its own thread, which can end at any moment, like a process.
const log = createLogger({ level: process.env['LOG_LEVEL'] ?? 'warn' }, READABLE);
const app = await startApp(readConfig(workerData), log);
await app.registered;
parentPort?.postMessage('registered');
