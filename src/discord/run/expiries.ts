import type { Expiry } from '../../view/message.ts';
import type { ContextSources } from './handlerContext.ts';
import type { Answerable } from './reply.ts';

type Watched = { interaction: Answerable; expiry: Expiry };

/** How late an end is noticed if the store's clock isn't this process's. */
const MAX_PAUSE_MS = 1_000;

/** Says in a confirmation's message that it has expired, unless it was used or its message shows
 * something else. Ends with the process: then the buttons say it when they're pressed. */
export function createExpiries({
  services,
  responses,
  log,
  stopSoon,
}: Pick<ContextSources, 'services' | 'responses' | 'log' | 'stopSoon'>) {
  /** By ticket. */
  const watched = new Map<string, Watched>();

  const end = async (each: Watched): Promise<void> => {
    const { interaction, expiry } = each;
    const isUnused = await expiry.isUnused();
    // It may have been pressed meanwhile.
    if (isUnused && watched.get(expiry.ticket) === each) await responses.edit(interaction, expiry.view);
  };
  const check = (each: Watched): void => {
    const { ticket, at } = each.expiry;
    if (watched.get(ticket) !== each || stopSoon.aborted) return;
    const left = at - services.now();
    if (left > 0) return void setTimeout(check, Math.min(left, MAX_PAUSE_MS), each).unref();
    end(each)
      // The message may be deleted, and the store unavailable.
      .catch((err: unknown) => log.info({ err }, 'could not show that a confirmation has expired'))
      .finally(() => watched.get(ticket) === each && watched.delete(ticket));
  };
  const watch = (each: Watched): void => {
    watched.set(each.expiry.ticket, each);
    setTimeout(check, MAX_PAUSE_MS, each).unref();
  };

  return {
    /** Call when the confirmation is shown. */
    watch: (interaction: Answerable, expiry: Expiry): void => watch({ interaction, expiry }),
    /** Leaves the message alone while a press is handled, and for good if that changes the message. */
    async during<T>(ticket: unknown, work: () => Promise<T>): Promise<T> {
      const held = watched.get(String(ticket));
      watched.delete(String(ticket));
      try {
        return await work();
      } catch (error) {
        if (held) watch({ ...held });
        throw error;
      }
    },
  };
}
