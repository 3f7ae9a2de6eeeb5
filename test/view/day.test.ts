import { expect, test } from 'vitest';
import { formatDay, formatMonth, monthOf, parseDay, startOfMonth } from '../../src/view/day.ts';

const NOW = Date.parse('2026-11-23T12:34:56Z');

test.each([
  ['2026-11-05', ['2026-11-05', '5.11.2026', '5. 11.', 'Nov 5', 'november 5th, 2026', '5. November 2026', '5 Nov.']],
  ['2025-12-24', ['24.12.', 'DEZEMBER 24', '24. dez']],
  ['2026-03-01', ['2026-3', '3.2026', '03/2026', 'März', 'march 2026', 'Mar']],
  ['2026-11-16', ['7 days', '7d', '7 days ago', 'vor 7 Tagen', '1 week', '1 Woche']],
  ['2026-11-22', ['yesterday', ' gestern ', '1 Tag']],
  ['2026-02-21T07:00:00Z', ['Year 27 Day 88', 'Jahr 27, Tag 88', 'y27 d88']],
])('%s can be typed as %o', (day, forms) => {
  for (const typed of forms) expect(parseDay(typed, NOW), typed).toBe(Date.parse(day));
});

test.each([
  // East of UTC, the day has begun already.
  ['Nov 25', '2026-11-24T23:12:00Z', '2026-11-25'],
  ['25.11.', '2026-11-24T23:12:00Z', '2026-11-25'],
  ['Jan 1', '2026-12-31T13:00:00Z', '2027-01-01'],
  ['December', '2026-11-30T23:12:00Z', '2026-12-01'],
  ['Januar', '2026-12-31T13:00:00Z', '2027-01-01'],
  // More than a day ahead, it's last year's.
  ['Nov 26', '2026-11-24T23:12:00Z', '2025-11-26'],
  ['December', '2026-11-24T23:12:00Z', '2025-12-01'],
])('without a year, %s typed at %s means %s', (typed, now, day) => {
  expect(parseDay(typed, Date.parse(now))).toBe(Date.parse(day));
});

test('west of UTC, a last day that is still today there is never next year’s', () => {
  const now = Date.parse('2026-11-25T02:00:00Z');
  const nextYear = now + 364 * 86_400_000;
  expect(parseDay('Nov 24', now, nextYear)).toBe(Date.parse('2026-11-24'));
  expect(parseDay('Nov 23', now, nextYear)).toBe(Date.parse('2027-11-23'));
});

test('a text that isn’t a day, or could be two, is refused', () => {
  const typed = ['', '5', '5.', '5.13.', '31.2.', '2026-13-01', '11/1/2026', '1.11', 'soon', 'ma', '29.2.'];
  for (const one of [...typed, '5 November 5', 'constructor']) expect(parseDay(one, NOW), one).toBe(undefined);
});

test('months are numbered one after another, and days are written in UTC', () => {
  expect(startOfMonth(monthOf(NOW) + 2)).toBe(Date.parse('2027-01-01'));
  expect(formatMonth(monthOf(NOW) - 1, 'de')).toBe('Oktober 2026');
  expect(formatDay(Date.parse('2026-11-05'), 'en')).toBe('Nov 5, 2026');
  expect(formatDay(Date.parse('2026-02-21T07:00:00Z'), 'de')).toBe('21.02.2026, 07:00');
});
