import { GuildChannelResponseSchema, MessageResponseSchema, PrivateChannelResponseSchema } from 'discord-api-spec/zod';
import { type APIMessage, MessageFlags, MessageType } from 'discord-api-types/v10';
import { array, union } from 'zod/mini';
import { composeMessage } from '../compose.ts';
import { withoutContent } from '../gateway/feed.ts';
import { editFields } from '../interactions/body.ts';
import type { StoredMessage } from '../messages.ts';
import { problems } from '../problem.ts';
import { compareSnowflakes } from '../snowflake.ts';
import { checkMessage, type MessageBody } from '../validation/messageRules.ts';
import type { Channel } from '../world.ts';
import { toApiChannel } from '../worldPayload.ts';
import { type Query, queryFields } from './address.ts';
import { noContent, nothingAnswered, param, type RestCall, type Route, type Services } from './route.ts';

const messagePath = '/channels/:channel/messages/:message';

/** Channels and their messages (documentation, "Channel" and "Message"). Ephemeral messages do not exist here. */
export const channelRoutes: Route[] = [
  {
    method: 'GET',
    path: '/channels/:channel',
    auth: 'bot',
    answer: union([GuildChannelResponseSchema, PrivateChannelResponseSchema]),
    run: (services, call) => ({ body: toApiChannel(services.world, channelOf(services, call)) }),
  },
  {
    method: 'GET',
    path: '/channels/:channel/messages',
    auth: 'bot',
    query: {
      limit: queryFields.integer(1, 100),
      around: queryFields.snowflake,
      before: queryFields.snowflake,
      after: queryFields.snowflake,
    },
    answer: array(MessageResponseSchema),
    run(services, call) {
      const channel = channelOf(services, call);
      const all = services.board.list(channel.id, null).map(({ message }) => message);
      return {
        body: pageOf(all, call.query).map((message) =>
          services.seesContent ? message : withoutContent(services.world, channel.kind, message),
        ),
      };
    },
  },
  {
    method: 'POST',
    path: '/channels/:channel/messages',
    auth: 'bot',
    takesFiles: true,
    answer: MessageResponseSchema,
    run: postMessage,
  },
  {
    method: 'GET',
    path: messagePath,
    auth: 'bot',
    answer: MessageResponseSchema,
    run(services, call) {
      const { message, channel } = messageOf(services, call);
      return { body: services.seesContent ? message : withoutContent(services.world, channel.kind, message) };
    },
  },
  {
    method: 'PATCH',
    path: messagePath,
    auth: 'bot',
    takesFiles: true,
    answer: MessageResponseSchema,
    run(services, call) {
      const stored = messageOf(services, call);
      if (stored.message.author.id !== services.world.bot.user.id) throw problems.othersMessage();
      const fields = editFields(services, stored, 'channelEdit', call.body, call.uploads);
      return { body: services.board.edit(stored, fields).message };
    },
  },
  {
    method: 'DELETE',
    path: messagePath,
    auth: 'bot',
    answer: nothingAnswered,
    run(services, call) {
      const stored = messageOf(services, call);
      if (stored.message.author.id !== services.world.bot.user.id) throw problems.missingPermissions();
      services.board.remove(stored);
      return noContent;
    },
  },
  {
    method: 'POST',
    path: '/channels/:channel/typing',
    auth: 'bot',
    answer: nothingAnswered,
    run(services, call) {
      channelOf(services, call);
      return noContent;
    },
  },
];

/**
 * The messages that are asked for, newest first: Message Resource, "Get Channel Messages", 50 unless said. How many stand on which side of `around` is
 * not written there.
 *
 * @throws DiscordProblem 50035 where it is asked in two ways
 */
function pageOf(oldestFirst: readonly APIMessage[], { limit = 50, ...place }: Query): APIMessage[] {
  const [[way, id] = [], second] = Object.entries(place);
  if (second)
    throw problems.invalidBody([{ path: [second[0]], message: 'Only one of around, before and after may be passed' }]);
  const count = Number(limit);
  const isOlder = (message: APIMessage) => compareSnowflakes(message.id, String(id)) < 0;
  const older = oldestFirst.filter(isOlder);
  const others = oldestFirst.filter((message) => !isOlder(message));
  const after = others.filter((message) => message.id !== id);
  const half = Math.floor(count / 2);
  const picked = {
    before: () => older.slice(-count),
    after: () => after.slice(0, count),
    around: () => [...(half > 0 ? older.slice(-half) : []), ...others].slice(0, count),
    '': () => oldestFirst.slice(-count),
  }[way ?? ''];
  return (picked?.() ?? []).toReversed();
}

function channelOf({ world }: Services, call: RestCall): Channel {
  return world.channelFor(world.bot.user.id, param(call, 'channel'));
}

function messageOf(services: Services, call: RestCall): StoredMessage {
  return services.board.find(channelOf(services, call).id, param(call, 'message'), null);
}

function postMessage(services: Services, call: RestCall) {
  const { world, board } = services;
  const channel = channelOf(services, call);
  const body = checkMessage('channelCreate', call.body, { files: call.uploads });
  const reader = channel.participants.find((id) => id !== world.bot.user.id);
  const refusal = reader && world.account(reader).dmRefusal;
  if (refusal) throw problems.dmRefused(refusal.code);
  // The server has none.
  if (body.sticker_ids?.length) throw problems.invalidSticker();
  const same = body.enforce_nonce ? findByNonce(services, channel, body.nonce) : undefined;
  if (same) return { body: same };
  const repliedTo = replyTarget(services, channel, body);
  const fields = composeMessage(services, world.bot, channel, body, call.uploads, undefined, repliedTo?.message.author);
  const { message } = board.post(world.bot, channel, {
    ...fields,
    flags: (body.flags ?? 0) & ~MessageFlags.Ephemeral,
    tts: body.tts ?? false,
    ...(body.nonce !== undefined && body.nonce !== null && { nonce: body.nonce }),
    ...(repliedTo && {
      type: MessageType.Reply,
      message_reference: {
        type: 0,
        message_id: repliedTo.message.id,
        channel_id: channel.id,
        ...(channel.kind === 'text' && { guild_id: world.guild.id }),
      },
      referenced_message: repliedTo.message,
    }),
  });
  return { body: message };
}

/** Message Resource, "Create Message", `enforce_nonce`: the bot's message with this nonce. "The past few minutes" are all of them here. */
function findByNonce(
  { world, board }: Services,
  channel: Channel,
  nonce: MessageBody['nonce'],
): APIMessage | undefined {
  return board
    .list(channel.id, null)
    .find(({ message }) => message.author.id === world.bot.user.id && nonce != null && message.nonce === nonce)
    ?.message;
}

function replyTarget({ board }: Services, channel: Channel, body: MessageBody): StoredMessage | undefined {
  const reference = body.message_reference;
  if (!reference) return undefined;
  try {
    return board.find(channel.id, reference.message_id, null);
  } catch {
    if (reference.fail_if_not_exists === false) return undefined;
    throw problems.invalidBody([{ path: ['message_reference'], message: 'Unknown message' }]);
  }
}
