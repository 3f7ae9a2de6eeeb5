import { describe, expect, test } from 'vitest';
import { formatMessageTime, formatTimestamp, isSameDay } from '../../../sandbox/page/browser/text/timestamp.ts';

const setting = { locale: 'en-US', timeZone: 'UTC' };
const at = Date.parse('2026-02-21T12:12:14.000Z');
// Intl puts a narrow no-break space before AM and PM.
const plain = (text: string) => text.replaceAll('\u202f', ' ');

describe('a timestamp', () => {
  test.each([
    ['t', '12:12 PM'],
    ['T', '12:12:14 PM'],
    ['d', '2/21/26'],
    ['D', 'February 21, 2026'],
    ['f', 'February 21, 2026 at 12:12 PM'],
    ['F', 'Saturday, February 21, 2026 at 12:12 PM'],
    ['s', '2/21/26, 12:12 PM'],
    ['S', '2/21/26, 12:12:14 PM'],
    ['unknown', 'February 21, 2026 at 12:12 PM'],
  ])('of style %s is shown as %s', (style, shown) => {
    expect(plain(formatTimestamp(at, style, at, setting))).toBe(shown);
  });

  test.each([
    [-5, '5 seconds ago'],
    [90, 'in 2 minutes'],
    [-3 * 3600, '3 hours ago'],
    [-86_400, 'yesterday'],
    [40 * 86_400, 'next month'],
    [-800 * 86_400, '2 years ago'],
  ])('of style R, %d seconds away, is shown as %s', (seconds, shown) => {
    expect(formatTimestamp(at + seconds * 1000, 'R', at, setting)).toBe(shown);
  });

  test('that no calendar holds does not throw', () => {
    expect(formatTimestamp(9e15, 'F', at, setting)).toBe('Invalid date');
  });

  test('is local to the time zone asked for', () => {
    expect(plain(formatTimestamp(at, 't', at, { locale: 'en-US', timeZone: 'Asia/Tokyo' }))).toBe('9:12 PM');
  });
});

describe("a message's time", () => {
  test.each([
    [0, 'Today at 12:12 PM'],
    [1, 'Yesterday at 12:12 PM'],
    [2, '2/21/26, 12:12 PM'],
  ])('%d days later reads %s', (days, shown) => {
    expect(plain(formatMessageTime(at, at + days * 86_400_000, setting))).toBe(shown);
  });

  test('belongs to the local day, not to the one of UTC', () => {
    const midnight = Date.parse('2026-02-21T23:30:00.000Z');
    expect(isSameDay(midnight, midnight + 3_600_000, setting)).toBe(false);
    expect(isSameDay(midnight, midnight + 3_600_000, { timeZone: 'Asia/Tokyo' })).toBe(true);
  });
});
