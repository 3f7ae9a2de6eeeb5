import { DiscordAPIError } from 'discord.js';
import type { Logger } from '../../log.ts';

/** Delays of the retries of an explanation, a minute in total: later, it would surprise. */
const RETRY_DELAYS_MS = [2_000, 8_000, 20_000, 28_000];
/** Answers are compared with explanations that are at most this old. */
const REMEMBERED_MS = 60_000;
/** Discord's own failures begin here; what it refuses below, it would refuse again. */
const SERVER_ERROR = 500;

type Parts = { stopSoon: AbortSignal; log: Logger };
/** Shows an explanation, and returns its message's id unless it's the response itself. */
type Show = () => Promise<string | undefined>;

export type LateExplanations = ReturnType<typeof createLateExplanations>;

/** Explanations of errors that Discord didn't take: they're shown as soon as it does. */
export function createLateExplanations({ stopSoon, log }: Parts) {
  /** The time of each message's newest answer in this process, by Node's own clock. */
  const answers = new Map<string, number>();

  const isAnsweredSince = (messageId: string | undefined, since: number): boolean =>
    messageId !== undefined && (answers.get(messageId) ?? 0) > since;

  const retry = async (
    show: Show,
    messageId: string | undefined,
  ): Promise<{ messageId: string | undefined } | undefined> => {
    const since = performance.now();
    for (const delayMs of RETRY_DELAYS_MS) {
      await new Promise((resolve) => setTimeout(resolve, delayMs).unref());
      if (stopSoon.aborted) return undefined;
      // The person has seen another answer since, which this one could contradict.
      if (isAnsweredSince(messageId, since)) return undefined;
      try {
        return { messageId: await show() };
      } catch (err) {
        if (!isTemporary(err)) throw err;
      }
    }
    return undefined;
  };

  return {
    /** Call when a press on this message was answered. */
    noteAnswer(messageId: string | undefined): void {
      const now = performance.now();
      for (const [id, at] of answers) if (now - at > REMEMBERED_MS) answers.delete(id);
      if (messageId !== undefined) answers.set(messageId, now);
    },
    /** Shows it, or throws Discord's failure and tries again in the background. `then`: the work
     * after a late explanation, with its message's id. */
    async show(
      show: Show,
      about: string | undefined,
      then: (shown: { messageId: string | undefined }) => Promise<void>,
    ): Promise<string | undefined> {
      try {
        return await show();
      } catch (error) {
        if (isTemporary(error))
          void retry(show, about)
            .then((shown) => shown && then(shown))
            .catch((err: unknown) => log.warn({ err }, 'could not show an explanation that Discord had refused'));
        throw error;
      }
    },
  };
}

function isTemporary(error: unknown): boolean {
  return !(error instanceof DiscordAPIError) || error.status >= SERVER_ERROR;
}
