import { createPrivateKey, createPublicKey, randomBytes, sign } from 'node:crypto';

export type Signer = {
  /** The application's `verify_key`: the public key in hex. */
  verifyKey: string;
  /** The headers of a request with this body, sent at `now` (milliseconds). */
  headersFor(body: string, now: number): Record<string, string>;
};

/** The bytes before the seed of an Ed25519 key in PKCS #8. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** "Validating Security Request Headers": Ed25519 over timestamp and body. */
export function createSigner(seed: Buffer = randomBytes(32)): Signer {
  const privateKey = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' });
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  return {
    verifyKey: Buffer.from(x, 'base64url').toString('hex'),
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
