import { finished } from 'node:stream/promises';
import type { HttpBindings } from '@hono/node-server';
import type { APIInteraction, APIPingInteraction } from 'discord-api-types/v10';
import { InteractionResponseType, InteractionType } from 'discord-api-types/v10';
import type { Hono } from 'hono';
import { z } from 'zod';
import type { Bodies } from './bodies.ts';
import { signedByDiscord } from './discordSignature.ts';

export type InteractionsOptions = {
  publicKey: string;
  /** What answers the request. `isDelivered` tells whether the answer reached the connection. */
  receive: (
    payload: APIInteraction,
    isDelivered: Promise<boolean>,
  ) => Promise<{ status: 200; json: string } | { status: 202 | 401 | 503 }>;
};

export const INTERACTIONS_PATH = '/interactions';
/** A button's interaction carries its whole message. */
const MAX_BODY_BYTES = 512 * 1024;

/** Discord signed it, so it has Discord's shape: only its kind and id are looked at here. */
const payload = z
  .looseObject({ id: z.string(), type: z.number() })
  .transform((given) => given as unknown as APIInteraction | APIPingInteraction);

/** Takes interactions as Discord's HTTP requests, if they are signed ("Setting Up an Endpoint"). */
export function addInteractions(web: Hono, { publicKey, receive }: InteractionsOptions, bodies?: Bodies): void {
  web.post(INTERACTIONS_PATH, signedByDiscord(publicKey, MAX_BODY_BYTES, bodies), async (context) => {
    const { data: interaction } = payload.safeParse(context.var.payload);
    if (!interaction) return context.text('malformed', 400);
    if (interaction.type === InteractionType.Ping) return context.json({ type: InteractionResponseType.Pong });
    const answer = await receive(interaction, isDelivered(context.env.outgoing));
    if ('json' in answer) return context.body(answer.json, 200, { 'content-type': 'application/json' });
    return context.body(null, answer.status);
  });
}

/** Whether all of the response was handed to the connection before it closed. */
function isDelivered(outgoing: HttpBindings['outgoing']): Promise<boolean> {
  return finished(outgoing).then(
    () => true,
    () => false,
  );
}
