import { formatCustomId } from '../../src/discord/customId.ts';

/**
 * The custom id of a button that opens the modal in which a message to this handle is written. A handle that is too long
 * for a custom id is left for the person to type.
 */
export function toComposeId(personId: string, handle: string): string {
  const toId = (...args: string[]): string =>
    formatCustomId({ command: 'msg', action: 'compose', owner: personId, args });
  return idIfFits(() => toId(swapSpaces(handle))) ?? toId();
}

/** The handle that {@link toComposeId} put into the custom id's first argument. */
export function fromComposeArgs([handle = '']: readonly string[]): string {
  return swapSpaces(handle);
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

/** A space takes three characters of a custom id, a tilde one; and there and back again. */
function swapSpaces(handle: string): string {
  return handle.replace(/[ ~]/g, (character) => (character === ' ' ? '~' : ' '));
}
