/** How someone looks at the page: the window's size, the theme their system prefers, and where they live. */
export type Screen = { width: number; height: number; theme: 'dark' | 'light'; timeZone: string };

export const DESK: Screen = { width: 1280, height: 800, theme: 'dark', timeZone: 'UTC' };
export const PHONE: Screen = { width: 390, height: 844, theme: 'light', timeZone: 'Asia/Tokyo' };

/** What holds at both is tested once, with `describe.each(screens)`. */
export const screens = [DESK, PHONE];
