const calendarStartsAt = Date.UTC(1998, 11, 3, 7) / 1000;
const secondsPerDay = 86_400;
const daysPerYear = 365;

/**
 * A time on the wire (docs/interface.md, "Wire"): the game's calendar, and unix seconds as a
 * string.
 */
export interface WireTime {
  years: number;
  days: number;
  hours: number;
  mins: number;
  secs: number;
  timestamp: string;
}

/** Unix seconds → the wire's time. Years count from 0, have 365 days each; days count from 1. */
export function toWireTime(unixSeconds: number): WireTime {
  const elapsed = unixSeconds - calendarStartsAt;
  const day = Math.floor(elapsed / secondsPerDay);
  const second = elapsed - day * secondsPerDay;
  const year = Math.floor(day / daysPerYear);
  return {
    years: year,
    days: day - year * daysPerYear + 1,
    hours: Math.floor(second / 3600),
    mins: Math.floor((second % 3600) / 60),
    secs: second % 60,
    timestamp: String(unixSeconds),
  };
}
