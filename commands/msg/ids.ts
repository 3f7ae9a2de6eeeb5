import type { IdFor } from '../../src/discord/customId.ts';
import type { Reference } from '../../src/game/wire.ts';
import type { Place } from './place.ts';

/**
 * Opens the window in which a message to these handles is written. Handles that are too long for a
 * custom id are left for the person to enter.
 */
export function toComposeId(idFor: IdFor, to: readonly string[]): string {
  return idIfFits(() => idFor('msg/compose', { to })) ?? idFor('msg/compose');
}

/** Asks whether to delete the message; undefined when the game's id is too long for a custom id. */
export function toDeleteId(idFor: IdFor, messageId: string, place: Place): string | undefined {
  return idIfFits(() => idFor('delete', { messageId, ...place }));
}

/** Shows the profile; undefined for a party that isn't a character. */
export function toProfileId(idFor: IdFor, { uid }: Reference): string | undefined {
  return uid?.startsWith('1:') ? idIfFits(() => idFor('profile/show', { uid })) : undefined;
}

function idIfFits(toId: () => string): string | undefined {
  try {
    return toId();
  } catch (error) {
    // A lone surrogate can't be encoded: a URIError.
    if (error instanceof RangeError || error instanceof URIError) return undefined;
    throw error;
  }
}
