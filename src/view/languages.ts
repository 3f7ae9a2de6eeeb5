/** The languages that the bot speaks, with Discord's locale for each. */
export const LOCALES = { en: 'en-US', de: 'de' } as const;

export type Language = keyof typeof LOCALES;

export const LANGUAGES = Object.keys(LOCALES) as Language[];
