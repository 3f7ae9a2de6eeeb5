import * as spec from 'discord-api-spec/zod';
import type { InteractionRecord } from '../interactions/interaction.ts';
import { problems } from '../problem.ts';
import { BOOLEAN } from './address.ts';
import { NO_CONTENT, param, type RestCall, type Route, route, type Services } from './route.ts';

const WEBHOOK = '/webhooks/:webhook/:token';
const MESSAGE = `${WEBHOOK}/messages/:message` as const;

/** Responses to interactions and their messages ("Receiving and Responding"). */
export const INTERACTION_ROUTES: Route[] = [
  route(
    'POST /interactions/:interaction/:token/callback',
    null,
    ({ interactions }, call) => {
      if (call.query['with_response'])
        throw problems.invalidBody([{ path: ['with_response'], message: "The stand-in doesn't have it" }]);
      interactions.acknowledge(param(call, 'interaction'), param(call, 'token'), call.body, call.uploads);
      return NO_CONTENT;
    },
    { auth: 'none', takesFiles: true, query: { with_response: BOOLEAN } },
  ),
  route(
    `POST ${WEBHOOK}`,
    spec.MessageResponseSchema,
    (services, call) => ({
      body: services.interactions.followUp(recordOf(services, call), call.body, call.uploads).message,
    }),
    { auth: 'none', takesFiles: true, query: { wait: BOOLEAN } },
  ),
  route(
    `PATCH ${MESSAGE}`,
    spec.MessageResponseSchema,
    (services, call) => {
      const record = recordOf(services, call);
      return { body: services.interactions.edit(record, param(call, 'message'), call.body, call.uploads).message };
    },
    { auth: 'none', takesFiles: true },
  ),
  route(
    `DELETE ${MESSAGE}`,
    null,
    (services, call) => {
      services.interactions.remove(recordOf(services, call), param(call, 'message'));
      return NO_CONTENT;
    },
    { auth: 'none' },
  ),
];

function recordOf({ interactions }: Services, call: RestCall): InteractionRecord {
  return interactions.webhook(param(call, 'webhook'), param(call, 'token'));
}
