import type { FinalCheck } from '../game/request/call.ts';
import { stopwatch } from '../time/stopwatch.ts';
import { FREEZE_VALID_MS } from './freeze.ts';

/** The steps of a final check, in order. The first three throw if the request must not be sent. */
export type CheckSteps = {
  /** Stores that the request may be sent. */
  store: () => Promise<unknown>;
  /** Resolves once the replicas have stored it. */
  replicate: () => Promise<unknown>;
  /** Reads the freeze, directive and link, which can hold back the request until the end. */
  maySend: () => Promise<unknown>;
  lease: { isHeld(): boolean };
  /** The error if the process slept meanwhile. */
  tooLate: () => Error;
  onSend: () => void;
};

/** The check that every request passes before it changes the game. */
export function createFinalCheck({ store, replicate, maySend, lease, tooLate, onSend }: CheckSteps): FinalCheck {
  let sinceChecked = (): number => Number.POSITIVE_INFINITY;
  return {
    async prepare() {
      await store();
      await replicate();
      sinceChecked = stopwatch();
      await maySend();
    },
    allow() {
      if (!lease.isHeld() || sinceChecked() >= FREEZE_VALID_MS) throw tooLate();
      onSend();
    },
  };
}
