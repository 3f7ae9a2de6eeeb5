/** A Discord user with the longest possible id. */
export const OWNER = '1'.repeat(20);
