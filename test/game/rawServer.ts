import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { startHttpServer } from '../support/httpServer.ts';

/** Header names in lower case. */
export type RawRequest = { line: string; headers: IncomingHttpHeaders; body: string };

/** The bytes of each response, well-formed HTTP or not, or a function that writes them. */
export type Answer = string | ((socket: Socket) => void);

/** A server that keeps connections open unless `answer` ends them. */
export async function startRawServer(answer: Answer) {
  const requests: RawRequest[] = [];
  const server = await startHttpServer(async (request) => {
    const { method, url, headers, socket } = request;
    requests.push({ line: `${method} ${url}`, headers, body: await text(request) });
    if (typeof answer === 'string') socket.write(answer);
    else answer(socket);
  });
  return {
    ...server,
    baseUrl: `${server.url}/ws/v2.0/`,
    requests,
    /** Resolves when the server has this many requests. */
    async arrived(count: number): Promise<void> {
      while (requests.length < count) await nextTurn();
    },
  };
}

/** Waits for everything that takes no time. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await nextTurn();
}

/** A whole HTTP response. A body that isn't text becomes JSON. */
export function toAnswer(status: number, content: unknown, headers: Record<string, string> = {}): string {
  const body = typeof content === 'string' ? content : JSON.stringify(content);
  const lines = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)), ...headers };
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} Whatever\r\n${head.join('')}\r\n${body}`;
}
