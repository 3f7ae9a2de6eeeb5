import { createPublicKey, verify } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { finished } from 'node:stream/promises';
import type { HttpBindings } from '@hono/node-server';
import {
  type APIInteraction,
  type APIPingInteraction,
  ApplicationWebhookEventType,
  ApplicationWebhookType,
  InteractionResponseType,
  InteractionType,
} from 'discord-api-types/v10';
import type { Hono, MiddlewareHandler } from 'hono';
import { z } from 'zod';
import { type Bodies, createBodies } from './bodies.ts';

/** Max age of a request, and max lead of its sender's clock. Interactions stay claimed for longer
 * (15 minutes), so a replay is either stale or claimed. */
const MAX_AGE_MS = 5 * 60_000;

type SignedRequest = { Bindings: HttpBindings; Variables: { payload: unknown } };

/** Accepts requests that Discord signed recently; their JSON is `context.var.payload`. Others get
 * 401, 400 without JSON, or the status of a refused body. `publicKey`: in hex. */
function signedByDiscord(
  publicKey: string,
  maxBytes: number,
  bodies: Bodies = createBodies(),
): MiddlewareHandler<SignedRequest> {
  const x = Buffer.from(publicKey, 'hex').toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  return async (context, next) => {
    // Node's own request: converting it to a web Request takes longer than everything else.
    const { incoming } = context.env;
    const refuse = () => context.text('invalid request signature', 401, { connection: 'close' });
    // Checked before the body, which costs memory.
    const signed = toSigned(incoming.headers);
    if (!signed) return refuse();
    const body = await bodies.read(incoming, maxBytes);
    // A truncated body counts as unsigned: errors would let anyone fill the log.
    if (body === 400) return refuse();
    if (typeof body === 'number') return context.body(null, body, { connection: 'close' });
    // Synchronous, because asking another thread takes longer.
    if (!verify(null, Buffer.concat([signed.timestamp, body]), key, signed.signature)) return refuse();
    try {
      context.set('payload', JSON.parse(body.toString()));
    } catch {
      return context.text('malformed', 400);
    }
    return await next();
  };
}

/** The signature and its time; undefined if Discord can't have sent them recently. */
function toSigned(headers: IncomingHttpHeaders): { signature: Buffer; timestamp: Buffer } | undefined {
  const signature = String(headers['x-signature-ed25519']);
  const timestamp = String(headers['x-signature-timestamp']);
  if (!/^[0-9a-f]{128}$/i.test(signature) || !/^\d{1,12}$/.test(timestamp)) return undefined;
  if (Math.abs(Date.now() - Number(timestamp) * 1_000) > MAX_AGE_MS) return undefined;
  return { signature: Buffer.from(signature, 'hex'), timestamp: Buffer.from(timestamp) };
}

export type EventsOptions = {
  publicKey: string;
  /** Someone removed the bot; `at` is Discord's time. Discord resends until this resolves. */
  onDeauthorized: (discordUserId: string, at: number) => Promise<unknown>;
};

const MAX_EVENT_BYTES = 64 * 1024;

const deauthorization = z.object({
  type: z.literal(ApplicationWebhookType.Event),
  event: z.object({
    type: z.literal(ApplicationWebhookEventType.ApplicationDeauthorized),
    // In UTC, although the documentation's example doesn't say so.
    timestamp: z.iso
      .datetime({ local: true, offset: true })
      .transform((text) => Date.parse(/Z|[+-]\d\d:\d\d$/.test(text) ? text : `${text}Z`)),
    data: z.object({ user: z.object({ id: z.string() }) }),
  }),
});

/** Takes Discord's webhook events, if they are signed (documentation, "Webhook Events"). */
export function addEvents(web: Hono, { publicKey, onDeauthorized }: EventsOptions, bodies?: Bodies): void {
  web.post('/events', signedByDiscord(publicKey, MAX_EVENT_BYTES, bodies), async (context) => {
    const { data } = deauthorization.safeParse(context.var.payload);
    if (data) await onDeauthorized(data.event.data.user.id, data.event.timestamp);
    // Also acknowledges PINGs and events that don't concern the bot.
    return context.body(null, 204, { 'content-type': 'application/json' });
  });
}

export type InteractionsOptions = {
  publicKey: string;
  /** Returns the response. `isDelivered`: whether it reached the connection. */
  receive: (
    payload: APIInteraction,
    isDelivered: Promise<boolean>,
  ) => Promise<{ status: 200; json: string } | { status: 202 | 401 | 503 }>;
};

export const INTERACTIONS_PATH = '/interactions';
/** A button's interaction carries its whole message. */
const MAX_INTERACTION_BYTES = 512 * 1024;

/** Signed by Discord, so it has Discord's shape: only its kind and id are checked. */
const payload = z
  .looseObject({ id: z.string(), type: z.number() })
  .transform((given) => given as unknown as APIInteraction | APIPingInteraction);

/** Takes interactions as Discord's HTTP requests, if they are signed ("Setting Up an Endpoint"). */
export function addInteractions(web: Hono, { publicKey, receive }: InteractionsOptions, bodies?: Bodies): void {
  web.post(INTERACTIONS_PATH, signedByDiscord(publicKey, MAX_INTERACTION_BYTES, bodies), async (context) => {
    const { data: interaction } = payload.safeParse(context.var.payload);
    if (!interaction) return context.text('malformed', 400);
    if (interaction.type === InteractionType.Ping) return context.json({ type: InteractionResponseType.Pong });
    const answer = await receive(interaction, isDelivered(context.env.outgoing));
    if ('json' in answer) return context.body(answer.json, 200, { 'content-type': 'application/json' });
    return context.body(null, answer.status);
  });
}

/** True if the whole response was handed to the connection before it closed. */
function isDelivered(outgoing: HttpBindings['outgoing']): Promise<boolean> {
  return finished(outgoing).then(
    () => true,
    () => false,
  );
}
