/** A day of the game's own calendar (CGT): years of 365 days, days counted from 1. */
export type GameTime = { year: number; day: number };

/** The calendar's first moment (docs/interface.md, "Wire"). */
const EPOCH_MS = Date.parse('1998-12-03T07:00:00Z');
const DAY_MS = 86_400_000;
const YEAR_DAYS = 365;

/** For example, 1771675934 (unix seconds) is in Year 27 Day 88. */
export function toGameTime(date: Date): GameTime {
  const days = Math.floor((date.getTime() - EPOCH_MS) / DAY_MS);
  const year = Math.floor(days / YEAR_DAYS);
  return { year, day: days - year * YEAR_DAYS + 1 };
}

/** The beginning of a day of the calendar. */
export function fromGameTime({ year, day }: GameTime): Date {
  return new Date(EPOCH_MS + (year * YEAR_DAYS + day - 1) * DAY_MS);
}
