import { z } from 'zod';
import { pathPart } from './parameters.ts';

const UID = /^\d+:\d+$/;

export function isUid(text: string): boolean {
  return UID.test(text);
}

/** `<type>:<id>`, e.g. `1:12345`. */
export const uid = z.string('must be a UID').regex(UID, 'must be a UID, like 1:12345');

/** A character's name in the game. */
export const handle = pathPart;

/** The form in which handles are compared: case and Unicode forms of accents don't matter. */
export function toHandleKey(text: string): string {
  return text.trim().normalize('NFC').toLowerCase();
}

/** The parameters of an operation that needs only the character. */
export const ofCharacter = z.strictObject({ uid });

/** A stored character or faction. The UID came from the service, so its form isn't checked. */
export const party = z.object({ uid: z.string(), name: z.string() });

/** A stored {@link Reference}: the UID may be missing. */
export const reference = party.extend({ uid: z.string().exactOptional() });
