import type { IncomingMessage } from 'node:http';

/** By then Discord has given up on the request. A stop waits for requests that are being read. */
const TIMEOUT_MS = 3_000;
const MAX_BYTES_IN_FLIGHT = 16 * 1024 * 1024;

/** Why a body wasn't read: it was over its limit, all bodies together were, or its end didn't come. */
export type Unread = 'too_large' | 'busy' | 'cut_off';
export type Bodies = ReturnType<typeof createBodies>;

/** Reads bodies, 16 MB of all connections together. When they are more, the one that began first is given up: anyone
 * can send slowly, while Discord's bodies come at once. */
export function createBodies() {
  /** What gives up a body that is being read, the oldest first. */
  const reading = new Set<(why: Unread) => void>();
  let bytesInFlight = 0;
  return {
    get bytesInFlight() {
      return bytesInFlight;
    },
    /** Never rejects. */
    read(incoming: IncomingMessage, maxBytes: number): Promise<Buffer | Unread> {
      if (Number(incoming.headers['content-length']) > maxBytes) return Promise.resolve('too_large');
      return new Promise((resolve) => {
        const chunks: Buffer[] = [];
        let size = 0;
        const settle = (result: Buffer | Unread): void => {
          if (!reading.delete(settle)) return;
          clearTimeout(cutting);
          incoming.off('data', take).pause();
          bytesInFlight -= size;
          resolve(result);
        };
        const take = (chunk: Buffer): void => {
          size += chunk.length;
          bytesInFlight += chunk.length;
          chunks.push(chunk);
          if (size > maxBytes) settle('too_large');
          for (const giveUp of reading) {
            if (bytesInFlight <= MAX_BYTES_IN_FLIGHT) break;
            giveUp('busy');
          }
        };
        const cutting = setTimeout(() => incoming.destroy(), TIMEOUT_MS);
        reading.add(settle);
        incoming.on('data', take);
        incoming.once('end', () => settle(Buffer.concat(chunks)));
        incoming.once('error', () => settle('cut_off'));
        incoming.once('close', () => settle('cut_off'));
      });
    },
  };
}
