/** Which messages a list shows; how options and custom ids say it. */
export const MODES = ['sent', 'received', 'both'] as const;
export type Mode = (typeof MODES)[number];

/** A page of a list of messages. */
export type Place = { mode: Mode; page: number };

export function toMode(given: string | undefined): Mode {
  return MODES.find((mode) => mode === given) ?? 'both';
}

/** The page that a custom id's last arguments name, if any. */
export function toPlace([mode, page]: readonly string[]): Place | undefined {
  return mode === undefined ? undefined : { mode: toMode(mode), page: Number(page) || 1 };
}
