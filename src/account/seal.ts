import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const VERSION = 'v1';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Sealed text cannot be opened: it was changed, or belongs to another context, or its key is not among the keys. */
export class SealBroken extends Error {
  override name = 'SealBroken';
}

/** To catch with where what cannot be opened is as none; throws any other error. */
export function noneIfBroken(error: unknown): undefined {
  if (!(error instanceof SealBroken)) throw error;
}

export type Sealer = {
  /** Seals text for one context, e.g. `link:<Discord user id>`; it opens in that context only. */
  seal(text: string, context: string): string;
  /** Throws {@link SealBroken}. */
  open(sealed: string, context: string): string;
  /** A steady name for an id, 16 characters, from which nobody without the oldest key learns the id. */
  pseudonym(id: string, purpose: string): string;
};

/**
 * Authenticated encryption (AES-256-GCM) with key rotation: the first of `keys` (32 bytes each) seals, all of them open.
 * Sealed text reads `v1.<key id>.<base64url of iv, tag, ciphertext>`.
 */
export function createSealer(keys: readonly Buffer[]): Sealer {
  // A key object, because a Buffer as key is far slower on Node 24.
  const ring = new Map(keys.map((key) => [toKeyId(key), createSecretKey(key)]));
  const [first] = ring;
  if (!first) throw new Error('A sealer needs a key.');
  const [sealingId, sealingKey] = first;
  // The oldest key, so that names stay the same while a new key is put in front.
  const namingKey = Buffer.from(hkdfSync('sha256', keys.at(-1) ?? '', '', 'commlink pseudonyms', 32));

  return {
    seal(text, context) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(ALGORITHM, sealingKey, iv, { authTagLength: TAG_BYTES });
      cipher.setAAD(toAad(sealingId, context));
      const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return `${VERSION}.${sealingId}.${Buffer.concat([iv, cipher.getAuthTag(), ciphertext]).toString('base64url')}`;
    },
    open(sealed, context) {
      const [version, keyId = '', data = '', ...rest] = sealed.split('.');
      const key = ring.get(keyId);
      if (version !== VERSION || key === undefined || rest.length > 0)
        throw new SealBroken('The seal is of an unknown key or form.');
      const bytes = Buffer.from(data, 'base64url');
      // Node's decoder passes over what is no base64url: one seal would have many spellings.
      if (bytes.toString('base64url') !== data) throw new SealBroken('The seal is not base64url.');
      return openWith(key, bytes, toAad(keyId, context));
    },
    pseudonym: (id, purpose) =>
      createHmac('sha256', namingKey)
        .update(JSON.stringify([purpose, id]))
        .digest('base64url')
        .slice(0, 16),
  };
}

function openWith(key: KeyObject, data: Buffer, aad: Buffer): string {
  try {
    const decipher = createDecipheriv(ALGORITHM, key, data.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
    decipher.setAAD(aad);
    decipher.setAuthTag(data.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    const opened = decipher.update(data.subarray(IV_BYTES + TAG_BYTES));
    // It checks the tag and gives no bytes: GCM keeps none back. As text in both steps it would all go through a decoder of streams.
    decipher.final();
    return opened.toString();
  } catch (cause) {
    throw new SealBroken('The seal is broken.', { cause });
  }
}

function toKeyId(key: Buffer): string {
  return createHash('sha256').update('commlink key id').update(key).digest('base64url').slice(0, 8);
}

function toAad(keyId: string, context: string): Buffer {
  return Buffer.from(`${VERSION}.${keyId}.${context}`);
}
