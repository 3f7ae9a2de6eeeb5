import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../../log.ts';
import { LockTaken, type Store } from '../../store/store.ts';
import { unlessAborted } from '../../time/withTimeout.ts';
import type { DiscordConnection } from './discord.ts';
import { isDiscordDown } from './discordEvents.ts';

type Options = { store: Store; discord: Pick<DiscordConnection, 'connect' | 'disconnect'>; log: Logger };

/** Max time that a dead process keeps the others from the gateway. */
const LEASE_MS = 6_000;
const RETRY_MS = 2_000;

/** Connects one process to the gateway. The others stand by, and one takes over when it ends or
 * dies. A process without the store stays connected until another takes over, to tell people that
 * the database is unavailable. */
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
          if (!isDiscordDown(err)) onFailed(err);
          await sleep(RETRY_MS, undefined, { signal: stopping.signal }).catch(() => {});
        }
      }
    }
    await leave();
  };

  return {
    /** Resolves when this process has the gateway or stands by. Rejects if the first try fails,
     * unless Discord is down. */
    start: (): Promise<void> =>
      new Promise((resolve, reject) => {
        keeping = keep(resolve, reject);
      }),
    /** Leaves the gateway to another process. Running work can still respond. */
    stop(): Promise<void> {
      stopping.abort(new Error('the process is stopping'));
      return keeping;
    },
  };
}
