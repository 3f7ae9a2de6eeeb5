import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Logger } from '../log.ts';
import { collection } from '../store/declared.ts';
import type { Store } from '../store/store.ts';

const decision = z.object({ isFrozen: z.boolean(), by: z.string(), at: z.number() });

/** A decision to stop or allow changes to the game; `at` in ms since the epoch. */
export type FreezeDecision = z.output<typeof decision>;
export type Freeze = ReturnType<typeof createFreeze>;

const DECISIONS = collection('freeze', decision, { about: 'bot' });
const KEY = 'writes';
/** A write must be sent within this time after it read the decision. */
export const FREEZE_VALID_MS = 1_000;

/** Stops changes to the game in all processes, by one record that each write reads. */
export function createFreeze(store: Store, { isOff = false, log }: { isOff?: boolean; log?: Logger } = {}) {
  const decisions = store.collection(DECISIONS);
  let wasFrozen = false;
  return {
    /** True if new writes are refused; with `isOff`, they always are. Logs each change once. */
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
    /** Resolves with the number of replicas that have the decision, once no write can rely on an
     * earlier one, even after a failover. */
    async setFrozen(made: FreezeDecision): Promise<number> {
      await decisions.set(KEY, made);
      const replicas = await store.replicate(DECISIONS.name, KEY);
      // A timer can end some milliseconds early.
      if (made.isFrozen) await sleep(FREEZE_VALID_MS + 50);
      return replicas;
    },
  };
}
