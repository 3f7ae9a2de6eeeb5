import type { LastLook } from '../game/request/call.ts';
import { stopwatch } from '../time/stopwatch.ts';
import { FREEZE_VALID_MS } from './freeze.ts';

type Looking = {
  /** Stores that the request may be sent. Each of these three throws if it must not leave. */
  store: () => Promise<unknown>;
  /** Resolves once the replicas have that. */
  replicate: () => Promise<unknown>;
  /** Reads the freeze, and what else can keep it back until the last moment. */
  mayLeave: () => Promise<void>;
  lease: { isHeld(): boolean };
  /** The error if the process slept meanwhile. */
  tooLate: () => Error;
  onLeaving: () => void;
};

/** What every request that changes the game must pass, in this order, before it leaves. */
export function createLastLook({ store, replicate, mayLeave, lease, tooLate, onLeaving }: Looking): LastLook {
  let sinceLooked = (): number => Number.POSITIVE_INFINITY;
  return {
    async prepare() {
      await store();
      await replicate();
      sinceLooked = stopwatch();
      await mayLeave();
    },
    allow() {
      if (!lease.isHeld() || sinceLooked() >= FREEZE_VALID_MS) throw tooLate();
      onLeaving();
    },
  };
}
