/** A Discord user with an id as long as they get. */
export const OWNER = '1'.repeat(20);
