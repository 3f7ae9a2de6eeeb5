import { reasonOf } from '../errors.ts';

/** What to do about errors of Redis, SQLite and the file system, by their words. */
const WAYS_OUT: readonly [words: RegExp, wayOut: string][] = [
  [/WRONGPASS|URI malformed/, 'Correct the user and password in REDIS_URL; write special characters as %40.'],
  [/NOAUTH/, 'Add the password to REDIS_URL: redis://:password@host:6379'],
  [/NOPERM/, 'Give the user of REDIS_URL all commands for its keys: ACL SETUSER <user> +@all ~commlink:*'],
  [/^OOM/, 'Redis is full: raise its maxmemory.'],
  [/READONLY/, 'This is a replica: set REDIS_URL to the primary.'],
  [/certificate/, "Set NODE_EXTRA_CA_CERTS to the file of the CA, in the bot's environment rather than in .env."],
  [/ECONNRESET|socket closed|connection timeout/i, 'REDIS_URL begins with rediss:// for TLS, else with redis://.'],
  [/ECONNREFUSED|ETIMEDOUT|ENOTFOUND/, 'Start Redis (every node), and check host and port in REDIS_URL.'],
  [/isn't a file|EEXIST|ENOTDIR/, 'Set DATABASE_FILE to a file, such as data/commlink.sqlite.'],
  [/another user|EACCES|EROFS|unable to open|readonly/, "Give the file and its folder to the bot's user, with chown."],
];

export function findWayOut(reason: string): string | undefined {
  return WAYS_OUT.find(([words]) => words.test(reason))?.[1];
}

/** The error's innermost reason, and what to do if that's known. */
export function explain(error: unknown): string {
  const reason = reasonOf(error);
  return `${reason}. ${findWayOut(reason) ?? ''}`.trim();
}
