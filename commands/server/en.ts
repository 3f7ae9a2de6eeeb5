import { translate } from '../../src/view/language.ts';

export const en = {
  description: "Change this bot's settings for this server",
  auditLog: 'Log the changes that members make through this bot',
  log: {
    description: 'Show the changes posted here in the last 95 days, and save them as CSV',
    who: 'Who made the change: a handle, a UID or a mention',
    whom: 'Whom it affected: a handle or a UID',
    what: 'An action, a privilege or an amount, such as “revoked” or “pilot_ships”',
    since: 'Only changes since a day (UTC), such as 2026-11-05, Nov 5 or 7 days',
    count: (count: number): string => `Found ${count === 1 ? '1 change' : `${count} changes`}. The file has each one.`,
    ...{ title: 'Changes', nothing: 'Nothing found in the last 95 days.', erased: 'an erased account' },
    elsewhere: (channel: string): string =>
      `Changes in this server are posted in ${channel}. If you can read it, use this command there.`,
    off: "Changes in this server aren't posted, so they aren't logged either. Members who can manage the server can choose a channel with </server audit channel>.",
    columns: ['when', 'who', 'UID (who)', 'Discord user (who)'],
  },
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
