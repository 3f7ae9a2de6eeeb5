import * as spec from 'discord-api-spec/zod';
import { type APIMessage, MessageType } from 'discord-api-types/v10';
import * as z from 'zod/mini';
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
import { noContent, param, type RestAnswer, type RestCall, type Route, route, type Services } from './route.ts';

const { snowflake } = queryFields;

const messagePath = '/channels/:channel/messages/:message';

/** Channels and their messages ("Channel Resource", "Message Resource"). Ephemeral messages don't exist here. */
export const channelRoutes: Route[] = [
  route(
    'GET /channels/:channel',
    z.union([spec.GuildChannelResponseSchema, spec.PrivateChannelResponseSchema]),
    (services, call) => ({ body: toApiChannel(services.world, channelOf(services, call)) }),
  ),
  route(
    'GET /channels/:channel/messages',
    z.array(spec.MessageResponseSchema),
    (services, call) => {
      const stored = services.board.list(channelOf(services, call).id, null);
      return { body: pageOf(stored, call.query).map((one) => shownToBot(services, one)) };
    },
    { query: { limit: queryFields.integer(1, 100), around: snowflake, before: snowflake, after: snowflake } },
  ),
  route('POST /channels/:channel/messages', spec.MessageResponseSchema, postMessage, { takesFiles: true }),
  route(`GET ${messagePath}`, spec.MessageResponseSchema, (services, call) => ({
    body: shownToBot(services, messageOf(services, call)),
  })),
  route(
    `PATCH ${messagePath}`,
    spec.MessageResponseSchema,
    (services, call) => {
      const stored = messageOf(services, call);
      if (stored.message.author.id !== services.world.bot.user.id) throw problems.othersMessage();
      const fields = editFields(services, stored, 'channelEdit', call.body, call.uploads);
      return { body: services.board.edit(stored, fields).message };
    },
    { takesFiles: true },
  ),
  route(`DELETE ${messagePath}`, null, (services, call) => {
    const stored = messageOf(services, call);
    if (stored.message.author.id !== services.world.bot.user.id) throw problems.missingPermissions();
    services.board.remove(stored);
    return noContent;
  }),
  route('POST /channels/:channel/typing', null, (services, call) => {
    channelOf(services, call);
    return noContent;
  }),
];

function shownToBot({ world }: Services, { message, channel }: StoredMessage): APIMessage {
  return withoutContent(world, channel.kind, message);
}

/**
 * The messages that are asked for, newest first ("Get Channel Messages": 50 by default). How many are on which side of `around` isn't
 * written there.
 *
 * @throws DiscordProblem 50035 if they are asked for in two ways
 */
function pageOf(oldestFirst: readonly StoredMessage[], { limit = 50, ...place }: Query): StoredMessage[] {
  const [[way, id] = [], second] = Object.entries(place);
  if (second)
    throw problems.invalidBody([{ path: [second[0]], message: 'Only one of around, before and after may be passed' }]);
  const count = Number(limit);
  const compare = ({ message }: StoredMessage) => compareSnowflakes(message.id, String(id));
  const older = oldestFirst.filter((one) => compare(one) < 0);
  const others = oldestFirst.filter((one) => compare(one) >= 0);
  const half = Math.floor(count / 2);
  const picked = {
    before: () => older.slice(-count),
    after: () => others.filter((one) => compare(one) > 0).slice(0, count),
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

function postMessage(services: Services, call: RestCall): RestAnswer {
  const { world, board } = services;
  const channel = channelOf(services, call);
  const body = checkMessage('channelCreate', call.body, { files: call.uploads });
  const reader = channel.participants.find((id) => id !== world.bot.user.id);
  const refusal = reader && world.account(reader).dmRefusal;
  if (refusal) throw problems.dmRefused(refusal.code);
  // The server has none.
  if (body.sticker_ids?.length) throw problems.invalidSticker();
  const same = body.enforce_nonce ? findByNonce(services, channel, body.nonce) : undefined;
  if (same) return { body: same.message };
  const repliedTo = replyTarget(services, channel, body);
  const fields = composeMessage(services, world.bot, channel, body, call.uploads, undefined, repliedTo?.message.author);
  const { message } = board.post(world.bot, channel, {
    ...fields,
    flags: body.flags ?? 0,
    tts: body.tts ?? false,
    ...(body.nonce != null && { nonce: body.nonce }),
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

/** "Create Message", `enforce_nonce`: the bot's message with this nonce. "The past few minutes" are all of them here. */
function findByNonce(
  { world, board }: Services,
  channel: Channel,
  nonce: MessageBody['nonce'],
): StoredMessage | undefined {
  const isSame = ({ message }: StoredMessage) => message.author.id === world.bot.user.id && message.nonce === nonce;
  return nonce == null ? undefined : board.list(channel.id, null).find(isSame);
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
