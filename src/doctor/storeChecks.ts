import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createLinks } from '../account/links.ts';
import { createSealer, noneIfBroken } from '../account/seal.ts';
import { readRedisSettings } from '../store/redisSettings.ts';
import { judge, type Outcome, type Parts } from './check.ts';

const MIN_REDIS_VERSION = 6.2;
const MIN_FREE_MIB = 100;
const GOOD_FREE_MIB = 1_024;
const MAX_LINKS = 50;
const LOSES = 'An acknowledged write can be lost, and with it the record of a transfer';

/** The database: it takes writes, keeps them, and has room. */
export async function checkStore({ config, store }: Parts): Promise<Outcome[]> {
  const { redisUrl, file } = config.store;
  await (await store()).check();
  return redisUrl === undefined ? await checkFile(file) : judgeRedis(await readRedisSettings(redisUrl));
}

async function checkFile(file: string): Promise<Outcome[]> {
  const isInMemory = file === ':memory:';
  const lines = judge(
    'SQLite',
    [[isInMemory, 'Nothing is saved.', 'Set DATABASE_FILE.', 'warning']],
    `It writes ${file}.`,
  );
  if (isInMemory) return lines;
  const { bavail, bsize } = await statfs(dirname(file));
  return [...lines, ...judgeFreeSpace(bavail * bsize)];
}

/** Free space on the database's disk. */
export function judgeFreeSpace(bytes: number): Outcome[] {
  const mib = Math.floor(bytes / 1024 ** 2);
  const sentence = `${mib.toLocaleString('en-US')} MiB are free.`;
  const fix = 'Free space on the disk of DATABASE_FILE, or move the file.';
  const isLow = mib >= MIN_FREE_MIB && mib < GOOD_FREE_MIB;
  return judge(
    'Disk',
    [
      [mib < MIN_FREE_MIB, sentence, fix],
      [isLow, sentence, fix, 'warning'],
    ],
    sentence,
  );
}

function judgeRedis(settings: ReadonlyMap<string, string>): Outcome[] {
  const version = settings.get('redis_version') ?? '';
  const policy = settings.get('maxmemory-policy') ?? settings.get('maxmemory_policy');
  const sync = settings.get('appendfsync');
  const hasNoFile = (settings.get('appendonly') ?? settings.get('aof_enabled'))?.match(/^(no|0)$/) != null;
  const hasReplicas = Number(settings.get('connected_slaves')) > 0;
  const isWaiting = settings.get('min-replicas-to-write') !== '0';
  return judge(
    'Redis',
    [
      [Number.parseFloat(version) < MIN_REDIS_VERSION, `Version ${version} is too old.`, 'Use 6.2 or newer.'],
      [
        policy !== undefined && policy !== 'noeviction',
        `It drops data when its memory is full (${policy}).`,
        'Set maxmemory-policy noeviction.',
      ],
      [hasNoFile, `${LOSES}: it has no append-only file.`, 'Set appendonly yes and appendfsync always.'],
      [!hasNoFile && !!sync && sync !== 'always', `${LOSES}: appendfsync is ${sync}.`, 'Set appendfsync always.'],
      [hasReplicas && !isWaiting, `${LOSES}: no replica is waited for.`, 'Set min-replicas-to-write 1.'],
      [
        hasReplicas && isWaiting,
        'A failover can lose the newest writes: a replica may be seconds behind.',
        'Set min-replicas-max-lag 1 to keep it short.',
        'warning',
      ],
      [
        !hasNoFile && !sync,
        "It doesn't say whether it can lose an acknowledged write (CONFIG is forbidden).",
        'Ask its provider for the settings in docs/operating.md, "Where state lives".',
        'warning',
      ],
    ],
    `Version ${version} keeps every acknowledged write.`,
  );
}

/** Whether TOKEN_KEY opens the links that are stored. */
export async function checkKeys({ config, store }: Parts): Promise<Outcome[]> {
  const opened = await store();
  const links = createLinks(opened, createSealer(config.tokenKeys));
  const people = await opened.sampleKeys('link', MAX_LINKS);
  const found = await Promise.all(people.map((person) => links.get(person).then(() => true, noneIfBroken)));
  const closed = found.filter((isOpen) => !isOpen).length;
  const sentence = `TOKEN_KEY doesn't open ${closed} of the ${people.length} links that were tried.`;
  const well =
    people.length > 0 ? `TOKEN_KEY opens the ${people.length} links that were tried.` : 'No one is linked yet.';
  return judge(
    'Keys',
    [[closed > 0, sentence, 'Put the key that is missing after the others: TOKEN_KEY=new,old']],
    well,
  );
}
