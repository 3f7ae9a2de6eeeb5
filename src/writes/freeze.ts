import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Logger } from '../log.ts';
import { frozen } from '../metrics.ts';
import type { Store } from '../store/store.ts';
import { every } from '../time/every.ts';

const decision = z.object({ isFrozen: z.boolean(), by: z.string(), at: z.number() });

/** Who stopped or allowed changes to the game; `at` in ms since the epoch. */
export type FreezeDecision = z.output<typeof decision>;
export type Freeze = ReturnType<typeof createFreeze>;

const KEY = 'writes';
/** A write must leave within this time after it has read that nothing is frozen. */
export const FREEZE_VALID_MS = 1_000;
const WATCH_EVERY_MS = 2_000;

/** Stops changes to the game in all processes, by one record that each write reads before it begins. */
export function createFreeze(store: Store, { isOff = false } = {}) {
  const decisions = store.collection('freeze', decision);
  return {
    /** Whether a write that hasn't begun is refused; always true if `isOff`. */
    isFrozen: async (): Promise<boolean> => isOff || ((await decisions.get(KEY))?.isFrozen ?? false),
    /** The newest decision, if there was one. */
    last: (): Promise<FreezeDecision | undefined> => decisions.get(KEY),
    /** Resolves once no write can leave that read an earlier decision. */
    async decide(made: FreezeDecision): Promise<void> {
      await decisions.set(KEY, made);
      if (made.isFrozen) await sleep(FREEZE_VALID_MS);
    },
    /** Logs who stopped or allowed changes, and when, in every process. Returns how to stop. */
    watch(log: Logger): () => void {
      if (isOff) log.warn('WRITES=off: no command of this process changes the game');
      let loggedAt: number | undefined;
      const look = async (): Promise<void> => {
        const made = await decisions.get(KEY);
        frozen.set(isOff || made?.isFrozen ? 1 : 0);
        if (!made || made.at === loggedAt) return;
        const isNews = loggedAt !== undefined || made.isFrozen;
        loggedAt = made.at;
        const at = new Date(made.at).toISOString();
        if (isNews) log.warn({ by: made.by, at }, made.isFrozen ? 'changes are frozen' : 'changes are allowed again');
      };
      // While the store is unavailable, writes are refused anyway, and other parts log why.
      void look().catch(() => {});
      return every(WATCH_EVERY_MS, look);
    },
  };
}
