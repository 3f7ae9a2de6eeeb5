import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import type { Hono } from 'hono';

export type WebServer = {
  port: number;
  /** Closes connections that aren't owed a response: idle ones, and those with an incomplete request. */
  leave(): void;
  close(): Promise<void>;
};

/** Listens; rejects with the system's error (e.g. `EADDRINUSE`) if it can't. */
export async function listen(
  web: Pick<Hono, 'fetch'>,
  { host, port }: { host: string; port: number },
): Promise<WebServer> {
  const server = createAdaptorServer({ fetch: web.fetch });
  const requests = new Map<Socket, IncomingMessage | undefined>();
  server.on('connection', (socket: Socket) => {
    requests.set(socket, undefined);
    socket.once('close', () => requests.delete(socket));
  });
  server.on('request', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { socket } = incoming;
    requests.set(socket, incoming);
    outgoing.once('close', () => requests.has(socket) && requests.set(socket, undefined));
  });
  await once(server.listen(port, host), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    leave() {
      for (const [socket, request] of requests) if (!request?.complete) socket.destroy();
    },
    async close() {
      const closed = once(server.close(), 'close');
      if ('closeAllConnections' in server) server.closeAllConnections();
      await closed;
    },
  };
}
