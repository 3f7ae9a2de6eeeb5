import { expect, test } from 'vitest';
import { toGameTime } from '../../src/game/gameTime.ts';

test.each([
  [1_771_675_934, { year: 27, day: 88, hours: 5, mins: 12, secs: 14 }],
  [Date.parse('1998-12-03T07:00:00Z') / 1_000, { year: 0, day: 1, hours: 0, mins: 0, secs: 0 }],
  [Date.parse('1998-12-03T07:00:00Z') / 1_000 + 365 * 86_400 - 1, { year: 0, day: 365, hours: 23, mins: 59, secs: 59 }],
  [Date.parse('1998-12-03T06:59:59Z') / 1_000, { year: -1, day: 365, hours: 23, mins: 59, secs: 59 }],
])('%d is %j', (seconds, expected) => {
  expect(toGameTime(new Date(seconds * 1_000))).toEqual(expected);
});
