import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../log.ts';
import { LockTaken, type Store } from '../store/store.ts';
import { unlessAborted } from '../withTimeout.ts';
import type { DiscordConnection } from './discord.ts';

export type GatewayLeaseOptions = {
  store: Store;
  discord: Pick<DiscordConnection, 'connect' | 'disconnect'>;
  log: Logger;
};

/** How long after its death a process still keeps the others from the gateway. */
const LEASE_MS = 8_000;
const RETRY_MS = 2_000;

/** Connects one of all processes to the gateway. The others stand by, and one takes over when that
 * process ends, dies or can't renew its lease. */
export function createGatewayLease({ store, discord, log }: GatewayLeaseOptions) {
  const stopping = new AbortController();
  let keeping: Promise<void> = Promise.resolve();

  const hold = (waitMs: number, onConnected: () => void): Promise<void> =>
    store.withLock(
      'gateway',
      async (lost) => {
        const ending = AbortSignal.any([lost, stopping.signal]);
        try {
          await discord.connect(ending);
          onConnected();
          await unlessAborted(new Promise<never>(() => {}), ending);
        } finally {
          await discord.disconnect();
        }
      },
      { leaseMs: LEASE_MS, waitMs, signal: stopping.signal },
    );

  const keep = async (onSettled: () => void, onFailed: (reason: unknown) => void): Promise<void> => {
    let waitMs = 0;
    while (!stopping.signal.aborted) {
      try {
        await hold(waitMs, () => {
          waitMs = Number.POSITIVE_INFINITY;
          onSettled();
        });
      } catch (err) {
        if (stopping.signal.aborted) return;
        if (err instanceof LockTaken && waitMs === 0) {
          log.info('another process holds the gateway; this one stands by');
          onSettled();
        } else {
          log.warn({ err }, 'without the gateway for now');
          onFailed(err);
          await sleep(RETRY_MS, undefined, { signal: stopping.signal }).catch(() => {});
        }
      }
      waitMs = Number.POSITIVE_INFINITY;
    }
  };

  return {
    /** Resolves when this process has the gateway or stands by. Rejects if the first try fails. */
    start: (): Promise<void> =>
      new Promise((resolve, reject) => {
        keeping = keep(resolve, reject);
      }),
    /** Leaves the gateway to another process. What runs can still be answered. */
    stop(): Promise<void> {
      stopping.abort(new Error('the process is stopping'));
      return keeping;
    },
  };
}
