import type { Translation } from '../../src/discord/declare/command.ts';
import type { en } from './en.ts';
import type { skills } from './skills.ts';

export const de: Translation<typeof en, typeof skills> = {
  names: { skills: 'fähigkeiten' },
  description: 'Deine Fähigkeiten anzeigen, nach Gruppen',
  title: (name) => `Fähigkeiten von ${name}`,
  none: 'Noch keine Fähigkeiten.',
  columns: 'Stufe und Erfahrungspunkte',
  categories: {
    general: 'Allgemein',
    space: 'Weltraum',
    ground: 'Boden',
    social: 'Soziales',
    science: 'Wissenschaft',
    light: 'Helle Seite',
    dark: 'Dunkle Seite',
    neutral: 'Neutrale Macht',
  },
};
