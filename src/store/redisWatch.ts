import { every } from '../time/every.ts';
import type { Primary, Redis } from './redisClient.ts';

const MEASURE_EVERY_MS = 60_000;

/** Measures Redis' clock and counts its replicas, now and every minute. */
export async function watchRedis({ primaries }: Pick<Redis, 'primaries'>) {
  let offsetMs = 0;
  let replicas = 0;
  const measure = async (): Promise<void> => {
    const all = await primaries();
    // Of a cluster's clocks, all processes follow the same one.
    const { client } = all.reduce((first, other) => (other.address < first.address ? other : first));
    const askedAt = performance.now();
    const [seconds = 0, micros = 0] = (await client.sendCommand<string[]>(['TIME'])).map(Number);
    offsetMs = seconds * 1_000 + micros / 1_000 - (askedAt + performance.now()) / 2;
    replicas = Math.max(replicas, Math.min(...(await Promise.all(all.map(countReplicas)))));
  };
  await measure();
  return {
    /** Milliseconds since the epoch. Doesn't jump when this machine's clock is set. */
    now: (): number => Math.round(performance.now() + offsetMs),
    /** The most replicas seen so far at every primary. */
    replicas: (): number => replicas,
    /** While Redis is away, the last measurement is the best there is. */
    stop: every(MEASURE_EVERY_MS, measure),
  };
}

/** 0 for a server that can't say, or that can't wait for a replica. */
async function countReplicas({ client }: Primary): Promise<number> {
  try {
    const [, , replicas] = (await client.sendCommand(['ROLE'])) as [string, number, unknown[]];
    await client.sendCommand(['WAIT', '0', '1']);
    return replicas.length;
  } catch {
    return 0;
  }
}
