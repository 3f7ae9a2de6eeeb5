import { z } from 'zod';

/** Text that isn't blank. As with all parameters, an error completes "The <parameter> …". */
export const freeText = z.string('must be text').refine((value) => value.trim() !== '', 'must not be empty');

/** One part of a path; `.` and `..` would change the path itself. */
export const pathPart = freeText.refine((value) => !/^\.{1,2}$/.test(value.trim()), 'must be a name');

export function wholeNumber(min: number) {
  const message = `must be a whole number, ${min} or more`;
  return z.int(message).min(min, message);
}

/** Paging parameters: 1-based, 50 items by default. */
export function paging(maxItems: number) {
  return {
    start_index: wholeNumber(1).default(1),
    item_count: wholeNumber(1).max(maxItems, `must be at most ${maxItems}`).default(50),
  };
}

/** A UID: `<type>:<id>`, e.g. `1:12345`. */
export const uid = z.string('must be a UID').regex(/^\d+:\d+$/, 'must be a UID, like 1:12345');

export function isUid(text: string): boolean {
  return uid.safeParse(text).success;
}

export const handle = pathPart;

/** The form in which handles are compared: case and Unicode forms of accents don't matter. */
export function toHandleKey(text: string): string {
  return text.trim().normalize('NFC').toLowerCase();
}

/** A stored character or faction. The UID came from the service, so its form isn't checked. */
export const party = z.object({ uid: z.string(), name: z.string() });

/** A stored {@link Reference}: the UID may be missing. */
export const reference = party.extend({ uid: z.string().exactOptional() });
