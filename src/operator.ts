import { createReadStream, createWriteStream, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { hostname, tmpdir, userInfo } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createSealer } from './account/seal.ts';
import { loadDotEnv, readConfig, readStoreConfig } from './config.ts';
import { countSealed, readSealed } from './jobs/resealing.ts';
import { createLogger } from './log.ts';
import { runProgram } from './program.ts';
import { openQuotaFile, toQuotaFile } from './quota/quotaFile.ts';
import { readStatus } from './status.ts';
import { createStore } from './store/createStore.ts';
import type { Engine } from './store/engine.ts';
import { moveAll } from './store/move.ts';
import { openEngine } from './store/openStore.ts';
import { PROCESSES } from './store/presence.ts';
import { KEY_PREFIX } from './store/store.ts';
import { createFreeze } from './writes/freeze.ts';
import { backUp, dropUsedUp, restoreFrom } from './writes/restore.ts';

// Standard output may be a backup.
const log = createLogger({ level: 'warn' }, process.stderr);
const SAFE =
  'Dropped confirmations and logins in progress. Writes in progress are looked up, never sent. Start the bot.';

type StoreLocation = Parameters<typeof openEngine>[0];

/** The tasks of an operator, by the names of their scripts in package.json. */
const TASKS: Readonly<Record<string, (argument?: string) => Promise<string | undefined>>> = {
  freeze: () => setFrozen(true),
  thaw: () => setFrozen(false),
  status,
  move,
  backup,
  restore,
  restored,
  'drop-unreadable': dropUnreadable,
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
  const [sqlite, redis] = [{ file }, { file, redisUrl }];
  const [from, into] = to === 'redis' ? [sqlite, redis] : [redis, sqlite];
  const count = await withEngine(openExisting(from), (source) =>
    withEngine(openEngine(into, log), async (target) => {
      await assertStopped(from, source);
      await assertStopped(into, target);
      return await moveAll(source, target);
    }),
  );
  const next = `Start the bot ${to === 'redis' ? 'with' : 'without'} REDIS_URL`;
  return `Copied ${count} rows and compared them. ${next}, and keep the old store until it runs.`;
}

/** Copies the store, which the bot may use meanwhile, to a new file, or to standard output. */
async function backup(to?: string): Promise<string | undefined> {
  const location = readStoreConfig(process.env);
  const name = `backup-${new Date().toISOString().replaceAll(':', '')}.sqlite`;
  const isPiped = to === '-';
  const file = isPiped ? join(tmpdir(), name) : resolve(to ?? join(dirname(location.file), name));
  if (isPiped && process.stdout.isTTY) throw new Error('Redirect it: backup - > file (docker compose run needs -T).');
  const isNoisy = process.env['npm_lifecycle_event'] === 'backup' && process.env['npm_config_loglevel'] !== 'silent';
  if (isPiped && isNoisy) throw new Error('npm would write into the file. Use: npm run --silent backup - > file');
  if (existsSync(file)) throw new Error(`${file} exists already. Name a new file.`);
  await withTemporaryFile(file, async (copy) => {
    await withEngine(openExisting(location), (source) =>
      withEngine(openEngine({ file: copy }, log), (target) => backUp(source, target)),
    );
    if (isPiped) await pipeline(createReadStream(copy), process.stdout, { end: false });
    else renameSync(copy, file);
  });
  return isPiped ? undefined : file;
}

/** Deletes values whose key is missing. `count`: their number, as TOKEN_KEY may be mistyped. */
async function dropUnreadable(count?: string): Promise<string> {
  const { store: location, tokenKeys } = readConfig(process.env);
  return await withEngine(openExisting(location), async (engine) => {
    const [store, sealer] = [createStore(engine), createSealer(tokenKeys)];
    const { missing, sentence } = await countSealed(store, sealer);
    if (count !== `${missing}`) return `${sentence} To delete the latter: npm run drop-unreadable -- ${missing}`;
    for await (const { by, values, key } of readSealed(store, sealer)) if (by === 'missing') await values.delete(key);
    return `Deleted ${missing} values whose key is missing.`;
  });
}

/** Fills an empty store with a backup: a file, or standard input. */
async function restore(from?: string): Promise<string> {
  const location = readStoreConfig(process.env);
  if (from === undefined) throw new Error('Name the backup: npm run restore <file>, or - for standard input.');
  if (existsSync(`${from}-wal`)) throw new Error(`${from} is a store in use. Make a backup of it: npm run backup`);
  const count = await withTemporaryFile(join(tmpdir(), basename(from)), async (copy) => {
    await pipeline(from === '-' ? process.stdin : createReadStream(from), createWriteStream(copy));
    return await withEngine(openEngine({ file: copy }, log), (source) =>
      withEngine(openEngine(location, log), async (target) => {
        await assertStopped(location, target);
        return await restoreFrom(source, target);
      }),
    );
  });
  return `Copied ${count} rows to ${nameOf(location)} and compared them. ${SAFE}`;
}

/** Makes a store that was restored by other means safe to start from. */
async function restored(): Promise<string> {
  const location = readStoreConfig(process.env);
  await withEngine(openExisting(location), async (engine) => {
    await assertStopped(location, engine);
    await dropUsedUp(engine);
  });
  return SAFE;
}

/** Runs `work` with a file beside this one, in a new folder that is then deleted. */
async function withTemporaryFile<T>(file: string, work: (file: string) => Promise<T>): Promise<T> {
  try {
    mkdirSync(dirname(file), { recursive: true });
    const folder = mkdtempSync(`${file}-`);
    return await work(join(folder, basename(file))).finally(() => rmSync(folder, { recursive: true }));
  } catch (cause) {
    const isFileError = cause instanceof Error && 'syscall' in cause;
    throw isFileError ? new Error(`${cause.message}. Name another file, or - for standard input or output.`) : cause;
  }
}

/** Throws if a bot process uses the store. With SQLite, it locks the quota file next to it. */
async function assertStopped({ redisUrl, file }: StoreLocation, engine: Engine): Promise<void> {
  const quotaFile = redisUrl === undefined ? toQuotaFile(file) : undefined;
  if (quotaFile !== undefined && existsSync(quotaFile)) openQuotaFile(quotaFile).close();
  if (redisUrl === undefined) return;
  const [row] = (await Array.fromAsync(engine.readAll(`${KEY_PREFIX}:${PROCESSES.name}`))).flat();
  const until = new Date(row?.at ?? 0).toISOString();
  if (row) throw new Error(`The process ${row.key} uses the store. Stop it. If it crashed, wait until ${until}.`);
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
  const said = await task(argument);
  if (said !== undefined) console.log(said);
}

runProgram(main);
