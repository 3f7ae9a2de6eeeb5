import { type Texts, translate } from '../../src/view/language.ts';

export const en = {
  description: 'Show your skills, by category',
  title: (name: string): string => `${name}'s skills`,
  none: 'No skills yet.',
  columns: 'Level and experience points',
  /** The keys are the game's names. */
  categories: {
    general: 'General',
    space: 'Space',
    ground: 'Ground',
    social: 'Social',
    science: 'Science',
    light: 'Light side',
    dark: 'Dark side',
    neutral: 'Neutral force',
  },
};

export type SkillsTexts = Texts<typeof en>;

export const TEXTS = await translate(en, import.meta.url);
