import {
  ApplicationCommandResponseSchema,
  // The tree of faults is left out: the schema says its codes are numbers, and Discord sends words.
  ErrorSchema,
  GatewayBotResponseSchema,
  GuildChannelResponseSchema,
  GuildMemberResponseSchema,
  GuildRoleResponseSchema,
  GuildWithCountsResponseSchema,
  InteractionCallbackResponseSchema,
  MessageResponseSchema,
  PrivateApplicationResponseSchema,
  PrivateChannelResponseSchema,
  RatelimitedResponseSchema,
  UserPIIResponseSchema,
  UserResponseSchema,
} from 'discord-api-spec/zod';
import { array } from 'zod/mini';
import type { $ZodType } from 'zod/v4/core';
import type { RecordedRequest } from '../../../src/sandbox/discord/rest/rest.ts';
import { inspect } from '../../../src/sandbox/discord/validation/schema.ts';

/** What Discord's published schema says of the answers, by address; the first that fits. */
const published: [RegExp, $ZodType][] = [
  [/^GET \/gateway\/bot$/, GatewayBotResponseSchema],
  [/^GET \/users\/@me$/, UserPIIResponseSchema],
  [/^GET \/users\/\d+$/, UserResponseSchema],
  [/^POST \/users\/@me\/channels$/, PrivateChannelResponseSchema],
  [/^GET (\/oauth2)?\/applications\/@me$/, PrivateApplicationResponseSchema],
  [/^(PUT|GET) .*\/commands$/, array(ApplicationCommandResponseSchema)],
  [/^(POST|PATCH|GET) .*\/commands(\/\d+)?$/, ApplicationCommandResponseSchema],
  [/^POST \/interactions\/.*\/callback$/, InteractionCallbackResponseSchema],
  [/^GET \/channels\/\d+\/messages$/, array(MessageResponseSchema)],
  [/^(GET|POST|PATCH) .*\/messages(\/[@\w]+)?$/, MessageResponseSchema],
  [/^POST \/webhooks\//, MessageResponseSchema],
  [/^GET \/guilds\/\d+$/, GuildWithCountsResponseSchema],
  [/^GET \/guilds\/\d+\/channels$/, array(GuildChannelResponseSchema)],
  [/^GET \/channels\/11\d+$/, GuildChannelResponseSchema],
  [/^GET \/channels\/\d+$/, PrivateChannelResponseSchema],
  [/^GET \/guilds\/\d+\/roles$/, array(GuildRoleResponseSchema)],
  [/^GET \/guilds\/\d+\/members\/\d+$/, GuildMemberResponseSchema],
];

/** Where the stand-in's own answers differ from the published schema; empty when it is honest. */
export function dishonesties(requests: readonly RecordedRequest[]): string[] {
  return requests.flatMap(({ method, path, status, answer }) => {
    if (answer === null) return [];
    const name = `${method} ${path}`;
    const failure = status === 429 ? RatelimitedResponseSchema : ErrorSchema;
    const schema = status >= 400 ? failure : published.find(([pattern]) => pattern.test(name))?.[1];
    if (!schema) return [`${name}: no schema is known`];
    const { issues } = inspect(schema, withZulu(answer), []);
    return issues.map((issue) => `${name.slice(0, 60)}: ${issue.path.join('.')} ${issue.code} ${issue.message}`);
  });
}

/** Discord writes `+00:00`; the schema's zod form takes `Z` only. */
function withZulu(answer: unknown): unknown {
  return JSON.parse(JSON.stringify(answer).replace(/(T[\d:.]+)\+00:00"/g, '$1Z"'));
}
