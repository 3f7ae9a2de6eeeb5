import type { IncomingMessage } from 'node:http';

/** By then Discord has given up on the request. A stop waits for requests that are being read. */
const TIMEOUT_MS = 3_000;
const MAX_BYTES_IN_FLIGHT = 16 * 1024 * 1024;

/** The status for a refused body: it is incomplete, it is too large, or all bodies together are. */
export type Refused = 400 | 413 | 503;
export type Bodies = ReturnType<typeof createBodies>;

/** Gives up the oldest beyond 16 MB in all: anyone can send slowly, Discord's come at once. */
export function createBodies() {
  /** Refuses a body that is still being read; the oldest comes first. */
  const reading = new Set<(why: Refused) => void>();
  let bytesInFlight = 0;
  return {
    get bytesInFlight() {
      return bytesInFlight;
    },
    /** Never rejects. */
    read(incoming: IncomingMessage, maxBytes: number): Promise<Buffer | Refused> {
      if (Number(incoming.headers['content-length']) > maxBytes) return Promise.resolve(413);
      const { promise, resolve } = Promise.withResolvers<Buffer | Refused>();
      const chunks: Buffer[] = [];
      let size = 0;
      const settle = (result: Buffer | Refused): void => {
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
        if (size > maxBytes) settle(413);
        for (const refuse of reading) if (bytesInFlight > MAX_BYTES_IN_FLIGHT) refuse(503);
      };
      const cutting = setTimeout(() => incoming.destroy(), TIMEOUT_MS);
      reading.add(settle);
      incoming.on('data', take).once('end', () => settle(Buffer.concat(chunks)));
      for (const event of ['error', 'close']) incoming.once(event, () => settle(400));
      return promise;
    },
  };
}
