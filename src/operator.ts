import { existsSync } from 'node:fs';
import { hostname, userInfo } from 'node:os';
import { createFreeze } from './account/freeze.ts';
import { loadDotEnv, readStoreConfig } from './config.ts';
import { createLogger } from './log.ts';
import { openStore } from './store/openStore.ts';

const log = createLogger({ level: 'warn' });

/** What an operator does to the store, by the name of its script in package.json. */
const TASKS: Readonly<Record<string, () => Promise<string>>> = {
  freeze: () => decide(true),
  thaw: () => decide(false),
};

async function decide(isFrozen: boolean): Promise<string> {
  const location = readStoreConfig(process.env);
  // Opening would create the file, and freeze nothing.
  if (location.redisUrl === undefined && location.file !== ':memory:' && !existsSync(location.file))
    throw new Error(`There is no database file ${location.file}: check DATABASE_FILE and REDIS_URL.`);
  const store = await openStore(location, log);
  try {
    await createFreeze(store).decide({ isFrozen, by: `${readUsername()}@${hostname()}`, at: Date.now() });
  } finally {
    await store.close();
  }
  return isFrozen
    ? 'Frozen: every process refuses new transfers, messages and privilege changes. Go on with: npm run thaw'
    : 'Thawed: changes to the game are allowed again, except in processes with WRITES=off.';
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
  // Only this process's user may read the files it creates.
  process.umask(0o077);
  loadDotEnv();
  const [name = ''] = process.argv.slice(2);
  const task = Object.hasOwn(TASKS, name) ? TASKS[name] : undefined;
  if (!task) throw new Error(`Usage: node src/operator.ts ${Object.keys(TASKS).join(' | ')}`);
  console.log(await task());
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
