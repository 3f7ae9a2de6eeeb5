import { type Texts, translate } from '../../src/view/language.ts';

export const en = {
  description: 'Unlink your game character and erase its tokens',
  done: "You're unlinked. I've revoked my access to the game and erased your tokens.",
  notRevoked:
    "You're unlinked, and I've erased your tokens. I couldn't revoke my access in the game, so it stays until it expires. You can also revoke it in your account on the game's site.",
  notLinked: "You're not linked.",
};

export type LogoutTexts = Texts<typeof en>;

export const TEXTS = await translate(en, import.meta.url);
