import type { IncomingMessage } from 'node:http';

/** Discord has given up on the request by then. Shutdown waits for requests that are being read. */
const TIMEOUT_MS = 3_000;
const MAX_BYTES_IN_FLIGHT = 16 * 1024 * 1024;

/** The status for a refused body: incomplete, too large, or all bodies together too large. */
export type Refused = 400 | 413 | 503;
export type Bodies = ReturnType<typeof createBodies>;

/** Above 16 MB in all, gives up the oldest: anyone can send slowly, but Discord sends at once. */
export function createBodies() {
  /** Functions that refuse a body that is still being read, oldest first. */
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
