import { ApplicationWebhookEventType, ApplicationWebhookType } from 'discord-api-types/v10';
import type { Hono } from 'hono';
import { z } from 'zod';
import type { Bodies } from './bodies.ts';
import { signedByDiscord } from './discordSignature.ts';

export type EventsOptions = {
  publicKey: string;
  /** Someone removed the bot, by Discord's clock. It repeats the event until this resolves. */
  onDeauthorized: (discordUserId: string, at: number) => Promise<unknown>;
};

const MAX_BODY_BYTES = 64 * 1024;

const deauthorization = z.object({
  type: z.literal(ApplicationWebhookType.Event),
  event: z.object({
    type: z.literal(ApplicationWebhookEventType.ApplicationDeauthorized),
    // In UTC; the documentation's example doesn't say so.
    timestamp: z.iso
      .datetime({ local: true, offset: true })
      .transform((text) => Date.parse(/Z|[+-]\d\d:\d\d$/.test(text) ? text : `${text}Z`)),
    data: z.object({ user: z.object({ id: z.string() }) }),
  }),
});

/** Takes Discord's webhook events, if they are signed (documentation, "Webhook Events"). */
export function addEvents(web: Hono, { publicKey, onDeauthorized }: EventsOptions, bodies?: Bodies): void {
  web.post('/events', signedByDiscord(publicKey, MAX_BODY_BYTES, bodies), async (context) => {
    const { data } = deauthorization.safeParse(context.var.payload);
    if (data) await onDeauthorized(data.event.data.user.id, data.event.timestamp);
    // Acknowledges PINGs and events that don't concern the bot, too.
    return context.body(null, 204, { 'content-type': 'application/json' });
  });
}
