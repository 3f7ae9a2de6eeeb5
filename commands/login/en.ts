import { type Texts, translate } from '../../src/view/language.ts';

export const en = {
  description: 'Link your game character to your Discord account',
  optionPermissions: 'What I can do for you',
  choices: {
    lookAround: 'Look around',
    messages: 'Send and delete messages',
    credits: 'Send credits',
    privileges: 'Manage faction privileges',
    everything: 'Everything',
  },

  continueInDm: (url: string): string => `I've sent you a DM. Open the login page, then [continue in the DM](${url}).`,
  dmsClosed: "I couldn't DM you, so here it is. Only you can see this.",
  title: 'Link your game character',
  addTitle: (character: string): string => `Add permissions for ${character}`,
  explanation: (until: string): string =>
    `Open the login page, choose what I may do, sign in to the game and approve access. You'll get a 6-digit code. Enter it here before ${until}.`,
  warning: 'The link and the code are for you only. No person will ever ask you for them.',
  signedIn: (character: string): string => `Signed in as **${character}**`,
  signedInText: (until: string): string =>
    `Your commands will run as this character. To link it, press the button and enter the 6-digit code from the login page before ${until}.`,
  link: (character: string): string => `Link ${character}`,
  notYou: 'Not you? Press Cancel. Someone else signed in with your link.',
  openPage: 'Open the login page',
  enterCode: 'Enter the code',
  codeLabel: 'The 6 digits on the login page',

  confirmTitle: (character: string, user: string): string => `Link **${character}** to ${user}?`,
  confirmText: 'Your commands will run as this character. </logout> unlinks you at any time.',
  confirm: 'Link',
  canceled: 'Login canceled. Nothing was linked.',
  linked: (character: string): string => `You're linked as **${character}**.`,
  next: 'Try </profile>, </credits balance> or </galaxy systems>. </logout> unlinks you.',
  pending: 'You can run your command now.',
  runAgain: 'Run it now',
  nothingMissing: (character: string): string =>
    `You're linked as **${character}**, and I already have all of these permissions.`,
  askAnyway: 'Ask again anyway',
  howToChange:
    'Select what I may do. What you deselect ends right away, and pauses changes that need it. You confirm additions in the game.',
  nothingMore: 'Nothing more',
  noLonger: "From now on, I won't",
  stillGranted: "The game may still allow more, but I won't use it. </logout> takes everything back in the game too.",
  idle: (character: string, until: string): string =>
    `You haven't used me in a long time. To stay linked as **${character}**, run any command before ${until}. After that, I'll unlink you and revoke my access.`,
  lost: "I renewed your login but couldn't save it because my database is unavailable. Please log in again.",
};

export type LoginTexts = Texts<typeof en>;

export const TEXTS = await translate(en, import.meta.url);
