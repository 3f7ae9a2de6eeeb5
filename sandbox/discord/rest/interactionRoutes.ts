import * as spec from 'discord-api-spec/zod';
import { InteractionResponseType, MessageFlags } from 'discord-api-types/v10';
import * as z from 'zod/mini';
import type { InteractionRecord } from '../interactions/interaction.ts';
import { queryFields } from './address.ts';
import { noContent, param, type RestCall, type Route, route, type Services } from './route.ts';

const { boolean, snowflake } = queryFields;
const webhook = '/webhooks/:webhook/:token';
const message = `${webhook}/messages/:message` as const;

/** Responses to interactions and their messages ("Receiving and Responding to Interactions"). The token is the permission. */
export const interactionRoutes: Route[] = [
  route(
    'POST /interactions/:interaction/:token/callback',
    z.nullable(spec.InteractionCallbackResponseSchema),
    ({ interactions, world }, call) => {
      const id = param(call, 'interaction');
      const record = interactions.acknowledge(id, param(call, 'token'), call.body, call.uploads);
      return call.query['with_response'] ? { body: toCallbackResult(record, world.guild.id) } : noContent;
    },
    { auth: 'none', takesFiles: true, query: { with_response: boolean } },
  ),
  route(
    `POST ${webhook}`,
    spec.MessageResponseSchema,
    (services, call) => ({
      body: services.interactions.followUp(recordOf(services, call), call.body, call.uploads).message,
    }),
    { auth: 'none', takesFiles: true, query: { wait: boolean, thread_id: snowflake, with_components: boolean } },
  ),
  route(
    `GET ${message}`,
    spec.MessageResponseSchema,
    (services, call) => ({
      body: services.interactions.message(recordOf(services, call), param(call, 'message')).message,
    }),
    { auth: 'none', query: { thread_id: snowflake } },
  ),
  route(
    `PATCH ${message}`,
    spec.MessageResponseSchema,
    (services, call) => {
      const record = recordOf(services, call);
      return { body: services.interactions.edit(record, param(call, 'message'), call.body, call.uploads).message };
    },
    { auth: 'none', takesFiles: true, query: { thread_id: snowflake, with_components: boolean } },
  ),
  route(
    `DELETE ${message}`,
    null,
    (services, call) => {
      services.interactions.remove(recordOf(services, call), param(call, 'message'));
      return noContent;
    },
    { auth: 'none', query: { thread_id: snowflake } },
  ),
];

function recordOf({ interactions }: Services, call: RestCall): InteractionRecord {
  return interactions.webhook(param(call, 'webhook'), param(call, 'token'));
}

/** The "interaction callback response" of `with_response=true`. */
function toCallbackResult(record: InteractionRecord, guildId: string): unknown {
  const message = record.original?.message;
  const flags = message?.flags ?? 0;
  const carriesMessage =
    record.acknowledgedBy === InteractionResponseType.ChannelMessageWithSource ||
    record.acknowledgedBy === InteractionResponseType.UpdateMessage;
  return {
    interaction: {
      id: record.id,
      type: record.type,
      ...(message && {
        response_message_id: message.id,
        response_message_loading: (flags & MessageFlags.Loading) !== 0,
        response_message_ephemeral: (flags & MessageFlags.Ephemeral) !== 0,
      }),
      channel_id: record.channel.id,
      ...(record.channel.kind === 'text' && { guild_id: guildId }),
    },
    ...(carriesMessage && message && { resource: { type: record.acknowledgedBy, message } }),
  };
}
