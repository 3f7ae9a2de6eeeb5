import { createPublicKey, verify } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import type { MiddlewareHandler } from 'hono';
import { type Bodies, createBodies } from './bodies.ts';

/** How old a request may be, or how far its sender's clock may be ahead. Interactions stay claimed
 * for longer (15 minutes), so a replay is either stale or claimed. */
const MAX_AGE_MS = 5 * 60_000;

export type SignedRequest = { Bindings: HttpBindings; Variables: { payload: unknown } };

/** Accepts requests that Discord has signed recently; their JSON is `context.var.payload`. Others get 401, 413 over
 * `maxBytes`, 503 if too many bodies come at once, or 400 without JSON. `publicKey` is the application's, in hex. */
export function signedByDiscord(
  publicKey: string,
  maxBytes: number,
  bodies: Bodies = createBodies(),
): MiddlewareHandler<SignedRequest> {
  const x = Buffer.from(publicKey, 'hex').toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  return async (context, next) => {
    // Node's own request, because converting it to a web Request takes longer than all the rest.
    const { incoming } = context.env;
    const refuse = () => context.text('invalid request signature', 401, { connection: 'close' });
    // Before the body, which costs memory.
    const signed = toSigned(incoming.headers);
    if (!signed) return refuse();
    const body = await bodies.read(incoming, maxBytes);
    if (body === 'too_large') return context.text('too large', 413, { connection: 'close' });
    if (body === 'busy') return context.text('too many requests at once', 503, { connection: 'close' });
    // A body that is cut off counts as unsigned: errors would let anyone fill the log.
    if (body === 'cut_off') return refuse();
    // Asking another thread would take longer.
    if (!verify(null, Buffer.concat([signed.timestamp, body]), key, signed.signature)) return refuse();
    const payload = parseJson(body.toString());
    if (payload === undefined) return context.text('malformed', 400);
    context.set('payload', payload);
    await next();
  };
}

/** The signature and its time; undefined if they can't be recent ones of Discord. */
function toSigned(headers: IncomingHttpHeaders): { signature: Buffer; timestamp: Buffer } | undefined {
  const signature = String(headers['x-signature-ed25519']);
  const timestamp = String(headers['x-signature-timestamp']);
  if (!/^[0-9a-f]{128}$/i.test(signature) || !/^\d{1,12}$/.test(timestamp)) return undefined;
  if (Math.abs(Date.now() - Number(timestamp) * 1_000) > MAX_AGE_MS) return undefined;
  return { signature: Buffer.from(signature, 'hex'), timestamp: Buffer.from(timestamp) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
