import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../../log.ts';
import { LockTaken, type Store } from '../../store/store.ts';
import { unlessAborted } from '../../time/withTimeout.ts';
import type { DiscordConnection } from './discord.ts';

type Options = { store: Store; discord: Pick<DiscordConnection, 'connect' | 'disconnect'>; log: Logger };

/** How long a dead process still keeps the others from the gateway. */
const LEASE_MS = 6_000;
const RETRY_MS = 2_000;

/** Connects one of all processes to the gateway. The others stand by, and one takes over when that
 * process ends or dies. A process that can't reach the store stays connected until it hears that
 * another one has taken over: it still tells people that the database is unavailable. */
export function createGatewayLease({ store, discord, log }: Options) {
  const stopping = new AbortController();
  let keeping: Promise<void> = Promise.resolve();
  let isConnected = false;

  const leave = async (): Promise<void> => {
    isConnected = false;
    await discord.disconnect();
  };

  const keepGateway = (waitMs: number, onHeld: () => void, onConnected: () => void): Promise<void> =>
    store.withLock(
      'gateway',
      async (lost) => {
        onHeld();
        const ending = AbortSignal.any([lost, stopping.signal]);
        if (!isConnected) await discord.connect(ending);
        isConnected = true;
        onConnected();
        await unlessAborted(new Promise<never>(() => {}), ending);
      },
      { leaseMs: LEASE_MS, waitMs, signal: stopping.signal },
    );

  const keep = async (onSettled: () => void, onFailed: (reason: unknown) => void): Promise<void> => {
    let waitMs = 0;
    while (!stopping.signal.aborted) {
      let wasHeld = false;
      const onHeld = (): void => {
        wasHeld = true;
      };
      try {
        await keepGateway(waitMs, onHeld, onSettled);
      } catch (err) {
        if (stopping.signal.aborted) break;
        waitMs = 0;
        if (!wasHeld && err instanceof LockTaken) {
          log.info('another process holds the gateway; this one stands by');
          if (isConnected) await leave();
          onSettled();
          waitMs = Number.POSITIVE_INFINITY;
        } else if (!(wasHeld && isConnected)) {
          log.warn({ err, isConnected }, "could not get or renew the gateway's lease");
          if (!isConnected) await leave();
          onFailed(err);
          await sleep(RETRY_MS, undefined, { signal: stopping.signal }).catch(() => {});
        }
      }
    }
    await leave();
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
