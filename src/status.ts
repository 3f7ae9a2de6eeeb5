import { LINKS } from './account/links.ts';
import { createSealer } from './account/seal.ts';
import type { Config } from './config.ts';
import { JOB_STATES } from './jobs/jobs.ts';
import { countSealed } from './jobs/resealing.ts';
import { openQuota } from './quota/openQuota.ts';
import { toQuotaFile } from './quota/quotaFile.ts';
import { PUBLIC_BUDGET } from './quota/rule.ts';
import { RELEASE } from './release.ts';
import type { Impersonal } from './store/declared.ts';
import { PROCESSES } from './store/presence.ts';
import { type Store, StoreUnavailable } from './store/store.ts';
import { createFreeze } from './writes/freeze.ts';

/** The output of `npm run status`. Opens nothing that is sealed. Throws StoreUnavailable. */
export async function readStatus(store: Store, where: string, config: Config): Promise<string> {
  const decision = await createFreeze(store).last();
  const lines = {
    Release: [RELEASE],
    Store: [where],
    Changes: [
      config.areWritesOff || decision?.isFrozen ? 'frozen' : 'allowed',
      config.areWritesOff ? ' by WRITES=off' : decision && ` since ${toIso(decision.at)}, by ${decision.by}`,
    ].join(''),
    Processes: await describeAll(store, PROCESSES, ({ release, since }) => [
      `release ${release}, since ${toIso(since)}`,
    ]),
    Jobs: await describeAll(store, JOB_STATES, ({ finishedAt, progress, problem, dueAt }) => [
      progress && `${progress.done} of ${progress.total ?? '?'} done`,
      finishedAt && `finished ${toIso(finishedAt)}`,
      `next run ${toIso(dueAt)}`,
      problem,
    ]),
    Keys: (await countSealed(store, createSealer(config.tokenKeys))).sentence,
    Links: (await Array.fromAsync(store.keysOf(LINKS.name))).flat().length,
    Requests: await readRequests(store, config),
  };
  return Object.entries(lines)
    .map(([name, value]) => name.padEnd(11) + ([value].flat().join(`\n${' '.repeat(11)}`) || 'none'))
    .join('\n');
}

/** The scarcer one of the budgets that everyone shares. */
async function readRequests(store: Store, { store: { file }, quota }: Config): Promise<string> {
  try {
    // A running bot notes them with its presence, because it locks its quota file.
    let [use] = (await readAll(store, PROCESSES)).flatMap(([, { requests }]) => requests ?? []);
    if (!use) {
      const queue = openQuota({ ...quota, file: toQuotaFile(file), store });
      use = await queue.use(PUBLIC_BUDGET).finally(() => queue.close());
    }
    const { used, limit } = use;
    return `${used} of ${limit} used${quota.perAddress === undefined ? ' without a token' : ''}`;
  } catch (error) {
    if (!(error instanceof StoreUnavailable) || store.toScript) throw error;
    return 'unknown, because a process has locked the quota file';
  }
}

async function describeAll<T>(
  store: Store,
  declared: Impersonal<T>,
  describe: (value: T) => unknown[],
): Promise<string[]> {
  const all = await readAll(store, declared);
  return all.map(([key, value]) => `${key}: ${describe(value).filter(Boolean).join(', ')}`);
}

async function readAll<T>(store: Store, declared: Impersonal<T>): Promise<[string, T][]> {
  const keys = (await Array.fromAsync(store.keysOf(declared.name))).flat();
  const values = await Promise.all(keys.map(store.collection(declared).get));
  return keys.flatMap((key, index) => (values[index] === undefined ? [] : [[key, values[index]]]));
}

function toIso(ms: number): string {
  return new Date(ms).toISOString();
}
