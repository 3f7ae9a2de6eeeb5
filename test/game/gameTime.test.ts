import { expect, test } from 'vitest';
import { toGameTime } from '../../src/game/gameTime.ts';

test.each([
  [1_771_675_934, { year: 27, day: 88 }],
  [Date.parse('1998-12-03T07:00:00Z') / 1_000, { year: 0, day: 1 }],
  [Date.parse('1998-12-03T07:00:00Z') / 1_000 + 365 * 86_400 - 1, { year: 0, day: 365 }],
  [Date.parse('1998-12-03T06:59:59Z') / 1_000, { year: -1, day: 365 }],
])('%d seconds are the game time %j', (seconds, expected) => {
  expect(toGameTime(new Date(seconds * 1_000))).toEqual(expected);
});
