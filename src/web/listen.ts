import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import type { Hono } from 'hono';
import { every } from '../time/every.ts';

/** Max time of an idle connection, an incomplete request or an unread response. */
const MAX_IDLE_MS = 10_000;
const SWEEP_EVERY_MS = 1_000;
const MAX_CONNECTIONS = 512;

export type WebServer = {
  port: number;
  /** Closes connections without a request to answer: idle, or with an incomplete request. */
  closeIdle(): void;
  close(): Promise<void>;
};

/** Listens; rejects with the system's error (e.g. `EADDRINUSE`). Anyone can hold connections:
 * beyond {@link MAX_CONNECTIONS}, the longest idle one closes, as a new one may be Discord's. */
export async function listen(
  web: Pick<Hono, 'fetch'>,
  { host, port }: { host: string; port: number },
): Promise<WebServer> {
  const server = createAdaptorServer({ fetch: web.fetch });
  /** Open connections with their unanswered request and last change, least recent first. */
  const connections = new Map<Socket, { request: IncomingMessage | undefined; since: number }>();
  const note = (socket: Socket, request?: IncomingMessage): void => {
    connections.delete(socket);
    if (!socket.destroyed) connections.set(socket, { request, since: performance.now() });
  };
  /** Connections without a request to answer, or that don't read it; longest idle first. */
  const idle = (minMs = 0): Socket[] => {
    const until = performance.now() - minMs;
    return [...connections].flatMap(([socket, { request, since }]) =>
      (request?.complete && socket.writableLength === 0) || since > until ? [] : [socket],
    );
  };
  const closeIdle = (minMs?: number): void => idle(minMs).forEach((socket) => void socket.destroy());
  server.on('connection', (socket: Socket) => {
    if (connections.size >= MAX_CONNECTIONS) [...idle(), ...connections.keys()][0]?.destroy();
    note(socket);
    socket.once('close', () => connections.delete(socket));
  });
  server.on('request', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { socket } = incoming;
    note(socket, incoming);
    outgoing.once('close', () => connections.get(socket)?.request === incoming && note(socket));
  });
  await once(server.listen(port, host), 'listening');
  const stopSweeping = every(SWEEP_EVERY_MS, () => closeIdle(MAX_IDLE_MS));
  return {
    port: (server.address() as AddressInfo).port,
    closeIdle,
    async close() {
      await stopSweeping();
      const closed = once(server.close(), 'close');
      if ('closeAllConnections' in server) server.closeAllConnections();
      await closed;
    },
  };
}
