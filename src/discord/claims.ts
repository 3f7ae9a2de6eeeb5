import { z } from 'zod';
import type { Store } from '../store/store.ts';

/** Whether this process answers an interaction; or why the store could not be asked. */
export type Claim = 'ours' | 'theirs' | { problem: unknown };

/** As long as an interaction can be answered. */
const CLAIM_TTL_MS = 15 * 60_000;
/** How long a first response, which Discord takes within 3 s, waits for the store. */
const MAX_WAIT_MS = 1_000;

/** Ours in the one process, of all that Discord sent this interaction to, that does what it asks for. Never rejects. */
export async function claimInteraction(store: Store, interactionId: string): Promise<Claim> {
  try {
    const isOurs = await store.collection('interaction', z.literal(1)).add(interactionId, 1, CLAIM_TTL_MS);
    return isOurs ? 'ours' : 'theirs';
  } catch (problem) {
    return { problem };
  }
}

/**
 * Claims the interaction and acknowledges it by `respond`: after the claim, or before it where the store is slow. `respond` gives
 * false where another process had acknowledged it, and throws what Discord says.
 */
export async function acknowledge(
  store: Store,
  interactionId: string,
  respond: () => Promise<boolean>,
): Promise<Claim> {
  const claim = claimInteraction(store, interactionId);
  const waiting = new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS).unref());
  if ((await Promise.race([claim, waiting])) === 'theirs') return 'theirs';
  const isFirst = await respond();
  const claimed = await claim;
  // Without an answer of the store, the process that acknowledged it first says so.
  return typeof claimed === 'string' || isFirst ? claimed : 'theirs';
}
