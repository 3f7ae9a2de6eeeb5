import { DiscordAPIError } from 'discord.js';
import { Mistake, noticeView } from '../src/view/errorView.ts';
import { group, subcommand } from './declare.ts';

/** Discord's codes for a channel that the bot does not see, may not write in, or that is gone. */
const MAY_NOT_POST = new Set<number | string>([50_001, 50_013, 10_003]);

export const server = group({
  name: 'server',
  description: ({ server }) => server.description,
  forManagers: true,
  subcommands: {
    audit: {
      description: ({ server }) => server.audit,
      subcommands: {
        channel: subcommand({
          description: ({ server }) => server.auditChannel.description,
          options: { channel: { kind: 'channel', description: ({ server }) => server.auditChannel.channel } },
          run: async ({ options: { channel }, server, person, words, services }) => {
            const { audit, sendToChannel, serverOfChannel } = services;
            // Discord lets a server's owner open any command to everybody.
            if (!server?.mayManage) throw new Mistake((words) => words.server.auditChannel.managersOnly);
            const { auditChannel } = words.server;
            if (channel === undefined) {
              const wasOn = (await audit.channelOf(server.id)) !== undefined;
              await audit.setChannel(server.id, undefined);
              return noticeView(wasOn ? auditChannel.off : auditChannel.wasOff);
            }
            const mention = `<#${channel}>`;
            const explain = (error: unknown): never => {
              const isForbidden = error instanceof DiscordAPIError && MAY_NOT_POST.has(error.code);
              throw isForbidden ? new Mistake((words) => words.server.auditChannel.mayNotPost(mention)) : error;
            };
            // The id comes from the person's client, which can be made to send any.
            if ((await serverOfChannel(channel).catch(explain)) !== server.id)
              throw new Mistake((words) => words.server.auditChannel.notHere(mention));
            await sendToChannel(channel, noticeView(auditChannel.test(person.mention))).catch(explain);
            await audit.setChannel(server.id, channel);
            return noticeView(auditChannel.on(mention), 'good');
          },
        }),
      },
    },
  },
});
