import type { LoginProblemCode } from '../../../account/loginProblem.ts';

const beginAgain = 'Go back to Discord and type /login: the bot sends you a new link.';
const sameLink = 'Go back to Discord and open the same link again; after ten minutes, type /login for a new one.';

/** How a page about a problem is headed, and what to do next. The problem itself stands in `loginProblems`. */
type Ending = { title: string; next: string };

/** Problems that can only come up in Discord have no page. */
const problems: Partial<Record<LoginProblemCode, Ending>> = {
  expired: { title: 'This login cannot go on', next: beginAgain },
  link_used: {
    title: 'A link works only once',
    next: `If the sign-in is still open in another tab, go on there. Otherwise: ${beginAgain}`,
  },
  code_entered: {
    title: 'One press left',
    next: 'Go back to Discord: the bot asks there whether to link this character. Press “Link”.',
  },
  already_linked: {
    title: 'This login is done',
    next: 'Go back to Discord and use the bot there: /account shows who is linked, /login links another character. If it was not you who finished this login, /logout ends it.',
  },
  wrong_browser: {
    title: 'This is another browser',
    next: 'Go on where you opened the link. If that was right here, this browser did not keep our cookie: allow cookies for this page, go back to Discord and type /login for a new link.',
  },
  denied: {
    title: 'Nothing was linked',
    next: 'If you meant it, you are done. If not, go back to Discord and open the same link again; after ten minutes, type /login for a new one.',
  },
  rejected: { title: 'The login was refused', next: beginAgain },
  inactive_client: {
    title: 'This bot isn’t activated yet',
    next: 'Go back to Discord. Once the bot is activated, type /login there.',
  },
  unavailable: { title: 'Please wait a little', next: sameLink },
};

/** Words of the pages in the browser, in English. */
export const pages = {
  stepsLabel: 'The three steps of the login',
  steps: { check: 'Check', allow: 'Allow in the game', code: 'Enter the code' },
  title: 'Link your game character',
  linking: 'You are about to link a game character to this Discord user:',
  notYou: 'Is this not you? Then close this page: somebody sent you their own link.',
  asked: 'The game will ask whether this bot may',
  movesMoney: 'This moves money: what has been sent cannot be taken back.',
  onward: 'Go on to the game',
  whereTo:
    'There you sign in on the game’s own page, so your password stays with the game. Nothing is linked before you enter a code in Discord.',
  codeTitle: 'One step left: enter the code',
  codeLabel: 'Code for the Discord user',
  copy: 'Copy the code',
  copied: 'Copied. Now paste it in Discord.',
  selected: 'The code is selected. Copy it with the keyboard, or press on it for long.',
  codeSteps: (button: string): string[] => [
    'Go back to Discord, to the message in which the bot sent you the link.',
    `Press “${button}” under it.`,
    'Type or paste the code and send it.',
  ],
  codeWarning: 'Give the code to nobody: whoever enters it plays with your character.',
  mayClose: 'It works until ten minutes after the bot sent the link. Afterwards you can close this page.',
  codeIsHere: 'You signed in with this browser already, and your code is still here.',
  showCode: 'Show the code',
  problems,
  otherProblem: { title: 'This did not work', next: beginAgain },
  notFound: { title: 'There is no such page', sentence: 'The address is wrong: perhaps a part of the link got lost.' },
  otherSite: {
    title: 'This didn’t come from our page',
    sentence: 'Another page tried to start this login, so nothing was done.',
    next: sameLink,
  },
  tooLarge: { title: 'That was too much', sentence: 'That was more than this page takes.' },
  notNow: { title: 'Not possible right now', next: sameLink },
  failed: { title: 'Something went wrong' },
};
