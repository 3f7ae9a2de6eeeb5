import { z } from 'zod';
import type { Store } from '../store/store.ts';

/** Whether this process answers an interaction, or why the store couldn't say. */
export type Claim = 'ours' | 'theirs' | { problem: unknown };

/** Discord accepts answers for 15 minutes. */
const CLAIM_TTL_MS = 15 * 60_000;

/** Claims the interaction for one of the processes that Discord sent it to. Never rejects. */
export async function claimInteraction(store: Store, interactionId: string): Promise<Claim> {
  try {
    const isOurs = await store.collection('interaction', z.literal(1)).add(interactionId, 1, CLAIM_TTL_MS);
    return isOurs ? 'ours' : 'theirs';
  } catch (problem) {
    return { problem };
  }
}
