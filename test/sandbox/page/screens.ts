/** A person's window size, preferred theme and time zone. */
export type Screen = { width: number; height: number; theme: 'dark' | 'light'; timeZone: string };

export const DESK: Screen = { width: 1280, height: 800, theme: 'dark', timeZone: 'UTC' };
export const PHONE: Screen = { width: 390, height: 844, theme: 'light', timeZone: 'Asia/Tokyo' };

/** For tests that apply to both: `describe.each(screens)`. */
export const screens = [DESK, PHONE];
