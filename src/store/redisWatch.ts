import { every } from '../time/every.ts';
import type { Primary, Redis } from './redisClient.ts';

const MEASURE_EVERY_MS = 20_000;

/** Measures Redis' clock, replicas and servers, now and every 20 seconds. */
export async function watchRedis({ primaries }: Pick<Redis, 'primaries'>) {
  let offsetMs = 0;
  let replicas = 0;
  let generation = '';
  const measure = async (): Promise<void> => {
    const all = await primaries();
    // All processes follow the clock of the same cluster node.
    const { client } = all.reduce((first, other) => (other.address < first.address ? other : first));
    const askedAt = performance.now();
    const [seconds = 0, micros = 0] = (await client.sendCommand<string[]>(['TIME'])).map(Number);
    offsetMs = seconds * 1_000 + micros / 1_000 - (askedAt + performance.now()) / 2;
    replicas = Math.max(replicas, Math.min(...(await Promise.all(all.map(countReplicas)))));
    generation = (await Promise.all(all.map(findRunId))).sort().join();
  };
  await measure();
  return {
    /** Milliseconds since the epoch. Doesn't jump when this machine's clock is set. */
    now: (): number => Math.round(performance.now() + offsetMs),
    /** Changes when a server restarts or is replaced: only then can recent data be lost. */
    generation: (): string => generation,
    measure,
    /** The most replicas seen so far at every primary. */
    replicas: (): number => replicas,
    /** Ignores errors: while Redis is down, the last measurement stays in use. */
    stop: every(MEASURE_EVERY_MS, measure),
  };
}

/** Counts 0 if the server can't say, or can't wait for replicas. */
async function countReplicas({ client }: Primary): Promise<number> {
  try {
    const [, , replicas] = (await client.sendCommand(['ROLE'])) as [string, number, unknown[]];
    await client.sendCommand(['WAIT', '0', '1']);
    return replicas.length;
  } catch {
    return 0;
  }
}

/** Empty if the server doesn't say. */
async function findRunId({ client }: Primary): Promise<string> {
  const info = await client.sendCommand<string>(['INFO', 'server']).catch(() => '');
  return /^run_id:(\w+)/m.exec(info)?.[1] ?? '';
}
