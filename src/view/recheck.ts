import type { KitTexts } from './en.ts';
import { timestamp } from './text.ts';

/** Max time until a missing write arrives. */
export const START_OVER_AFTER_MS = 5 * 60_000;

/** True if an outcome has been unknown long enough to start over; times in ms since the epoch. */
export function mayStartOver(startedAt: number, checkedAt = startedAt): boolean {
  return checkedAt - startedAt >= START_OVER_AFTER_MS;
}

/** A line with the time of an unknown outcome's last check (ms since the epoch). */
export function lastChecked({ recheck }: KitTexts, checkedAt: number | undefined): string | false {
  return checkedAt !== undefined && `-# ${recheck.last(timestamp(new Date(checkedAt), 'T'))}`;
}
