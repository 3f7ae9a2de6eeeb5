import { connect, type Socket } from 'node:net';
import { Hono } from 'hono';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSigner } from '../../sandbox/discord/interactions/signing.ts';
import { type Bodies, createBodies } from '../../src/web/bodies.ts';
import { addInteractions, INTERACTIONS_PATH } from '../../src/web/interactions.ts';
import { listen, type WebServer } from '../../src/web/listen.ts';
import { createFailingWeb } from './failingWeb.ts';

const MAX_IN_FLIGHT = 16 * 1024 * 1024;
const signer = createSigner();
const ping = JSON.stringify({ id: '1', type: 1 });

let web: Hono;
let bodies: Bodies;
let server: WebServer;
let sockets: Socket[];
beforeEach(async () => {
  [web, bodies, sockets] = [new Hono(), createBodies(), []];
  const receive = () => Promise.resolve({ status: 202 } as const);
  addInteractions(web, { publicKey: signer.verifyKey, receive }, bodies);
  server = await listen(web, { host: '127.0.0.1', port: 0 });
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await server.close();
});

/** Sends a part of a request's body; `isClosed` tells whether the server has closed the connection since. */
function sendPart(port: number, path: string, headers: Record<string, string>, sent: number) {
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  sockets.push(socket);
  const fields = Object.entries({ host: 'a', 'content-length': '500000', ...headers });
  const lines = fields.map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n${'x'.repeat(sent)}`);
  socket.resume();
  return { isClosed: () => socket.closed };
}

const sendPing = () => {
  const headers = signer.headersFor(ping, Date.now());
  return fetch(`http://127.0.0.1:${server.port}${INTERACTIONS_PATH}`, { method: 'POST', body: ping, headers });
};

test('half-sent bodies take at most 16 MB together, and a whole one still gets through', async () => {
  const headers = signer.headersFor('another body', Date.now());
  for (let each = 0; each < 80; each += 1) sendPart(server.port, INTERACTIONS_PATH, headers, 400_000);
  await vi.waitFor(() => expect(bodies.bytesInFlight).toBeGreaterThan(MAX_IN_FLIGHT - 500_000), 5_000);
  expect((await sendPing()).status).toBe(200);
  expect(bodies.bytesInFlight).toBeLessThanOrEqual(MAX_IN_FLIGHT);
});

test('a body without the headers of a signed request is never read', async () => {
  const parts = Array.from({ length: 10 }, () => sendPart(server.port, INTERACTIONS_PATH, {}, 400_000));
  await vi.waitFor(() => expect(parts.every(({ isClosed }) => isClosed())).toBe(true), 2_000);
  expect(bodies.bytesInFlight).toBe(0);
});

test('a server that stops closes idle and half-sent connections at once', async () => {
  const half = sendPart(server.port, INTERACTIONS_PATH, signer.headersFor('another body', Date.now()), 10);
  const idle = connect(server.port, '127.0.0.1').resume();
  sockets.push(idle);
  await vi.waitFor(() => expect(bodies.bytesInFlight).toBe(10));
  expect((await sendPing()).status).toBe(200);
  server.leave();
  await vi.waitFor(() => expect([half.isClosed(), idle.closed]).toEqual([true, true]), 1_000);
  expect((await sendPing()).status).toBe(200);
});

test('a login page cuts off a body that doesn’t end, and logs no error', async () => {
  const lines: string[] = [];
  const pages = await listen(createFailingWeb(new Error('not reached'), lines), { host: '127.0.0.1', port: 0 });
  const headers = { 'content-length': '100', 'sec-fetch-site': 'same-origin' };
  const { isClosed } = sendPart(pages.port, '/login/x', headers, 10);
  await vi.waitFor(() => expect(isClosed()).toBe(true), 5_000);
  expect(lines).toEqual([]);
  await pages.close();
});
