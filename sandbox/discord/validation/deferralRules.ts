import {
  IncomingWebhookInteractionRequestSchema,
  IncomingWebhookUpdateForInteractionCallbackRequestPartialSchema,
} from 'discord-api-spec/zod';
import { MessageFlags } from 'discord-api-types/v10';
import type { Issue } from '../problem.ts';
import { check } from './schema.ts';

/** What a deferral may say, and the published schema of its data, which it shares with the message that could have come instead. */
const deferrals = {
  /** Callback 5 */
  message: { schema: IncomingWebhookInteractionRequestSchema, fields: new Set(['flags']) },
  /** Callback 6 */
  update: { schema: IncomingWebhookUpdateForInteractionCallbackRequestPartialSchema, fields: new Set<string>() },
};

/**
 * Checks the data of a deferral and gives its flags: EPHEMERAL or none for a deferred message, nothing at all for a deferred update. Discord developer
 * documentation, Receiving and Responding, "Interaction Callback Type" and "Interaction Callback Data Structure"; that other fields are refused, where
 * Discord ignores them, is stricter than written.
 *
 * @throws DiscordProblem 50035
 */
export function checkDeferral(kind: keyof typeof deferrals, data: unknown): number {
  const { schema, fields } = deferrals[kind];
  const { flags } = check<{ flags?: number | null }>(schema, data, [
    () => fieldIssues(data as object, fields),
    (deferral) => (fields.has('flags') ? flagIssues(deferral.flags ?? 0) : []),
  ]);
  return flags ?? 0;
}

/** Asked of the data as it came: the schema drops what it does not know. */
function* fieldIssues(data: object, fields: ReadonlySet<string>): Generator<Issue> {
  for (const field of Object.keys(data))
    if (!fields.has(field))
      yield {
        path: [field],
        code: 'DEFERRED_RESPONSE_FIELD_NOT_ALLOWED',
        message: 'A deferred response cannot have this field',
      };
}

function* flagIssues(flags: number): Generator<Issue> {
  if (flags !== 0 && flags !== MessageFlags.Ephemeral)
    yield {
      path: ['flags'],
      code: 'MESSAGE_FLAGS_NOT_ALLOWED',
      message: 'Only EPHEMERAL can be set on a deferred response',
    };
}
