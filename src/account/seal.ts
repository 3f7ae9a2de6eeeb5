import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hash,
  hkdfSync,
  randomBytes,
} from 'node:crypto';
import { NamedError } from '../errors.ts';

const ALGORITHM = 'aes-256-gcm';
const VERSION = 'v1';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Sealed text can't be opened: it was changed, or has another context or an unknown key. */
export class SealBroken extends NamedError {}

/** For `catch`: a value that can't be opened counts as missing. Rethrows other errors. */
export function noneIfBroken(error: unknown): undefined {
  if (!(error instanceof SealBroken)) throw error;
}

export type Sealer = ReturnType<typeof createSealer>;

/** Authenticated encryption: the first of `keys` (32 bytes each) seals, all of them open. */
export function createSealer(keys: readonly Buffer[]) {
  // Key objects, because a Buffer as key is far slower on Node 24.
  const ring = new Map(keys.map((key) => [toKeyId(key), createSecretKey(key)]));
  const [first] = ring;
  if (!first) throw new Error('A sealer needs a key.');
  const [sealingId, sealingKey] = first;
  // The oldest key, so that names stay the same when a new key is added.
  const namingKey = createSecretKey(Buffer.from(hkdfSync('sha256', keys.at(-1) ?? '', '', 'commlink pseudonyms', 32)));

  return {
    /** Seals text for one context, e.g. `link:<Discord user id>`; it opens in that context only. */
    seal(text: string, context: string): string {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(ALGORITHM, sealingKey, iv, { authTagLength: TAG_BYTES });
      cipher.setAAD(Buffer.from(toSealed(sealingId, context)));
      const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return toSealed(sealingId, Buffer.concat([iv, cipher.getAuthTag(), ciphertext]).toString('base64url'));
    },
    /** Throws {@link SealBroken}. */
    open(sealed: string, context: string): string {
      const [, keyId = '', data = ''] = sealed.split('.', 3);
      const [key, bytes] = [ring.get(keyId), Buffer.from(data, 'base64url')];
      // Node's decoder skips other characters, so one seal could be written in many ways.
      if (!key || sealed !== toSealed(keyId, bytes.toString('base64url')))
        throw new SealBroken('The seal has an unknown key or form.');
      try {
        const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
        decipher
          .setAAD(Buffer.from(toSealed(keyId, context)))
          .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
        const opened = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES));
        // `final` only checks the tag. With an encoding, it would create a slow stream decoder.
        decipher.final();
        return opened.toString();
      } catch (cause) {
        throw new SealBroken('The seal is broken.', { cause });
      }
    },
    /** Tells which of the keys sealed this, if it is sealed. */
    keyOf(sealed: string): 'newest' | 'older' | 'missing' | undefined {
      const keyId = new RegExp(`^${VERSION}\\.([\\w-]{8})\\.[\\w-]+$`).exec(sealed)?.[1];
      if (keyId === undefined) return undefined;
      return keyId === sealingId ? 'newest' : ring.has(keyId) ? 'older' : 'missing';
    },
    /** A stable name of 16 characters for an id, which can't be computed without the oldest key. */
    pseudonym: (id: string, purpose: string): string =>
      createHmac('sha256', namingKey)
        .update(JSON.stringify([purpose, id]))
        .digest('base64url')
        .slice(0, 16),
  };
}

/** The context, which isn't stored, is authenticated in the same form. */
function toSealed(keyId: string, content: string): string {
  return `${VERSION}.${keyId}.${content}`;
}

/** Approximate size of a sealed value in the store: base64 plus about 100 bytes. */
export const toSealedBytes = (value: unknown): number => 100 + (Buffer.byteLength(JSON.stringify(value)) * 4) / 3;

const toKeyId = (key: Buffer): string =>
  hash('sha256', Buffer.concat([Buffer.from('commlink key id'), key]), 'base64url').slice(0, 8);
