import { Locale } from 'discord-api-types/v10';

/** A few of Discord's languages, under the names that Discord's settings give them; the last two have few words from most bots, which shows what happens then. */
export const languages: readonly { locale: Locale; name: string }[] = [
  { locale: Locale.EnglishUS, name: 'English, US' },
  { locale: Locale.EnglishGB, name: 'English, UK' },
  { locale: Locale.German, name: 'Deutsch' },
  { locale: Locale.French, name: 'Français' },
  { locale: Locale.SpanishLATAM, name: 'Español, LATAM' },
];
