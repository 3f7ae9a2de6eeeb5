import { InteractionCallbackResponseSchema, MessageResponseSchema } from 'discord-api-spec/zod';
import { InteractionResponseType, MessageFlags } from 'discord-api-types/v10';
import { nullable } from 'zod/mini';
import type { InteractionRecord } from '../interactions/interaction.ts';
import { queryFields } from './address.ts';
import { noContent, nothingAnswered, param, type RestCall, type Route, type Services } from './route.ts';

const messagePath = '/webhooks/:webhook/:token/messages/:message';

/** Answers to interactions and their messages (documentation, "Receiving and Responding to Interactions"). */
export const interactionRoutes: Route[] = [
  {
    method: 'POST',
    path: '/interactions/:interaction/:token/callback',
    auth: 'none',
    query: { with_response: queryFields.boolean },
    takesFiles: true,
    answer: nullable(InteractionCallbackResponseSchema),
    run({ interactions, world }, call) {
      const record = interactions.acknowledge(
        param(call, 'interaction'),
        param(call, 'token'),
        call.body,
        call.uploads,
      );
      return call.query['with_response'] ? { status: 200, body: toCallbackResult(record, world.guild.id) } : noContent;
    },
  },
  {
    method: 'POST',
    path: '/webhooks/:webhook/:token',
    auth: 'none',
    query: { wait: queryFields.boolean, thread_id: queryFields.snowflake, with_components: queryFields.boolean },
    takesFiles: true,
    answer: MessageResponseSchema,
    run: (services, call) => ({
      status: 200,
      body: services.interactions.followUp(recordOf(services, call), call.body, call.uploads).message,
    }),
  },
  {
    method: 'GET',
    path: messagePath,
    auth: 'none',
    query: { thread_id: queryFields.snowflake },
    answer: MessageResponseSchema,
    run: (services, call) => ({
      body: services.interactions.message(recordOf(services, call), param(call, 'message')).message,
    }),
  },
  {
    method: 'PATCH',
    path: messagePath,
    auth: 'none',
    query: { thread_id: queryFields.snowflake, with_components: queryFields.boolean },
    takesFiles: true,
    answer: MessageResponseSchema,
    run: (services, call) => ({
      body: services.interactions.edit(recordOf(services, call), param(call, 'message'), call.body, call.uploads)
        .message,
    }),
  },
  {
    method: 'DELETE',
    path: messagePath,
    auth: 'none',
    query: { thread_id: queryFields.snowflake },
    answer: nothingAnswered,
    run(services, call) {
      services.interactions.remove(recordOf(services, call), param(call, 'message'));
      return noContent;
    },
  },
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
