import type { Expiry } from '../../view/message.ts';
import type { ContextSources } from './handlerContext.ts';
import type { Answerable } from './reply.ts';

type Watched = { interaction: Answerable; expiry: Expiry; timer?: NodeJS.Timeout };

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

  const watch = (each: Watched): void => {
    const { interaction, expiry } = each;
    const { ticket } = expiry;
    const end = async (): Promise<void> => {
      const isUnused = await expiry.isUnused();
      // It may have been pressed meanwhile.
      if (!isUnused || watched.get(ticket) !== each) return;
      watched.delete(ticket);
      await responses.edit(interaction, expiry.view);
    };
    const wait = (ms: number): void => {
      each.timer = setTimeout(check, ms).unref();
    };
    const check = (): void => {
      const left = expiry.at - services.now();
      if (left > 0) wait(Math.min(left, MAX_PAUSE_MS));
      else if (!stopSoon.aborted)
        // The message may be deleted, and the store unavailable.
        end().catch((err: unknown) => log.info({ err }, 'could not show that a confirmation has expired'));
    };
    watched.set(ticket, each);
    wait(MAX_PAUSE_MS);
  };

  const release = (ticket: string): Watched | undefined => {
    const each = watched.get(ticket);
    clearTimeout(each?.timer);
    watched.delete(ticket);
    return each;
  };

  return {
    /** Call when the confirmation is shown. */
    watch: (interaction: Answerable, expiry: Expiry): void => watch({ interaction, expiry }),
    /** Leaves the message alone while a press is handled, and for good if that changes the message. */
    async during<T>(ticket: unknown, work: () => Promise<T>): Promise<T> {
      const held = typeof ticket === 'string' ? release(ticket) : undefined;
      try {
        return await work();
      } catch (error) {
        // The error is read first.
        if (held) watch({ ...held });
        throw error;
      }
    },
  };
}
