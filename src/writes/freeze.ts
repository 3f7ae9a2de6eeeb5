import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Logger } from '../log.ts';
import { collection } from '../store/declared.ts';
import type { Store } from '../store/store.ts';

const decision = z.object({ isFrozen: z.boolean(), by: z.string(), at: z.number() });

/** Who stopped or allowed changes to the game; `at` in ms since the epoch. */
export type FreezeDecision = z.output<typeof decision>;
export type Freeze = ReturnType<typeof createFreeze>;

const DECISIONS = collection('freeze', decision, { about: 'bot' });
const KEY = 'writes';
/** A write must leave within this time after it has read that nothing is frozen. */
export const FREEZE_VALID_MS = 1_000;

/** Stops changes to the game in all processes, by one record that each write reads before it begins. */
export function createFreeze(store: Store, { isOff = false, log }: { isOff?: boolean; log?: Logger } = {}) {
  const decisions = store.collection(DECISIONS);
  let wasFrozen = false;
  return {
    /** Whether a write that hasn't begun is refused; always true if `isOff`. Logs a change once. */
    async isFrozen(): Promise<boolean> {
      if (isOff) return true;
      const made = await decisions.get(KEY);
      const isFrozen = made?.isFrozen ?? false;
      if (made && isFrozen !== wasFrozen) {
        const at = new Date(made.at).toISOString();
        log?.warn({ by: made.by, at }, isFrozen ? 'changes are frozen' : 'changes are allowed again');
      }
      wasFrozen = isFrozen;
      return isFrozen;
    },
    /** The newest decision, if there was one. */
    last: (): Promise<FreezeDecision | undefined> => decisions.get(KEY),
    /** Resolves once no write can leave that read an earlier decision, and no failover brings that back; with how many
     * replicas have it. */
    async setFrozen(made: FreezeDecision): Promise<number> {
      await decisions.set(KEY, made);
      const replicas = await store.replicate(DECISIONS.name, KEY);
      // A timer can end some milliseconds early.
      if (made.isFrozen) await sleep(FREEZE_VALID_MS + 50);
      return replicas;
    },
  };
}
