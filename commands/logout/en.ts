import { type Texts, translate } from '../../src/view/language.ts';

export const en = {
  description: 'Unlink your game character and erase its tokens',
  ask: (character: string): string => `Log out of ${character}?`,
  whatEnds:
    "- I'll unlink your character, revoke my access to the game and erase your tokens.\n- If changes are in progress, I'll finish the current one and cancel the rest.\n- Your bookmarks and settings stay. </account> erases them too.",
  confirm: 'Log out',
  keep: 'Stay linked',
  kept: "You're still linked.",
  done: "You're unlinked. I've revoked my access to the game and erased your tokens.",
  notRevoked:
    "You're unlinked, and I've erased your tokens. I couldn't revoke my access in the game, so it stays until it expires. You can also revoke it in your account on the game's site.",
  notLinked: "You're not linked.",
};

export type LogoutTexts = Texts<typeof en>;

export const TEXTS = await translate(en, import.meta.url);
