import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Hono } from 'hono';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSigner } from '../../sandbox/discord/interactions/signing.ts';
import { type Bodies, createBodies } from '../../src/web/bodies.ts';
import { addInteractions, INTERACTIONS_PATH } from '../../src/web/discordRequests.ts';
import { listen, type WebServer } from '../../src/web/listen.ts';
import { createFailingWeb } from './failingWeb.ts';

const MAX_IN_FLIGHT = 16 * 1024 * 1024;
const signer = createSigner();
const LARGE = 30_000_000;
const GET = 'GET / HTTP/1.1\r\nhost: a\r\n\r\n';
/** Two requests at once; the second one waits for its response. */
const WAITING = `${GET}${GET.replace('/', '/waiting')}`;
const ping = JSON.stringify({ id: '1', type: 1 });

let web: Hono;
let bodies: Bodies;
let server: WebServer;
let sockets: Socket[];
let answer: PromiseWithResolvers<string>;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  [web, bodies, sockets, answer] = [new Hono(), createBodies(), [], Promise.withResolvers()];
  web.get('/', (context) => context.text('here'));
  web.get('/large', (context) => context.text('x'.repeat(LARGE)));
  web.all('/waiting', async (context) => context.text(await answer.promise));
  const receive = () => Promise.resolve({ status: 202 } as const);
  addInteractions(web, { publicKey: signer.verifyKey, receive }, bodies);
  server = await listen(web, { host: '127.0.0.1', port: 0 });
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await server.close();
  vi.useRealTimers();
});

function open(sent = '', port = server.port): Socket {
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  sockets.push(socket);
  socket.write(sent);
  return socket;
}
const countOpen = (): number => sockets.filter(({ closed }) => !closed).length;
const read = async (socket: Socket): Promise<string> => String((await once(socket, 'data'))[0]);

/** Sends part of a body. */
function sendPart(port: number, path: string, headers: Record<string, string>, sent: number): Socket {
  const fields = Object.entries({ host: 'a', 'content-length': '500000', ...headers });
  const lines = fields.map(([name, value]) => `${name}: ${value}\r\n`);
  const text = `POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n${'x'.repeat(sent)}`;
  return open(text, port).resume();
}

const sendPing = () => {
  const headers = { ...signer.headersFor(ping, Date.now()), connection: 'close' };
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
  await vi.waitFor(() => expect(parts.every(({ closed }) => closed)).toBe(true), 2_000);
  expect(bodies.bytesInFlight).toBe(0);
});

test('a server that stops closes idle and half-sent connections at once', async () => {
  const half = sendPart(server.port, INTERACTIONS_PATH, signer.headersFor('another body', Date.now()), 10);
  const idle = open().resume();
  await vi.waitFor(() => expect(bodies.bytesInFlight).toBe(10));
  expect((await sendPing()).status).toBe(200);
  server.closeIdle();
  await vi.waitFor(() => expect([half.closed, idle.closed]).toEqual([true, true]), 1_000);
  expect((await sendPing()).status).toBe(200);
});

test('a login page cuts off a body that doesn’t end, and logs no error', async () => {
  const lines: string[] = [];
  const pages = await listen(createFailingWeb(new Error('not reached'), lines), { host: '127.0.0.1', port: 0 });
  const headers = { 'content-length': '100', 'sec-fetch-site': 'same-origin' };
  const socket = sendPart(pages.port, '/login/x', headers, 10);
  await vi.waitFor(() => expect(socket.closed).toBe(true), 5_000);
  expect(lines).toEqual([]);
  await pages.close();
});

test.each([
  ['that sends nothing', ''],
  ['with half of the headers', 'POST /interactions HTTP/1.1\r\nhost: a\r\nx-'],
  ['with half of a body', 'POST /waiting HTTP/1.1\r\nhost: a\r\ncontent-length: 9\r\n\r\nx'],
  ['with nothing but line breaks after a request', `${GET}\r\n`],
  ['that doesn’t read', GET.replace('/', '/large')],
])('a connection %s is closed after 10 s', async (_, sent) => {
  const socket = open(sent);
  for (const ms of [9_000, 2_000]) {
    await sendPing();
    expect(socket.closed).toBe(false);
    await vi.advanceTimersByTimeAsync(ms);
  }
  socket.resume();
  await vi.waitFor(() => expect(socket.closed).toBe(true), 4_000);
  expect(socket.bytesRead).toBeLessThan(LARGE);
});

test('a connection that is used again is kept, and a response may take longer', async () => {
  const socket = open();
  for (let used = 0; used < 3; used += 1) {
    socket.write(used < 2 ? GET : WAITING);
    expect(await read(socket)).toContain('here');
    await vi.advanceTimersByTimeAsync(9_000);
  }
  await vi.advanceTimersByTimeAsync(60_000);
  answer.resolve('at last');
  expect(await read(socket)).toContain('at last');
});

test('of 1,500 connections the longest idle ones are closed, and a signed request still gets through', async () => {
  await read(open(WAITING));
  for (let each = 0; each < 1_500; each += 1) await once(open().resume(), 'connect');
  expect((await sendPing()).status).toBe(200);
  await vi.waitFor(() => expect(countOpen()).toBeLessThanOrEqual(512));
  expect([...sockets.slice(0, 1), ...sockets.slice(-500)].some(({ closed }) => closed)).toBe(false);
});

test('if all connections wait for a response, one makes room for a new one', async () => {
  for (let each = 0; each < 512; each += 1) await read(open(WAITING));
  expect((await sendPing()).status).toBe(200);
  await vi.waitFor(() => expect(countOpen()).toBe(511));
});
