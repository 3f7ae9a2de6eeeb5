import { constants, deflateRawSync, zstdCompressSync } from 'node:zlib';
import type { WebSocket } from 'ws';

/** How a client asked for its frames (documentation, "Transport Compression"). */
export type Compression = 'none' | 'zlib-stream' | 'zstd-stream';

/** Whether this is a compression that the gateway knows. */
export function isCompression(word: string): word is Compression {
  return word === 'none' || word === 'zlib-stream' || word === 'zstd-stream';
}

const zlibHeader = Buffer.from([0x78, 0x9c]);

/** A client's socket: what is written to it is compressed as the client asked for, over the whole of the connection. */
export class GatewayLine {
  readonly #socket: WebSocket;
  readonly #compression: Compression;
  #isFirst = true;

  constructor(socket: WebSocket, compression: Compression) {
    this.#socket = socket;
    this.#compression = compression;
  }

  /** Whether it still can be written to. */
  get isOpen(): boolean {
    return this.#socket.readyState === this.#socket.OPEN;
  }

  /** Sends one frame's JSON. */
  send(frame: string): void {
    this.#socket.send(this.#encode(frame));
  }

  close(code: number, reason: string): void {
    this.#socket.close(code, reason);
  }

  /** Cuts the line without a goodbye. */
  cut(): void {
    this.#socket.terminate();
  }

  /** Each frame is a part of one stream that is complete in itself, so that nothing waits for what comes after. */
  #encode(frame: string): string | Buffer {
    if (this.#compression === 'none') return frame;
    if (this.#compression === 'zstd-stream') return zstdCompressSync(frame);
    const part = deflateRawSync(frame, { finishFlush: constants.Z_SYNC_FLUSH });
    const whole = this.#isFirst ? Buffer.concat([zlibHeader, part]) : part;
    this.#isFirst = false;
    return whole;
  }
}
