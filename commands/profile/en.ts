import { type Texts, translate } from '../../src/view/language.ts';

export const en = {
  menu: 'Game profile',
  description: 'Show your character or another one: faction, location, credits',
  share: 'Post it here with a picture: name, race, faction, level; nothing private',
  faction: 'Faction',
  noFaction: 'none',
  factions: 'Also in',
  money: 'Credits',
  location: 'Location',
  race: 'Race',
  gender: 'Gender',
  level: 'Level',
  levelAndXp: (level: string, xp: string): string => `${level} (${xp} XP)`,
  health: 'Health',
  lastLogin: 'Last seen',
  picture: (name: string): string => `${name}'s picture`,
  private: "This profile is private. The game doesn't show more than this.",
  ownPrivate: 'Your profile is private. Others see less than this.',
};

export type ProfileTexts = Texts<typeof en>;

export const TEXTS = await translate(en, import.meta.url);
