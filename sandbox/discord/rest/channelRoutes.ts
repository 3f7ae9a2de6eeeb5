import * as spec from 'discord-api-spec/zod';
import * as z from 'zod/mini';
import { composeMessage } from '../compose.ts';
import { editFields } from '../interactions/body.ts';
import { problems } from '../problem.ts';
import { checkMessage } from '../validation/messageRules.ts';
import type { Channel } from '../world.ts';
import { toApiChannel } from '../worldPayload.ts';
import { param, type RestCall, type RestResponse, type Route, route, type Services } from './route.ts';

/** Channels and their messages ("Channel", "Message"). Ephemeral messages don't exist here. */
export const CHANNEL_ROUTES: Route[] = [
  route(
    'GET /channels/:channel',
    z.union([spec.GuildChannelResponseSchema, spec.PrivateChannelResponseSchema]),
    (services, call) => ({ body: toApiChannel(services.world, channelOf(services, call)) }),
  ),
  route('POST /channels/:channel/messages', spec.MessageResponseSchema, postMessage, { takesFiles: true }),
  route(
    'PATCH /channels/:channel/messages/:message',
    spec.MessageResponseSchema,
    (services, call) => {
      const { board, world } = services;
      const stored = board.find(channelOf(services, call).id, param(call, 'message'), null);
      if (stored.message.author.id !== world.bot.user.id) throw problems.othersMessage();
      const fields = editFields(services, stored, 'channelEdit', call.body, call.uploads);
      return { body: board.edit(stored, fields).message };
    },
    { takesFiles: true },
  ),
];

function channelOf({ world }: Services, call: RestCall): Channel {
  return world.channelFor(world.bot.user.id, param(call, 'channel'));
}

function postMessage(services: Services, call: RestCall): RestResponse {
  const { world, board } = services;
  const bot = world.bot.user.id;
  const channel = channelOf(services, call);
  const body = checkMessage('channelCreate', call.body, { files: call.uploads });
  const reader = channel.participants.find((id) => id !== bot);
  const refusal = reader && world.account(reader).dmRefusal;
  if (refusal) throw problems.dmRefused(refusal.code);
  const { nonce, flags, tts } = body;
  if (nonce != null && body.enforce_nonce) {
    // Discord looks back "a few minutes", the stand-in at everything ("Create Message").
    const all = board.list(channel.id, null);
    const same = all.find(({ message }) => message.author.id === bot && message.nonce === nonce);
    if (same) return { body: same.message };
  }
  const fields = composeMessage(services, world.bot, channel, body, call.uploads);
  const more = { flags: flags ?? 0, tts: tts ?? false, ...(nonce != null && { nonce }) };
  return { body: board.post(world.bot, channel, { ...fields, ...more }).message };
}
