import { generateKeyPairSync, sign } from 'node:crypto';

export type Signer = {
  /** The application's `verify_key`: the public key in hex. */
  verifyKey: string;
  /** The headers of a request with this body, sent at `now` (milliseconds). */
  headersFor(body: string, now: number): Record<string, string>;
};

/** "Validating Security Request Headers": Ed25519 over timestamp and body. */
export function createSigner(): Signer {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  return {
    verifyKey: Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url').toString('hex'),
    headersFor(body, now) {
      const timestamp = String(Math.floor(now / 1_000));
      return {
        'content-type': 'application/json',
        'user-agent': 'Discord-Interactions/1.0 (+https://discord.com)',
        'x-signature-ed25519': sign(null, Buffer.from(timestamp + body), privateKey).toString('hex'),
        'x-signature-timestamp': timestamp,
      };
    },
  };
}
