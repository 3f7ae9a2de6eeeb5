import { z } from 'zod';

/** Text that isn't blank. As with all parameters, an error completes "The <parameter> …". */
export const freeText = z.string('must be text').refine((value) => value.trim() !== '', 'must not be empty');

/** One part of a path; `.` and `..` would change the path itself. */
export const pathPart = freeText.refine((value) => !/^\.{1,2}$/.test(value.trim()), 'must be a name');

export function wholeNumber(min: number) {
  return z
    .number('must be a number')
    .refine((value) => Number.isSafeInteger(value) && value >= min, `must be a whole number, ${min} or more`);
}

/** 1-based, 50 items by default. */
export function paging(maxItems: number) {
  return {
    start_index: wholeNumber(1).default(1),
    item_count: wholeNumber(1)
      .refine((count) => count <= maxItems, `must be at most ${maxItems}`)
      .default(50),
  };
}
