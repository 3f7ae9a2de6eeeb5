/** How somebody looks at the page: the window's size, the theme their system prefers, and where they live. */
export interface Screen {
  width: number;
  height: number;
  theme: 'dark' | 'light';
  timeZone: string;
}

const desk: Screen = { width: 1280, height: 800, theme: 'dark', timeZone: 'UTC' };
const phone: Screen = { width: 390, height: 844, theme: 'light', timeZone: 'Asia/Tokyo' };

/** A desk in the dark and a phone in the light: what holds at both is tested once, with `describe.each(screens)`. */
export const screens = [desk, phone];

/** Both sizes in both themes. */
export const allScreens: Screen[] = screens.flatMap((screen) =>
  (['dark', 'light'] as const).map((theme) => ({ ...screen, theme })),
);

/** The screen of a test that does not care. */
export const anyScreen = desk;
