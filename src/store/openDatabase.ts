import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const OWNER_ONLY = 0o600;

/** Opens or creates an SQLite file, or `:memory:`; only its owner may read it from now on. */
export function openDatabase(file: string): DatabaseSync {
  if (file === ':memory:') return new DatabaseSync(file);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  // Created here because the umask may allow more. SQLite gives the files beside it the same mode.
  if (!existsSync(file)) writeFileSync(file, '', { flag: 'a', mode: OWNER_ONLY });
  for (const path of [file, `${file}-wal`, `${file}-shm`]) if (existsSync(path)) chmodSync(path, OWNER_ONLY);
  return new DatabaseSync(file);
}
