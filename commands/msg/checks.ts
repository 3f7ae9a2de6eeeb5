import type { Messages } from '../../src/view/language.ts';
import { timestamp } from '../../src/view/text.ts';
import type { MsgMessages } from './messages.ts';

const START_OVER_MS = 5 * 60_000;

/** Whether an outcome has been unknown long enough to start over; times in ms since the epoch. */
export function mayStartOver(startedAt: number, checkedAt = startedAt): boolean {
  return checkedAt - startedAt >= START_OVER_MS;
}

/** Says when an unknown outcome was last checked, where that is known. */
export function toCheckedLine({ lastChecked }: Messages<MsgMessages>, checkedAt: number | undefined): string | false {
  return checkedAt !== undefined && `-# ${lastChecked(timestamp(new Date(checkedAt), 'T'))}`;
}
