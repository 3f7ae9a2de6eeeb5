import type { Translation } from '../../src/discord/declare/command.ts';
import type { en } from './en.ts';
import type { profile } from './profile.ts';

export const de: Translation<typeof en, typeof profile> = {
  names: { profile: 'profil', share: 'teilen' },
  menu: 'Spielprofil',
  description: 'Deinen oder einen anderen Charakter anzeigen: Fraktion, Aufenthaltsort, Credits',
  share: 'Für alle hier, mit Bild: Name, Spezies, Fraktion, Stufe; nichts Privates',
  faction: 'Fraktion',
  noFaction: 'keine',
  factions: 'Auch in',
  money: 'Credits',
  location: 'Aufenthaltsort',
  race: 'Spezies',
  gender: 'Geschlecht',
  level: 'Stufe',
  levelAndXp: (level, xp) => `${level} (${xp} EP)`,
  health: 'Gesundheit',
  lastLogin: 'Zuletzt gesehen',
  picture: (name) => `Bild von ${name}`,
  private: 'Dieses Profil ist privat. Mehr zeigt das Spiel nicht.',
  ownPrivate: 'Dein Profil ist privat. Andere sehen weniger als du.',
};
