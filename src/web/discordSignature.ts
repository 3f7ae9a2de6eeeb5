import { createPublicKey, verify } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import type { MiddlewareHandler } from 'hono';

/** How old a request may be, or how far its sender's clock may be ahead. Interactions stay claimed
 * for longer (15 minutes), so a replay is either stale or claimed. */
const MAX_AGE_MS = 5 * 60_000;

/** By then Discord has given up on the request. A stop waits for requests that are being read. */
const BODY_TIMEOUT_MS = 3_000;

export type SignedRequest = { Bindings: HttpBindings; Variables: { payload: unknown } };

/** Accepts requests that Discord has signed recently; their JSON is `context.var.payload`. Others
 * get 401, or 413 over `maxBytes`. `publicKey` is the application's, in hex. */
export function signedByDiscord(publicKey: string, maxBytes: number): MiddlewareHandler<SignedRequest> {
  const x = Buffer.from(publicKey, 'hex').toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  const isSigned = (headers: IncomingHttpHeaders, body: Buffer): boolean => {
    const signature = String(headers['x-signature-ed25519']);
    const timestamp = String(headers['x-signature-timestamp']);
    if (!/^[0-9a-f]{128}$/i.test(signature) || !/^\d{1,12}$/.test(timestamp)) return false;
    if (Math.abs(Date.now() - Number(timestamp) * 1_000) > MAX_AGE_MS) return false;
    const signed = Buffer.concat([Buffer.from(timestamp), body]);
    // Asking another thread would take longer.
    return verify(null, signed, key, Buffer.from(signature, 'hex'));
  };
  return async (context, next) => {
    // Node's own request, because converting it to a web Request takes longer than all the rest.
    const { incoming } = context.env;
    // A body that is cut off counts as unsigned: errors would let anyone fill the log.
    const body = await readBody(incoming, maxBytes).catch(() => Buffer.alloc(0));
    if (!body) return context.text('too large', 413, { connection: 'close' });
    if (!isSigned(incoming.headers, body)) return context.text('invalid request signature', 401);
    context.set('payload', JSON.parse(body.toString()));
    await next();
  };
}

/** Undefined for a body that is larger. Rejects if its end doesn't come. */
async function readBody(incoming: IncomingMessage, maxBytes: number): Promise<Buffer | undefined> {
  if (Number(incoming.headers['content-length']) > maxBytes) return undefined;
  const chunks: Buffer[] = [];
  let size = 0;
  const cutting = setTimeout(() => incoming.destroy(), BODY_TIMEOUT_MS);
  try {
    for await (const chunk of incoming as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes) return undefined;
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  } finally {
    clearTimeout(cutting);
  }
}
