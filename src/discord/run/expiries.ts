import type { Expiry } from '../../view/message.ts';
import type { ContextSources } from './handlerContext.ts';
import type { Answerable } from './reply.ts';

type Watched = { interaction: Answerable; expiry: Expiry };

/** Interval between checks for expiries. */
const PAUSE_MS = 1_000;
/** Uses the global timer, which a fake clock moves. */
const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE_MS).unref());

/** Marks a confirmation's message as expired, unless it was used or its message shows something
 * else. If the process ends, the buttons say so when they're pressed. */
export function createExpiries(sources: Pick<ContextSources, 'services' | 'responses' | 'log' | 'stopSoon'>) {
  const { services, responses, log, stopSoon } = sources;
  /** The key is the ticket. */
  const watched = new Map<string, Watched>();

  const watch = async (each: Watched): Promise<void> => {
    const { ticket, at, isUnused, view } = each.expiry;
    const isWatched = (): boolean => watched.get(ticket) === each && !stopSoon.aborted;
    watched.set(ticket, each);
    try {
      do await pause();
      while (isWatched() && services.now() < at);
      // It may be pressed during the look-up.
      if (isWatched() && (await isUnused()) && isWatched()) await responses.edit(each.interaction, view);
    } catch (err) {
      // The message may be deleted, and the store unavailable.
      log.info({ err }, 'could not show that a confirmation has expired');
    }
    if (isWatched()) watched.delete(ticket);
  };

  return {
    /** Call when the confirmation is shown. */
    watch: (interaction: Answerable, expiry: Expiry): void => void watch({ interaction, expiry }),
    /** Leaves the message alone during a press, and permanently if the press changes it. */
    async suspendWhile<T>(ticket: unknown, work: () => Promise<T>): Promise<T> {
      const held = watched.get(String(ticket));
      watched.delete(String(ticket));
      try {
        return await work();
      } catch (error) {
        if (held) void watch({ ...held });
        throw error;
      }
    },
  };
}
