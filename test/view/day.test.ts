import { expect, test } from 'vitest';
import { formatDay, formatMonth, monthOf, parseDay, startOfMonth } from '../../src/view/day.ts';

const NOW = Date.parse('2026-11-23T12:34:56Z');

test.each([
  ['2026-11-05', '2026-11-05'],
  ['2026-2', '2026-02-01'],
  ['5.11.2026', '2026-11-05'],
  ['5. 11.', '2026-11-05'],
  ['24.12.', '2025-12-24'],
  ['11.2026', '2026-11-01'],
  ['11/2026', '2026-11-01'],
  ['Nov 5', '2026-11-05'],
  ['november 5th, 2025', '2025-11-05'],
  ['5. November 2025', '2025-11-05'],
  ['5 Nov.', '2026-11-05'],
  ['DEZEMBER', '2025-12-01'],
  ['März 2026', '2026-03-01'],
  ['may', '2026-05-01'],
  [' today ', '2026-11-23'],
  ['gestern', '2026-11-22'],
  ['7 days', '2026-11-16'],
  ['7d', '2026-11-16'],
  ['vor 2 Wochen', '2026-11-09'],
  ['3 Tage', '2026-11-20'],
  ['Year 27 Day 88', '2026-02-21T07:00:00.000Z'],
  ['Jahr 27, Tag 88', '2026-02-21T07:00:00.000Z'],
])('“%s” begins at %s', (typed, day) => {
  expect(new Date(parseDay(typed, NOW) ?? 0).toISOString()).toContain(day.length > 10 ? day : `${day}T00:00:00.000Z`);
});

test.each([
  '',
  '5',
  '5.',
  '5.13.',
  '31.2.',
  '2026-13-01',
  '11/1/2026',
  '1.11',
  'soon',
  'ma',
  '29.2.',
  '5 November 5',
  'constructor',
])('“%s” is no day', (typed) => {
  expect(parseDay(typed, NOW)).toBe(undefined);
});

test('months are numbered one after another, and days are written in UTC', () => {
  expect(startOfMonth(monthOf(NOW) + 2)).toBe(Date.parse('2027-01-01'));
  expect([formatMonth(monthOf(NOW), 'en'), formatMonth(monthOf(NOW), 'de')]).toEqual([
    'November 2026',
    'November 2026',
  ]);
  expect(formatDay(Date.parse('2026-11-05'), 'en')).toBe('Nov 5, 2026');
  expect(formatDay(Date.parse('2026-02-21T07:00:00Z'), 'de')).toBe('21.02.2026, 07:00');
});
