/** Which messages a list shows; how options and custom ids say it. */
export const MODES = ['sent', 'received', 'both'] as const;
export type Mode = (typeof MODES)[number];

/** A page of a list of messages. */
export type Place = { mode: Mode; page: number };

/** Where the list starts. */
export const START: Place = { mode: 'both', page: 1 };
