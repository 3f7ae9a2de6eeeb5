import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** A request as its bytes came; header names in lower case. */
export type RawRequest = { line: string; headers: Record<string, string>; body: string };

/** The bytes of each response, well-formed HTTP or not, or what writes them. */
export type Answer = string | ((socket: Socket) => void);

/** A server that keeps connections open unless `answer` ends them. */
export async function startRawServer(answer: Answer) {
  const requests: RawRequest[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    let received = '';
    socket.on('data', (data) => {
      received += data.toString('latin1');
      for (let taken = takeRequest(received); taken; taken = takeRequest(received)) {
        received = taken.rest;
        requests.push(taken.request);
        if (typeof answer === 'string') socket.write(answer);
        else answer(socket);
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/ws/v2.0/`,
    requests,
    /** Resolves when the server has this many requests. */
    async arrived(count: number): Promise<void> {
      while (requests.length < count) await nextTurn();
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Lets happen what takes no time. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await nextTurn();
}

/** A whole HTTP response. A body that isn't text is sent as JSON. */
export function toAnswer(status: number, content: unknown, headers: Record<string, string> = {}): string {
  const body = typeof content === 'string' ? content : JSON.stringify(content);
  const lines = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)), ...headers };
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} Whatever\r\n${head.join('')}\r\n${body}`;
}

function takeRequest(received: string): { request: RawRequest; rest: string } | undefined {
  const headEnd = received.indexOf('\r\n\r\n');
  if (headEnd < 0) return undefined;
  const [line = '', ...fields] = received.slice(0, headEnd).split('\r\n');
  const headers = Object.fromEntries(
    fields.map((field) => [
      field.slice(0, field.indexOf(':')).toLowerCase(),
      field.slice(field.indexOf(':') + 1).trim(),
    ]),
  );
  const end = headEnd + 4 + Number(headers['content-length'] ?? 0);
  if (received.length < end) return undefined;
  return { request: { line, headers, body: received.slice(headEnd + 4, end) }, rest: received.slice(end) };
}
