const CALENDAR_STARTS_AT = Date.UTC(1998, 11, 3, 7) / 1000;
const DAY_S = 86_400;
const YEAR_DAYS = 365;

/** Unix seconds in the game's calendar: years start at 0 and have 365 days, days start at 1. */
export function toWireTime(unixSeconds: number) {
  const elapsed = unixSeconds - CALENDAR_STARTS_AT;
  const day = Math.floor(elapsed / DAY_S);
  const second = elapsed - day * DAY_S;
  const year = Math.floor(day / YEAR_DAYS);
  return {
    years: year,
    days: day - year * YEAR_DAYS + 1,
    hours: Math.floor(second / 3600),
    mins: Math.floor((second % 3600) / 60),
    secs: second % 60,
    timestamp: String(unixSeconds),
  };
}
