import { existsSync } from 'node:fs';
import { hostname, userInfo } from 'node:os';
import { resolve } from 'node:path';
import { loadDotEnv, readConfig, readStoreConfig } from './config.ts';
import { createLogger } from './log.ts';
import { runProgram } from './program.ts';
import { openQuotaFile, toQuotaFile } from './quota/quotaFile.ts';
import { readStatus } from './status.ts';
import { createStore } from './store/createStore.ts';
import type { Engine } from './store/engine.ts';
import { moveAll } from './store/move.ts';
import { openEngine } from './store/openStore.ts';
import { createFreeze } from './writes/freeze.ts';
import { dropUsedUp } from './writes/restore.ts';

const log = createLogger({ level: 'warn' });

type StoreLocation = Parameters<typeof openEngine>[0];

/** The tasks of an operator, by the names of their scripts in package.json. */
const TASKS: Readonly<Record<string, (argument?: string) => Promise<string>>> = {
  freeze: () => setFrozen(true),
  thaw: () => setFrozen(false),
  status,
  move,
  restored,
};

async function setFrozen(isFrozen: boolean): Promise<string> {
  const location = readStoreConfig(process.env);
  const replicas = await withEngine(openExisting(location), (engine) =>
    createFreeze(createStore(engine)).setFrozen({ isFrozen, by: `${readUsername()}@${hostname()}`, at: engine.now() }),
  );
  const store = `every process with the store ${nameOf(location)}`;
  const kept = replicas > 0 || location.redisUrl === undefined ? '' : ' No replica has this: a failover could undo it.';
  return isFrozen
    ? `Frozen: ${store} refuses new transfers, messages and privilege changes.${kept} To allow them again: npm run thaw`
    : `Thawed: ${store} allows changes to the game again, except those with WRITES=off.`;
}

async function status(): Promise<string> {
  const config = readConfig(process.env);
  const show = (engine: Engine) => readStatus(createStore(engine), nameOf(config.store), config);
  return await withEngine(openExisting(config.store), show);
}

/** Names the store without its password. */
function nameOf({ redisUrl, file }: StoreLocation): string {
  if (redisUrl === undefined) return resolve(file);
  const { protocol, host, pathname } = new URL(redisUrl);
  return `${protocol}//${host}${pathname.length > 1 ? pathname : '/0'}`;
}

async function move(to?: string): Promise<string> {
  const { redisUrl, file } = readStoreConfig(process.env);
  if (redisUrl === undefined) throw new Error('Set both REDIS_URL and DATABASE_FILE: one is copied to the other.');
  if (to !== 'redis' && to !== 'sqlite')
    throw new Error('Say where to: npm run move -- redis, or npm run move -- sqlite');
  assertStopped(file);
  const [sqlite, redis] = [{ file }, { file, redisUrl }];
  const [from, into] = to === 'redis' ? [sqlite, redis] : [redis, sqlite];
  const count = await withEngine(openExisting(from), (source) =>
    withEngine(openEngine(into, log), (target) => moveAll(source, target)),
  );
  const next = `Start the bot ${to === 'redis' ? 'with' : 'without'} REDIS_URL`;
  return `Copied ${count} rows and compared them. ${next}, and keep the old store until it runs.`;
}

/** Makes a restored backup safe to start from. */
async function restored(): Promise<string> {
  const location = readStoreConfig(process.env);
  if (location.redisUrl === undefined) assertStopped(location.file);
  await withEngine(openExisting(location), dropUsedUp);
  return 'Dropped confirmations and logins in progress. Writes in progress are looked up, never sent. Start the bot.';
}

/** Throws if a bot process uses the SQLite file. Such a process locks the quota file next to it. */
function assertStopped(file: string): void {
  const quotaFile = toQuotaFile(file);
  if (quotaFile !== undefined && existsSync(quotaFile)) openQuotaFile(quotaFile).close();
}

/** Throws instead of creating an SQLite file: it would be empty, and the task would do nothing. */
async function openExisting(location: StoreLocation): Promise<Engine> {
  if (location.redisUrl === undefined && !existsSync(location.file))
    throw new Error(`There is no database file ${location.file}: check DATABASE_FILE and REDIS_URL.`);
  return await openEngine(location, log);
}

async function withEngine<T>(opening: Promise<Engine>, work: (engine: Engine) => Promise<T>): Promise<T> {
  const engine = await opening;
  return await work(engine).finally(engine.close);
}

/** Containers may run as a user without a name. */
function readUsername(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? 'unknown');
  }
}

/** `npm run freeze` and the like: does the task and prints what was done. */
async function main(): Promise<void> {
  loadDotEnv();
  const [name = '', argument] = process.argv.slice(2);
  const task = Object.hasOwn(TASKS, name) ? TASKS[name] : undefined;
  if (!task) throw new Error(`Name a task: ${Object.keys(TASKS).join(', ')}`);
  console.log(await task(argument));
}

runProgram(main);
