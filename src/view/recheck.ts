import type { KitTexts } from './en.ts';
import { timestamp } from './text.ts';

/** How long a missing write may still arrive. */
export const START_OVER_AFTER_MS = 5 * 60_000;

/** Whether an outcome has been unknown long enough to start over; times in ms since the epoch. */
export function mayStartOver(startedAt: number, checkedAt = startedAt): boolean {
  return checkedAt - startedAt >= START_OVER_AFTER_MS;
}

/** When (ms since the epoch) an unknown outcome was last checked, if it was. */
export function lastChecked({ recheck }: KitTexts, checkedAt: number | undefined): string | false {
  return checkedAt !== undefined && `-# ${recheck.last(timestamp(new Date(checkedAt), 'T'))}`;
}
