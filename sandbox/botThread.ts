import { parentPort, workerData } from 'node:worker_threads';
import { transport } from 'pino';
import { startApp } from '../src/app/start.ts';
import { readConfig } from '../src/config.ts';
import { createLogger } from '../src/log.ts';

// The bot in its own thread, which can end at any moment, like a process.
const pretty = { target: 'pino-pretty', options: { ignore: 'pid,hostname', translateTime: 'HH:MM:ss' } };
const log = createLogger({ level: process.env['LOG_LEVEL'] ?? 'warn' }, transport(pretty));
const app = await startApp(readConfig(workerData), log);
await app.registered;
parentPort?.postMessage('registered');
