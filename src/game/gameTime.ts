/** A moment in the game's own calendar (CGT): years of 365 days, days counted from 1. */
export type GameTime = { year: number; day: number; hours: number; mins: number; secs: number };

/** The calendar's first moment (docs/wire.md, "Wire shapes"). */
const EPOCH_MS = Date.parse('1998-12-03T07:00:00Z');
const DAY_SECONDS = 86_400;
const YEAR_DAYS = 365;

/** The game's calendar at a moment, e.g. 1771675934 (unix seconds) is Year 27 Day 88, 05:12:14. */
export function toGameTime(date: Date): GameTime {
  const seconds = Math.floor((date.getTime() - EPOCH_MS) / 1_000);
  const days = Math.floor(seconds / DAY_SECONDS);
  const rest = seconds - days * DAY_SECONDS;
  const year = Math.floor(days / YEAR_DAYS);
  return {
    year,
    day: days - year * YEAR_DAYS + 1,
    hours: Math.floor(rest / 3_600),
    mins: Math.floor((rest % 3_600) / 60),
    secs: rest % 60,
  };
}
