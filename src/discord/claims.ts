import { z } from 'zod';
import type { Store } from '../store/store.ts';

/** Whether this process answers an interaction; or why the store could not be asked. */
export type Claim = 'ours' | 'theirs' | { problem: unknown };

/** As long as an interaction can be answered. */
const CLAIM_TTL_MS = 15 * 60_000;

/** Ours in the one process, of all that Discord sent this interaction to, that does what it asks for. Never rejects. */
export async function claimInteraction(store: Store, interactionId: string): Promise<Claim> {
  try {
    const isOurs = await store.collection('interaction', z.literal(1)).add(interactionId, 1, CLAIM_TTL_MS);
    return isOurs ? 'ours' : 'theirs';
  } catch (problem) {
    return { problem };
  }
}
