import type { LoginProblemCode } from '../account/loginProblem.ts';
import { type Texts, translate } from '../view/language.ts';

const newLink = 'Go back to Discord and type /login. The bot sends you a new link.';
const sameLink = 'Go back to Discord and open the same link again. After ten minutes, type /login for a new one.';

/** Titles and next steps. Problems that only come up in Discord have no page. */
const problems: Partial<Record<LoginProblemCode, { title: string; next: string }>> = {
  expired: { title: "This login can't continue", next: newLink },
  link_used: {
    title: 'This link no longer works',
    next: "If you're still signing in on another tab, continue there. If not, go back to Discord and type /login. The bot sends you a new link.",
  },
  code_entered: {
    title: 'Continue in Discord',
    next: 'Go back to Discord. The bot asks whether to link this character: press “Link”.',
  },
  already_linked: {
    title: 'This login is complete',
    next: "Go back to Discord and use the bot there. /account shows who is linked, and /login links another character. If you didn't complete this login, type /logout.",
  },
  wrong_browser: {
    title: 'This is another browser',
    next: "Continue where you opened the link. If that was here, this browser didn't keep our cookie: allow cookies for this page, go back to Discord and type /login for a new link.",
  },
  denied: {
    title: 'Nothing was linked',
    next: "If that's what you wanted, you're done. If not, go back to Discord and open the same link again. After ten minutes, type /login for a new one.",
  },
  rejected: { title: 'The login was rejected', next: newLink },
  inactive_client: {
    title: "This bot isn't activated yet",
    next: 'Go back to Discord. Once the bot is activated, type /login there.',
  },
  unavailable: { title: 'Please wait a moment', next: sameLink },
};

export const en = {
  steps: { check: 'Check', approve: 'Approve in the game', code: 'Link in Discord' },
  stepsLabel: 'The three steps of the login',
  title: 'Link your game character',
  linking: "You're about to link a game character to this Discord user:",
  notYou: 'Not you? Close this page. Someone sent you their link.',
  choose: 'Choose what this bot may do',
  everything: 'Everything',
  whatIsAsked:
    "The game will ask you to allow what you check. Once you're linked, the bot does only that, even if you allowed more before. A command that needs more will ask you.",
  movesMoney: "This lets the bot send your credits. Transfers can't be undone.",
  continue: 'Continue to the game',
  whereTo:
    "You sign in on the game's own page, so your password stays with the game. Nothing is linked until you enter a code in Discord.",
  terms: 'Terms of use',
  privacy: 'Privacy',
  codeTitle: 'Now enter the code in Discord',
  codeLabel: 'Code for the Discord user',
  copy: 'Copy the code',
  copied: 'Copied. Now paste it in Discord.',
  selected: 'The code is selected. Copy it with the keyboard or a long press.',
  codeSteps: (character: string): string[] => [
    "Go back to Discord, to the bot's DM. If it couldn't send you one, go to its message in the channel.",
    `Press “Link ${character}”. If you see “Enter the code” instead, press that, and confirm the character afterwards.`,
    'Type or paste the code and submit it.',
  ],
  codeWarning: "Don't share this code. Anyone who enters it can act as your character.",
  mayClose:
    "The code expires ten minutes after the bot sent the link. Once you've entered it, you can close this page.",
  codeIsHere: "You've already signed in with this browser, and your code is still here.",
  showCode: 'Show the code',
  problems,
  otherProblem: { title: "That didn't work", next: newLink },
  notFound: { title: "This page doesn't exist", sentence: 'The address is wrong. Part of the link may be missing.' },
  otherSite: {
    title: "This didn't come from our page",
    sentence: 'Another page tried to start this login, so we stopped it.',
    next: sameLink,
  },
  tooLarge: { title: 'That was too much data', sentence: 'You sent more than this page accepts.' },
  notNow: { title: 'Not available right now', next: sameLink },
  failed: { title: 'Something went wrong' },
};

export type PageTexts = Texts<typeof en>;

export const TEXTS = await translate(en, import.meta.url);
