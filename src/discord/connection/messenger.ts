import { type APIChannel, ChannelType, DiscordAPIError, type REST, Routes } from 'discord.js';
import type { Logger } from '../../log.ts';
import type { MessageView } from '../../view/message.ts';
import type { Responded, Responses } from './responses.ts';

/** Messages outside the current interaction. */
export function createMessenger(rest: REST, responses: Responses, log: Logger) {
  return {
    /** Sends a direct message. Returns its URL, or logs the failure. Never rejects. */
    async sendDirectMessage(userId: string, view: MessageView, isSilent = false): Promise<URL | undefined> {
      try {
        const body = { recipient_id: userId };
        const { id: channelId } = (await rest.post(Routes.userChannels(), { body })) as APIChannel;
        const { id } = await responses.send(channelId, view, userId, undefined, isSilent);
        return new URL(`https://discord.com/channels/@me/${channelId}/${id}`);
      } catch (error) {
        const code = error instanceof DiscordAPIError ? error.code : undefined;
        // Logs only the reason: the error contains the message, which may contain a login link.
        const reason = error instanceof Error ? error.message : String(error);
        log[code === undefined ? 'warn' : 'info']({ code, reason, userId }, 'could not send a direct message');
        return undefined;
      }
    },
    /** Edits one of the bot's messages; false if Discord refuses, e.g. because it was deleted. */
    editMessage(url: URL, userId: string, view: MessageView, signal?: AbortSignal): Promise<boolean> {
      const [channelId = '', id = ''] = url.pathname.split('/').slice(-2);
      return isAccepted(responses.editMessage(channelId, id, view, userId, signal));
    },
    /** Posts in a channel. Throws Discord's error. */
    sendToChannel: (channelId: string, view: MessageView, nonce?: string) =>
      responses.send(channelId, view, undefined, nonce),
    /** Edits an interaction's response; false if Discord refuses, e.g. an expired token. */
    editResponse: (interaction: Responded, view: MessageView, signal?: AbortSignal) =>
      isAccepted(responses.edit(interaction, view, signal)),
    /** Sends another private message about an interaction; false as for {@link editResponse}. */
    followUp: (interaction: Responded, view: MessageView) => isAccepted(responses.followUp(interaction, view)),
    /** The server of a text channel; undefined for anything else. Throws Discord's error. */
    async serverOfChannel(channelId: string): Promise<string | undefined> {
      if (!/^\d{17,20}$/.test(channelId)) return undefined;
      const channel = (await rest.get(Routes.channel(channelId))) as APIChannel;
      return channel.type === ChannelType.GuildText ? channel.guild_id : undefined;
    },
  };
}

/** False if Discord refuses. Throws any other error. */
async function isAccepted(answering: Promise<unknown>): Promise<boolean> {
  try {
    await answering;
    return true;
  } catch (error) {
    if (error instanceof DiscordAPIError && error.status < 500) return false;
    throw error;
  }
}
