import { type APIUser, ApplicationWebhookEventType, ApplicationWebhookType } from 'discord-api-types/v10';
import type { Signer } from './interactions/signing.ts';
import type { World } from './world.ts';

/** Sends webhook events ("Webhook Events") and returns each response's status. */
export function createWebhookEvents(world: World, signer: Signer) {
  const send = async (url: string, payload: object, isForged = false): Promise<number> => {
    const body = JSON.stringify({ version: 1, application_id: world.bot.user.id, ...payload });
    const headers = signer.headersFor(body, world.clock.now());
    if (isForged) headers['x-signature-ed25519'] = '0'.repeat(128);
    const response = await fetch(url, { method: 'POST', body, headers, redirect: 'manual' });
    if ((await response.text()) !== '' && response.status === 204) throw new Error('A 204 has no body.');
    return response.status;
  };
  return {
    /** Sends a PING, which must give 204, and a forged one, which must give 401. */
    verify: async (url: string): Promise<number[]> => {
      const ping = { type: ApplicationWebhookType.Ping };
      return [await send(url, ping), await send(url, ping, true)];
    },
    /** Reports that a person removed the bot from their account at `at`. */
    deauthorize: (url: string, user: APIUser, { isForged = false, at = world.clock.now() } = {}): Promise<number> => {
      // The documentation's example has microseconds and no zone.
      const timestamp = new Date(at).toISOString().replace('Z', '000');
      const event = { type: ApplicationWebhookEventType.ApplicationDeauthorized, timestamp, data: { user } };
      return send(url, { type: ApplicationWebhookType.Event, event }, isForged);
    },
  };
}
