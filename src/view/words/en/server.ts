/** Words of what a server's managers decide, in English. */
export const server = {
  description: 'What this bot does in this server, for its managers',
  audit: 'The trail of changes made through this bot',
  auditChannel: {
    description: 'Post every change made through this bot here in a channel; without a channel, stop posting',
    channel: 'Where to post; leave it out to stop',
    test: (manager: string): string =>
      `${manager} chose this channel: from now on, every change of the game that somebody makes through this bot in this server is posted here. Reasons and the texts of messages never are.`,
    willBePosted: (channel: string): string =>
      `This will be posted in ${channel}, without reasons or the texts of messages.`,
    on: (channel: string): string =>
      `Changes made through this bot in this server are now posted in ${channel}. A first line stands there.`,
    off: 'Changes made through this bot are not posted in this server any more.',
    wasOff:
      'Nothing was posted before, and nothing is now. To begin, name a channel: `/server audit channel channel: #audit`.',
    mayNotPost: (channel: string): string =>
      `I may not post in ${channel}, so nothing was changed. Allow me *View Channel* and *Send Messages* there, or choose another channel.`,
    notHere: (channel: string): string =>
      `${channel} isn't a text channel of this server, so nothing was changed. Choose one that is.`,
    managersOnly: 'Only members with the permission *Manage Server* decide this, and only in the server itself.',
  },
};
