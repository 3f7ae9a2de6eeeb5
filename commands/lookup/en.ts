import { type Texts, translate } from '../../src/view/language.ts';

export const en = {
  description: 'Find a character by handle; works without a login',
  handle: "The character's name in the game",
  found: (handle: string): string => `**${handle}** is a character in the game.`,
};

export type LookupTexts = Texts<typeof en>;

export const TEXTS = await translate(en, import.meta.url);
