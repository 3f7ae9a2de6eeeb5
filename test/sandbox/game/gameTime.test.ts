import { expect, test } from 'vitest';
import { toWireTime } from '../../../sandbox/game/wire/gameTime.ts';

const EPOCH_SECONDS = Date.UTC(1998, 11, 3, 7) / 1000;
const DAY_SECONDS = 86_400;

test.each([
  ["the wire page's example", 1_771_675_934, [27, 88, 5, 12, 14]],
  ['the first moment', EPOCH_SECONDS, [0, 1, 0, 0, 0]],
  ['the last second of a day', EPOCH_SECONDS + DAY_SECONDS - 1, [0, 1, 23, 59, 59]],
  ['the last second of a year', EPOCH_SECONDS + 365 * DAY_SECONDS - 1, [0, 365, 23, 59, 59]],
  ['the first second of the next year', EPOCH_SECONDS + 365 * DAY_SECONDS, [1, 1, 0, 0, 0]],
])('%s has the right date', (_, unixSeconds, [years, days, hours, mins, secs]) => {
  expect(toWireTime(unixSeconds)).toEqual({ years, days, hours, mins, secs, timestamp: String(unixSeconds) });
});
