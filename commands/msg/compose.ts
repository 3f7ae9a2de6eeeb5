import type { IdFor } from '../../src/discord/customId.ts';

/**
 * The custom id of a button that opens the modal in which a message to this handle is written. A handle that is too long
 * for a custom id is left for the person to type.
 */
export function toComposeId(idFor: IdFor, handle: string): string {
  return idIfFits(() => idFor('msg/compose', { handle })) ?? idFor('msg/compose', { handle: '' });
}

/** The custom id, or undefined when what comes from the game is too long for one. */
export function idIfFits(toId: () => string): string | undefined {
  try {
    return toId();
  } catch (error) {
    // A lone surrogate cannot be encoded: a URIError.
    if (error instanceof RangeError || error instanceof URIError) return undefined;
    throw error;
  }
}
