import { expect, test } from 'vitest';
import { toWireTime } from '../../sandbox/game/wire/gameTime.ts';
import { toGameTime } from '../../src/game/gameTime.ts';

const EPOCH = Date.UTC(1998, 11, 3, 7) / 1_000;
const [DAY, YEAR] = [86_400, 365 * 86_400];

test.each([
  ['the example', 1_771_675_934, [27, 88, 5, 12, 14]],
  ['the first moment', EPOCH, [0, 1, 0, 0, 0]],
  ['the last second of a day', EPOCH + DAY - 1, [0, 1, 23, 59, 59]],
  ['the last second of a year', EPOCH + YEAR - 1, [0, 365, 23, 59, 59]],
  ['the first second of the next year', EPOCH + YEAR, [1, 1, 0, 0, 0]],
])('%s has the same date for the bot and the reference service', (_, seconds, [year, day, hours, mins, secs]) => {
  expect(toGameTime(new Date(seconds * 1_000))).toEqual({ year, day });
  expect(toWireTime(seconds)).toEqual({ years: year, days: day, hours, mins, secs, timestamp: String(seconds) });
});

test('the second before the first moment is in the year -1', () => {
  expect(toGameTime(new Date((EPOCH - 1) * 1_000))).toEqual({ year: -1, day: 365 });
});
