import { createPublicKey, verify } from 'node:crypto';

/** How old a request may be, or how far ahead the clock of its sender. Interactions stay claimed for
 * longer (15 minutes), so a replay is either stale or claimed. */
export const MAX_AGE_MS = 5 * 60_000;

/** Whether Discord signed these bytes, and lately. */
export type SignatureCheck = (headers: Headers, body: Uint8Array) => boolean;

/** Checks the signatures of Discord's HTTP requests. `publicKey` is the application's, in hex. */
export function createSignatureCheck(publicKey: string, now: () => number = Date.now): SignatureCheck {
  const x = Buffer.from(publicKey, 'hex').toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  return (headers, body) => {
    const signature = headers.get('x-signature-ed25519') ?? '';
    const timestamp = headers.get('x-signature-timestamp') ?? '';
    if (!/^[0-9a-f]{128}$/i.test(signature) || !/^\d{1,12}$/.test(timestamp)) return false;
    if (Math.abs(now() - Number(timestamp) * 1_000) > MAX_AGE_MS) return false;
    return verify(null, Buffer.concat([Buffer.from(timestamp), body]), key, Buffer.from(signature, 'hex'));
  };
}
