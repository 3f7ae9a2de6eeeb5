import type { KeptData, ServerData } from '../../store/declared.ts';
import { type Texts, translate } from '../../view/language.ts';

export const en = {
  operator: (contact: string | undefined): string =>
    contact ? `This bot is run by: ${contact}.` : "This bot's owner is named in its profile in Discord.",

  home: {
    title: 'A bot for Discord',
    sentence:
      'Commlink lets players use a space game from Discord. Its commands are there; this site only links game characters, with /login.',
  },

  terms: {
    title: 'Terms of use',
    rules: [
      'You use this bot free of charge and at your own risk. It may fail, change or end at any time.',
      'You act in the game through this bot. What you confirm here counts as your own action there, and the rules of the game and of Discord apply to it.',
      "Transfers and messages can't be undone. If the bot doesn't know whether something worked, it says so: check in the game before you try again.",
      "Link only your own character, and don't share login codes. The bot never asks for your password.",
      'You can stop at any time with /logout. We may block anyone who abuses the bot, harms the game or harasses other people.',
      "This bot isn't affiliated with Discord or the game's developers.",
    ],
  },

  privacy: {
    title: 'Privacy',
    intro:
      'This is everything this bot stores about you. Where it says “encrypted”, only the type, IDs and times are readable. /account erases all of it.',
    keptFor: (time: string): string => `Kept for at most ${time}.`,
    keptUntilErased: 'Kept until you erase it.',
    linkKept: (days: number | undefined): string =>
      days === undefined
        ? 'Kept until you log out.'
        : `Kept until you log out or haven't used the bot for ${days} days.`,
    kinds: {
      link: "Your Discord user ID, your character's name and ID, the permissions you gave, when you linked it and last used the bot, your language, and the game's tokens; encrypted. Used to act for you in the game.",
      writes:
        'Transfers, messages and privilege changes that you confirmed, with your Discord name and language; encrypted. Used so that nothing is sent twice, and to tell you the outcome even after a failure.',
      changes:
        'Your last 200 changes in the game: when, whom they affected, the amount or privilege, your reason and the server, but no message texts. Lets you see in /account what was done in your name. For 95 days, also which of your characters made changes in servers that post them.',
      logins:
        'Logins in progress: your Discord ID, names, language, permissions, character, tokens and the location of the login message; encrypted. Used to link the right character with the right person.',
      commands:
        'Data behind the buttons under your messages, such as a transfer to confirm, and what you typed for a command that failed; encrypted. Makes a button work once, and for you only.',
      suggestions:
        'Names of characters, factions and privileges, and message subjects, that you saw recently. Used to suggest them as you type.',
      erasure: 'When you last erased everything, for two days. Used so that nothing from before is stored again.',
      visits: 'When you last looked at your messages. Used to mark the new ones.',
      bookmarks: 'Places that you bookmarked; encrypted. Used to show them to you.',
      creditLog:
        'Your credit log as you last saw it; encrypted, except for when it last changed. Used to turn its pages.',
      payLists:
        'Pay lists that you saved, with your answers about how to read them; encrypted. Used to preview them again.',
      lookups:
        'Names and IDs of characters that your commands looked up; encrypted. They cost no request the next time.',
      requests:
        "Whom you asked for credits and what they've paid, for 60 days; encrypted. They see it, so that they can pay.",
      discoverable: 'Whether others may look up your character. Only stored if you turned it on.',
      trail:
        'In servers that post changes in a channel, what members changed: when, who, whom it affected, and the amount or privilege. People who can see that channel can look it up there. If you erase everything, it names “an erased account” instead of you.',
      roster:
        "In servers with a roster: the public UID and handle of a faction's members, their rank and absence, and what officers read in the game about them, for 35 days: profile, last login, privileges. Officers of that faction see it; you see yours with /roster me, and can delete what was read.",
    } satisfies Record<KeptData | ServerData, string>,
    ofServers: 'This is kept for servers, encrypted. /account leaves it there, except for what it says here:',
    choose: 'When you log in, you choose what the bot may do:',
    more: [
      "For an hour, the bot counts your requests to the game under a code that doesn't identify you.",
      'Log entries about you have your Discord user ID, but nothing that you type, and no tokens. The owner decides how long logs and backups are kept.',
      'The game sees what you do in it through the bot. Discord sees the messages that the bot sends.',
      'Server managers can have the changes made there posted in a channel. The bot says so before you confirm.',
      'No one else gets anything. There are no ads and no tracking.',
      'In Discord, /account lists and exports all of this, except tokens and other secrets. It also erases everything at once. /logout revokes the access to the game.',
    ],
  },
};

export type LegalTexts = Texts<typeof en>;

export const TEXTS = await translate(en, import.meta.url);
