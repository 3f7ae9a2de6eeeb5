import { DiscordAPIError } from 'discord.js';
import { z } from 'zod';
import type { Store } from '../store/store.ts';
import { withTimeout } from '../withTimeout.ts';
import type { Answerable } from './handlerContext.ts';

/** Whether this process answers; or why nobody could be asked, after an acknowledgment by this process. */
export type Claim = 'ours' | 'theirs' | { problem: unknown };

/** As long as an interaction can be answered. */
const CLAIM_TTL_MS = 15 * 60_000;
/** How long the acknowledgment, which Discord takes within 3 s, waits for the store. */
const MAX_CLAIM_WAIT_MS = 1_000;
/** Discord's code for an interaction that was acknowledged before. */
const ALREADY_ACKNOWLEDGED = 40060;

/** True for the one process, of all that Discord sent this interaction to, that does what it asks for. Throws StoreUnavailable. */
export async function claimInteraction(store: Store, interactionId: string): Promise<boolean> {
  return await store.collection('interaction', z.literal(1)).add(interactionId, 1, CLAIM_TTL_MS);
}

/**
 * Claims the interaction and acknowledges it by `respond`: after the claim, or before it where the store is slow. Throws what Discord
 * says.
 */
export async function acknowledge(
  store: Store,
  interaction: Answerable,
  respond: () => Promise<unknown>,
): Promise<Claim> {
  const claim = claimInteraction(store, interaction.id).then(
    (isOurs): Claim => (isOurs ? 'ours' : 'theirs'),
    (problem: unknown): Claim => ({ problem }),
  );
  if ((await withTimeout(claim, MAX_CLAIM_WAIT_MS).catch(() => undefined)) === 'theirs') return 'theirs';
  const isFirst = await isAcknowledgedBy(interaction, respond);
  const claimed = await claim;
  // Without an answer of the store, whoever acknowledged it first says so.
  return typeof claimed === 'string' || isFirst ? claimed : 'theirs';
}

/** False if it had been acknowledged: by another process, or by this one, whose request was applied and its answer lost. */
async function isAcknowledgedBy(interaction: Answerable, respond: () => Promise<unknown>): Promise<boolean> {
  try {
    await respond();
    return true;
  } catch (error) {
    if (!(error instanceof DiscordAPIError) || error.code !== ALREADY_ACKNOWLEDGED) throw error;
    // discord.js lets nothing be answered that it did not see acknowledged.
    interaction.deferred = true;
    return false;
  }
}
