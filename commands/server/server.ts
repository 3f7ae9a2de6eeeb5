import { DiscordAPIError } from 'discord.js';
import { commandsIn } from '../../src/discord/declare/command.ts';
import type { Services } from '../../src/discord/declare/context.ts';
import { noticeView, UserError } from '../../src/view/errorView.ts';
import { auditLog } from './auditLog.ts';
import { TEXTS } from './en.ts';

const { group, subcommand } = commandsIn(TEXTS);

/** Discord's codes for a channel that the bot can't see or write in, or that is gone. */
const MAY_NOT_POST = new Set<number | string>([50_001, 50_013, 10_003]);

export const server = group({
  name: 'server',
  description: ({ description }) => description,
  isForServers: true,
  subcommands: {
    audit: {
      description: ({ auditLog }) => auditLog,
      subcommands: {
        channel: subcommand({
          forManagers: true,
          description: ({ setChannel }) => setChannel,
          options: { channel: { kind: 'channel', description: ({ option }) => option } },
          run: async ({ options: { channel }, server, person, maySee, texts, services }) => {
            const { sendToChannel, serverOfChannel } = services;
            if (!server?.mayManage) throw new UserError(texts.managersOnly);
            if (channel === undefined) {
              const wasOn = await setChannel(services, server.id, undefined, texts.turnedOff(person.mention));
              return noticeView(wasOn ? texts.off : texts.wasOff);
            }
            const mention = `<#${channel}>`;
            // A test message mustn't go to a channel that the person can't see.
            if (!maySee(channel)) throw new UserError(texts.notSeen(mention));
            const explain = (error: unknown): never => {
              const isForbidden = error instanceof DiscordAPIError && MAY_NOT_POST.has(error.code);
              throw isForbidden ? new UserError(texts.mayNotPost(mention)) : error;
            };
            // A modified client can send any id.
            if ((await serverOfChannel(channel).catch(explain)) !== server.id)
              throw new UserError(texts.notHere(mention));
            await sendToChannel(channel, noticeView(texts.test(person.mention))).catch(explain);
            await setChannel(services, server.id, channel, texts.moved(person.mention, mention));
            return noticeView(texts.on(mention), 'good');
          },
        }),
        log: auditLog,
      },
    },
  },
});

/** Tells the old channel, too, if possible. Returns whether there was one. */
async function setChannel(
  { audit, sendToChannel }: Pick<Services, 'audit' | 'sendToChannel'>,
  serverId: string,
  channel: string | undefined,
  sentence: string,
): Promise<boolean> {
  const old = await audit.channelOf(serverId);
  await audit.setChannel(serverId, channel);
  if (old !== undefined && old !== channel) await sendToChannel(old, noticeView(sentence, 'warning')).catch(() => {});
  return old !== undefined;
}
