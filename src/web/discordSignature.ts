import { createPublicKey, verify } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import type { MiddlewareHandler } from 'hono';
import { type Bodies, createBodies } from './bodies.ts';

/** How old a request may be, or how far its sender's clock may be ahead. Interactions stay claimed
 * for longer (15 minutes), so a replay is either stale or claimed. */
const MAX_AGE_MS = 5 * 60_000;

export type SignedRequest = { Bindings: HttpBindings; Variables: { payload: unknown } };

/** Accepts requests that Discord has signed recently; their JSON is `context.var.payload`. Others get 401, 400
 * without JSON, or what refuses their body. `publicKey` is the application's, in hex. */
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
    // A body that is cut off counts as unsigned: errors would let anyone fill the log.
    if (body === 400) return refuse();
    if (typeof body === 'number') return context.body(null, body, { connection: 'close' });
    // Asking another thread would take longer.
    if (!verify(null, Buffer.concat([signed.timestamp, body]), key, signed.signature)) return refuse();
    try {
      context.set('payload', JSON.parse(body.toString()));
    } catch {
      return context.text('malformed', 400);
    }
    return await next();
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
