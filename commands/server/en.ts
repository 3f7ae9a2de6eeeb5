import { translate } from '../../src/view/language.ts';

export const en = {
  description: "Change this bot's settings for this server",
  auditLog: 'Log the changes that members make through this bot',
  option: 'Channel to post in; leave empty to stop',
  setChannel: 'Post every change made through this bot in a channel; without a channel, stop posting',
  test: (manager: string): string =>
    `${manager} chose this channel. I'll post every change that members make through me in this server. I never post reasons or message texts.`,
  turnedOff: (manager: string): string => `${manager} turned this off: I no longer post changes here.`,
  moved: (manager: string, channel: string): string =>
    `${manager} chose ${channel} instead: I no longer post changes here.`,
  on: (channel: string): string =>
    `Changes made through this bot in this server are now posted in ${channel}. I've posted a test message.`,
  off: 'Changes made through this bot are no longer posted in this server.',
  wasOff: 'Posting was already off. Choose a channel to turn it on.',
  mayNotPost: (channel: string): string =>
    `I'm not allowed to post in ${channel}, so nothing was changed. Give me *View Channel* and *Send Messages* there, or choose another channel.`,
  notSeen: (channel: string): string =>
    `You can't see ${channel}, so nothing was changed. Choose a channel that you can see.`,
  notHere: (channel: string): string =>
    `${channel} isn't a text channel of this server, so nothing was changed. Choose another channel.`,
  managersOnly: 'Only members with the *Manage Server* permission can change this, and only in the server.',
};

export const TEXTS = await translate(en, import.meta.url);
