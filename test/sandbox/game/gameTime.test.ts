import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toWireTime } from '../../../sandbox/game/wire/gameTime.ts';

describe('the time on the wire', () => {
  test('gives the example of the wire page', () => {
    expect(toWireTime(1_771_675_934)).toEqual({
      years: 27,
      days: 88,
      hours: 5,
      mins: 12,
      secs: 14,
      timestamp: '1771675934',
    });
  });

  test('starts the calendar at year 0, day 1, midnight', () => {
    expect(toWireTime(Date.UTC(1998, 11, 3, 7) / 1000)).toMatchObject({
      years: 0,
      days: 1,
      hours: 0,
      mins: 0,
      secs: 0,
    });
  });

  test('turns the year after 365 days', () => {
    const start = Date.UTC(1998, 11, 3, 7) / 1000;
    expect(toWireTime(start + 365 * 86_400 - 1)).toMatchObject({ years: 0, days: 365, hours: 23, mins: 59, secs: 59 });
    expect(toWireTime(start + 365 * 86_400)).toMatchObject({ years: 1, days: 1, hours: 0, mins: 0, secs: 0 });
  });

  test('says the same moment twice: by the calendar and by the timestamp', () => {
    fc.assert(
      fc.property(fc.integer({ min: 912_668_400, max: 4_000_000_000 }), (unixSeconds) => {
        const { years, days, hours, mins, secs, timestamp } = toWireTime(unixSeconds);
        const seconds = ((years * 365 + days - 1) * 24 + hours) * 3600 + mins * 60 + secs;
        expect(seconds + 912_668_400).toBe(unixSeconds);
        expect(timestamp).toBe(String(unixSeconds));
        expect(days).toBeGreaterThanOrEqual(1);
        expect(days).toBeLessThanOrEqual(365);
      }),
    );
  });
});
