import { expect, test } from 'vitest';
import { formatMessageTime, formatTimestamp, isSameDay } from '../../../sandbox/page/browser/text/timestamp.ts';

process.env['TZ'] = 'Asia/Tokyo';

/** 9:12:14 PM in Tokyo. */
const AT = Date.parse('2026-02-21T12:12:14.000Z');
const DAY_MS = 86_400_000;

// Intl puts a narrow no-break space before AM and PM.
const plain = (text: string) => text.replaceAll('\u202f', ' ');

test.each([
  ['t', '9:12 PM'],
  ['T', '9:12:14 PM'],
  ['d', '2/21/26'],
  ['D', 'February 21, 2026'],
  ['f', 'February 21, 2026 at 9:12 PM'],
  ['F', 'Saturday, February 21, 2026 at 9:12 PM'],
  ['s', '2/21/26, 9:12 PM'],
  ['unknown', 'February 21, 2026 at 9:12 PM'],
])('a timestamp of style %s is shown in local time as %s', (style, shown) => {
  expect(plain(formatTimestamp(AT, style, AT, 'en-US'))).toBe(shown);
});

test.each([
  [-5, '5 seconds ago'],
  [90, 'in 2 minutes'],
  [-3 * 3600, '3 hours ago'],
  [-86_400, 'yesterday'],
  [40 * 86_400, 'next month'],
  [-800 * 86_400, '2 years ago'],
])('a timestamp of style R, %d seconds away, is shown as %s', (seconds, shown) => {
  expect(formatTimestamp(AT + seconds * 1000, 'R', AT, 'en-US')).toBe(shown);
});

test('a timestamp that no calendar holds does not throw', () => {
  expect(formatTimestamp(9e15, 'F', AT)).toBe('Invalid date');
});

test.each([
  [0, 'Today at 9:12 PM'],
  [1, 'Yesterday at 9:12 PM'],
  [2, '2/21/26, 9:12 PM'],
])("a message's time, %d days later, reads %s", (days, shown) => {
  expect(plain(formatMessageTime(AT, AT + days * DAY_MS, 'en-US'))).toBe(shown);
});

test('a day is the local one, not the one of UTC', () => {
  expect(isSameDay(AT, Date.parse('2026-02-21T15:30:00.000Z'))).toBe(false);
  expect(isSameDay(AT, Date.parse('2026-02-20T15:30:00.000Z'))).toBe(true);
});
